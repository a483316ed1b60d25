import { type CSSProperties, Fragment, memo } from 'react'
import { isNarrow, kindOf } from '../parts/columns/cell.ts'
import { TableCell } from '../parts/columns/cell-view.tsx'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { HostSettings, Row } from '../visualization.ts'
import { grouped } from './grouped-number.ts'
import classes from './table-renderer.module.css'

/** A drawn column: its place among the shown ones, and where it sticks if it is pinned. */
export interface GridColumn {
  place: number
  column: TableColumn
  width: number
  /** pixels from the start of the row; `undefined` for columns that scroll */
  pinnedAt: number | undefined
  isLastPinned: boolean
}

/** How a cell is marked by its value; null: not at all. */
export type CellStyle = (column: TableColumn, value: unknown) => CSSProperties | null

interface GridRowProps {
  gridId: string
  place: number
  /** `undefined` while it loads */
  row: Row | undefined
  columns: readonly GridColumn[]
  settings: HostSettings
  /** number of pinned columns, behind which columns may be omitted */
  pinned: number
  /** width of the cell with the number of the row; 0: there is none */
  gutter: number
  hasGapBefore: boolean
  hasGapAfter: boolean
  /** selected columns; -1 for none */
  firstSelected: number
  lastSelected: number
  /** column of the active cell; -1 for none */
  active: number
  isFlat: boolean
  cellStyle: CellStyle | null
}

/** One row of a table. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, place, row, columns, settings, firstSelected, lastSelected, active } = props
  return (
    <tr data-place={place} aria-rowindex={place + 2} aria-hidden={row === undefined || undefined}>
      {props.gutter > 0 ? <RowNumber of={grouped(String(place + 1))} isIn={firstSelected >= 0} /> : null}
      {columns.map((drawn, index) => {
        const { column, place: at, pinnedAt } = drawn
        const isActive = active === at
        const isSelected = at >= firstSelected && at <= lastSelected
        const isGapBefore = props.hasGapBefore && index === props.pinned
        return (
          <Fragment key={column.name}>
            {isGapBefore ? <td className={classes.gap} aria-hidden /> : null}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell */}
            <td
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above
              role="gridcell"
              id={isActive ? `${gridId}-active` : undefined}
              className={isNarrow(kindOf(column)) ? classes.narrow : classes.cell}
              data-column={at}
              data-align={column.alignContent}
              data-pinned={pinnedAt === undefined ? undefined : drawn.isLastPinned ? 'last' : ''}
              data-selected={isSelected || undefined}
              data-active={isActive || undefined}
              aria-selected={isSelected || undefined}
              aria-colindex={at + 1}
              style={styleOf(
                drawn,
                row === undefined ? null : (props.cellStyle?.(column, row[column.name]) ?? null),
              )}
            >
              {row === undefined ? (
                <span className={classes.skeleton} />
              ) : (
                <TableCell column={column} row={row} settings={settings} isFlat={props.isFlat} />
              )}
            </td>
          </Fragment>
        )
      })}
      {props.hasGapAfter ? <td className={classes.gap} aria-hidden /> : null}
      <td className={classes.spacer} aria-hidden />
    </tr>
  )
})

/** What `aria-rowindex` says, for the eye. It is no text of the table: what reads or copies cells does not find it. */
function RowNumber({ of, isIn }: { of: string; isIn: boolean }) {
  return (
    <td
      className={classes.number}
      data-column={-1}
      data-number={of}
      data-in={isIn || undefined}
      data-image="none"
      aria-hidden
    />
  )
}

export function styleOf({ pinnedAt }: GridColumn, more: CSSProperties | null): CSSProperties | undefined {
  if (pinnedAt === undefined) return more ?? undefined
  return { ...more, insetInlineStart: pinnedAt }
}
