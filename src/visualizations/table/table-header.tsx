import { Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconFilterFilled,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import { t } from '#shared/messages/translate.ts'
import { labelOf } from '../parts/columns/shown-column.ts'
import { type GridColumn, styleOf } from './grid-row.tsx'
import classes from './table-renderer.module.css'
import type { SortColumn } from './table-sort.ts'

interface TableHeaderCellProps {
  drawn: GridColumn
  sort: readonly SortColumn[]
  isFiltered: boolean
  /** name of the column that is dragged over this one */
  dragged: string | null
  /** `additive`: shift was pressed */
  onSort(name: string, additive: boolean): void
  onMenu(place: number): void
  /** null: as wide as the content */
  onResize(name: string, width: number | null): void
  onDrag(name: string | null): void
  onDrop(before: string): void
}

/** A header cell: the sort button, the rank when several columns sort, the description, the menu, and the edge to drag. */
export function TableHeaderCell(props: TableHeaderCellProps) {
  const { drawn, sort, isFiltered, dragged, onSort, onMenu } = props
  const { column, place, pinnedAt } = drawn
  const rank = sort.findIndex(({ name }) => name === column.name)
  const sorted = sort[rank]
  const label = labelOf(column)
  return (
    <th
      scope="col"
      className={classes.head}
      data-align={column.alignContent}
      data-column={place}
      data-pinned={pinnedAt === undefined ? undefined : drawn.isLastPinned ? 'last' : ''}
      data-dropping={(dragged !== null && dragged !== column.name) || undefined}
      style={{ ...styleOf(drawn, null), width: drawn.width }}
      aria-colindex={place + 1}
      aria-sort={sorted === undefined ? 'none' : sorted.descending ? 'descending' : 'ascending'}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', column.name)
        props.onDrag(column.name)
      }}
      onDragEnd={() => props.onDrag(null)}
      onDragOver={(event) => {
        if (dragged !== null) event.preventDefault()
      }}
      onDrop={(event) => {
        if (dragged === null) return
        event.preventDefault()
        props.onDrop(column.name)
      }}
    >
      <span className={classes.headContent}>
        {column.description === '' ? null : (
          <Tooltip
            label={column.description}
            multiline
            maw={320}
            events={{ hover: true, focus: true, touch: true }}
          >
            <button type="button" className={classes.info} aria-label={column.description}>
              <IconInfoCircle size={14} aria-hidden />
            </button>
          </Tooltip>
        )}
        <button
          type="button"
          className={classes.sort}
          title={column.title}
          aria-label={column.title.trim() === '' ? label : undefined}
          onClick={(event) => onSort(column.name, event.shiftKey)}
        >
          <span className={classes.title}>{column.title}</span>
          {isFiltered ? <IconFilterFilled size={11} className={classes.sortArrow} aria-hidden /> : null}
          <SortMark sorted={sorted} rank={sort.length > 1 ? rank + 1 : 0} />
        </button>
        <button
          type="button"
          className={classes.menu}
          data-image="none"
          // Alt and the down arrow open it from any cell: one tab stop per column is enough
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={t('Column menu')}
          onClick={() => onMenu(place)}
        >
          <IconDotsVertical size={14} aria-hidden />
        </button>
      </span>
      <Edge width={drawn.width} onResize={(width) => props.onResize(column.name, width)} />
    </th>
  )
}

/** The edge of a column: dragged it sets the width, double-clicked it fits the content. */
function Edge({ width, onResize }: { width: number; onResize(width: number | null): void }) {
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const edge = event.currentTarget
    const sign = getComputedStyle(edge).direction === 'rtl' ? -1 : 1
    const from = event.clientX
    edge.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onResize(width + sign * (moved.clientX - from))
    const end = () => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }
  return (
    <span
      className={classes.edge}
      data-image="none"
      aria-hidden
      draggable
      // a drag of the edge is none of the column
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={start}
      onDoubleClick={() => onResize(null)}
    />
  )
}

function SortMark({ sorted, rank }: { sorted: SortColumn | undefined; rank: number }) {
  if (sorted === undefined) return <IconArrowUp size={12} className={classes.sortHint} aria-hidden />
  const Arrow = sorted.descending ? IconArrowDown : IconArrowUp
  return (
    <>
      <Arrow size={12} className={classes.sortArrow} aria-hidden />
      {rank > 0 ? <span className={classes.rank}>{rank}</span> : null}
    </>
  )
}
