import type { Row } from '../visualization.ts'
import type { LaidOutColumns } from './column-layout.ts'
import type { GridColumn } from './grid-row.tsx'
import type { RowWindow } from './grid-window.ts'
import { grouped } from './grouped-number.ts'
import type { TableState } from './use-table.ts'

/** On a narrower one, every pixel is for the data. */
const roomForNumbers = 560

/** Width of the cells with the numbers of the rows, as wide as the longest needs. */
export function gutterWidth(rowCount: number, room: number): number {
  return room < roomForNumbers ? 0 : 20 + 7 * grouped(String(rowCount)).length
}

/** The rows that can be reached: those of the page, or all. */
export function pageRows(state: TableState, isScrolled: boolean): { first: number; count: number } {
  const { current, found, pageSize, loading } = state
  if (isScrolled || pageSize === null) return { first: 0, count: found }
  const first = current.rows[0]?.place ?? (current.page - 1) * pageSize
  return { first, count: current.rows.length + loading }
}

export function drawnRows(state: TableState, first: number, { first: from, last }: RowWindow) {
  const rows: { place: number; row: Row | undefined }[] = []
  for (let index = from; index < last; index++)
    rows.push({ place: first + index, row: state.rowAt(first + index) })
  return rows
}

export function gridColumnsOf(
  { columns, pinned }: LaidOutColumns,
  widths: readonly number[],
  places: readonly number[],
  gutter: number,
): readonly GridColumn[] {
  let start = gutter
  const starts = widths.map((width) => {
    start += width
    return start - width
  })
  return places.flatMap((place) => {
    const column = columns[place]
    if (column === undefined) return []
    const pinnedAt = place < pinned ? starts[place] : undefined
    return [{ place, column, width: widths[place] as number, pinnedAt, isLastPinned: place === pinned - 1 }]
  })
}

/** Other rows are in these places: the selection would be of something else. */
export function resetKeyOf(state: TableState): string {
  return JSON.stringify([choiceKeyOf(state), state.found])
}

/** What a user has chosen to see. With `found`, it would also change while rows arrive. */
export function choiceKeyOf({ sort, filters, term }: TableState): string {
  return JSON.stringify([sort, filters, term])
}

/** Scrolls sideways until a column is in view, beside the pinned ones. */
export function revealColumn(
  region: HTMLElement | null,
  widths: readonly number[],
  column: number,
  pinned: number,
  gutter: number,
): void {
  if (region === null || column < pinned) return
  const sign = getComputedStyle(region).direction === 'rtl' ? -1 : 1
  const widthOf = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width, gutter)
  const start = widthOf(column)
  const pinnedWidth = widthOf(pinned)
  const end = start + (widths[column] ?? 0)
  const scrolled = sign * region.scrollLeft
  if (start < scrolled + pinnedWidth) region.scrollLeft = sign * (start - pinnedWidth)
  else if (end > scrolled + region.clientWidth) region.scrollLeft = sign * (end - region.clientWidth)
}
