import type { TableColumn } from '../parts/columns/column-options.ts'

/** What a reader has changed about the columns; never stored unless they do it in the editor. */
export interface ColumnLayout {
  /** names in the order that the reader gave them; null: as in the options */
  order: readonly string[] | null
  hidden: readonly string[]
  /** names of the columns that stay in view, added to those of the options */
  pinned: readonly string[]
  /** names that the options pin and the reader does not */
  unpinned: readonly string[]
  /** pixels */
  widths: Readonly<Record<string, number>>
}

export const usualLayout: ColumnLayout = { order: null, hidden: [], pinned: [], unpinned: [], widths: {} }

export const widthLimits = { min: 40, max: 1200 } as const

export interface LaidOutColumns {
  columns: readonly TableColumn[]
  /** the first so many stay in view */
  pinned: number
  /** of the visible columns of the options */
  hidden: readonly TableColumn[]
}

/** The shown columns in their order: pinned ones first. */
export function layOut(columns: readonly TableColumn[], layout: ColumnLayout): LaidOutColumns {
  const shown = columns.filter(({ name }) => !layout.hidden.includes(name))
  const ordered = inOrder(shown, layout.order)
  const pinned = ordered.filter((column) => isPinned(column, layout))
  return {
    columns: [...pinned, ...ordered.filter((column) => !isPinned(column, layout))],
    pinned: pinned.length,
    hidden: columns.filter(({ name }) => layout.hidden.includes(name)),
  }
}

/** Columns without a place in the order follow the others. */
function inOrder(columns: readonly TableColumn[], order: readonly string[] | null): readonly TableColumn[] {
  if (order === null) return columns
  const places = new Map(order.map((name, place) => [name, place]))
  const placeOf = ({ name }: TableColumn) => places.get(name) ?? order.length
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export function isPinned({ name, pinned }: TableColumn, layout: ColumnLayout): boolean {
  return layout.pinned.includes(name) || (pinned === true && !layout.unpinned.includes(name))
}

export function togglePin(column: TableColumn, layout: ColumnLayout): ColumnLayout {
  const { name } = column
  return isPinned(column, layout)
    ? { ...layout, pinned: without(layout.pinned, name), unpinned: [...without(layout.unpinned, name), name] }
    : { ...layout, pinned: [...layout.pinned, name], unpinned: without(layout.unpinned, name) }
}

export function hideColumn(name: string, layout: ColumnLayout): ColumnLayout {
  return { ...layout, hidden: [...without(layout.hidden, name), name] }
}

export function showColumns(names: readonly string[], layout: ColumnLayout): ColumnLayout {
  return { ...layout, hidden: layout.hidden.filter((name) => !names.includes(name)) }
}

export function setWidth(name: string, width: number, layout: ColumnLayout): ColumnLayout {
  const { min, max } = widthLimits
  return {
    ...layout,
    widths: { ...layout.widths, [name]: Math.round(Math.min(max, Math.max(min, width))) },
  }
}

/** The column is as wide as its content again. */
export function fitWidth(name: string, layout: ColumnLayout): ColumnLayout {
  const { [name]: _, ...widths } = layout.widths
  return { ...layout, widths }
}

/** Moves a column before another one, or to the end; a move across the pinned ones changes nothing there. */
export function moveColumn(
  name: string,
  before: string | null,
  shown: readonly TableColumn[],
  layout: ColumnLayout,
): ColumnLayout {
  if (name === before) return layout
  const names = shown.map((column) => column.name).filter((one) => one !== name)
  const place = before === null ? -1 : names.indexOf(before)
  if (place === -1) names.push(name)
  else names.splice(place, 0, name)
  return { ...layout, order: names }
}

function without(names: readonly string[], name: string): readonly string[] {
  return names.filter((one) => one !== name)
}

/**
 * Widths in pixels: as wide as wanted up to the limit. If there is room left, columns that want more get it, the same
 * share each.
 */
export function fitWidths(wanted: readonly number[], limit: number, room: number): readonly number[] {
  const widths = wanted.map((width) => Math.min(width, limit))
  let left = room - widths.reduce((sum, width) => sum + width, 0)
  let open = wanted.flatMap((width, index) => (width > limit ? [index] : []))
  while (left >= 1 && open.length > 0) {
    const share = left / open.length
    for (const index of open) {
      const more = Math.min(share, (wanted[index] as number) - (widths[index] as number))
      widths[index] = (widths[index] as number) + more
      left -= more
    }
    const stillOpen = open.filter((index) => (widths[index] as number) < (wanted[index] as number) - 0.5)
    if (stillOpen.length === open.length) break
    open = stillOpen
  }
  return widths.map(Math.floor)
}
