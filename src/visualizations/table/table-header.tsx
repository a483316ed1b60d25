import { Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconInfoCircle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { labelOf } from '../parts/columns/shown-column.ts'
import classes from './table-renderer.module.css'
import type { SortColumn } from './table-sort.ts'

interface TableHeaderCellProps {
  column: TableColumn
  sort: readonly SortColumn[]
  /** `additive`: shift was pressed */
  onSort(name: string, additive: boolean): void
  style?: CSSProperties
}

/** A header cell: the sort button, the rank when several columns sort, and the description if there is one. */
export function TableHeaderCell({ column, sort, onSort, style }: TableHeaderCellProps) {
  const rank = sort.findIndex(({ name }) => name === column.name)
  const sorted = sort[rank]
  return (
    <th
      scope="col"
      className={classes.head}
      data-align={column.alignContent}
      style={style}
      aria-sort={sorted === undefined ? 'none' : sorted.descending ? 'descending' : 'ascending'}
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
          aria-label={column.title.trim() === '' ? labelOf(column) : undefined}
          onClick={(event) => onSort(column.name, event.shiftKey)}
        >
          <span className={classes.title}>{column.title}</span>
          <SortMark sorted={sorted} rank={sort.length > 1 ? rank + 1 : 0} />
        </button>
      </span>
    </th>
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
