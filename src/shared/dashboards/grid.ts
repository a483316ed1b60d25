import type { WidgetPosition } from './widget-options.ts'

export const gridColumns = 6
/** Pixels from one row to the next; a widget of h rows is `h * rowHeight - gridGap` tall. */
export const rowHeight = 50
export const gridGap = 15

/** A widget's place in columns and rows, from 0. Items of a grid never overlap, and none has room to move up. */
export interface GridItem {
  id: number
  col: number
  row: number
  sizeX: number
  sizeY: number
  /** whether the height follows the content */
  autoHeight: boolean
  minSizeX: number
  maxSizeX: number
  minSizeY: number
  maxSizeY: number
}

/** `layout` of a visualization type; missing rules default to those of text boxes. */
export interface SizeRules {
  defaultColumns?: number
  defaultRows?: number
  minColumns?: number
  minRows?: number
  autoHeight?: boolean
  /** height of a new widget whose height could follow its content: a long one would fill the page */
  firstRows?: number
}

type Sizes = Omit<GridItem, 'id' | 'col' | 'row'>

const maxRows = 1000

/** Initial size and resize limits for a widget of a type; without rules, those of a text box. */
export function sizesOfType(rules: SizeRules = {}): Sizes {
  return {
    sizeX: rules.defaultColumns ?? 3,
    sizeY: rules.defaultRows ?? 3,
    autoHeight: rules.autoHeight ?? false,
    minSizeX: rules.minColumns ?? 1,
    maxSizeX: gridColumns,
    minSizeY: rules.minRows ?? 1,
    maxSizeY: maxRows,
  }
}

/** Sorts from top to bottom, each row from left to right. */
export function inReadingOrder<T extends Pick<GridItem, 'id' | 'col' | 'row'>>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.row - b.row || a.col - b.col || a.id - b.id)
}

/** Moves each item, in this order, up as far as earlier items allow. Keyed by id. */
export function compacted<T extends GridItem>(ordered: readonly T[]): Map<number, T> {
  const filled = new Array<number>(gridColumns).fill(0)
  return new Map(
    ordered.map((item) => {
      const row = heightOver(filled, item)
      filled.fill(row + item.sizeY, item.col, item.col + item.sizeX)
      return [item.id, row === item.row ? item : { ...item, row }]
    }),
  )
}

function heightOver(filled: readonly number[], { col, sizeX }: Pick<GridItem, 'col' | 'sizeX'>): number {
  return Math.max(...filled.slice(col, col + sizeX))
}

/** Moves items up to fill gaps, for example after an item was removed. */
export function compactItems(items: readonly GridItem[]): GridItem[] {
  const placed = compacted(inReadingOrder(items))
  return items.map((item) => placed.get(item.id) ?? item)
}

/**
 * Moves an item as close to the target row as possible. Items in its way move down, items with room move up. An item
 * goes above it once the target row has passed that item's middle. `items` holds the places at the start of the move,
 * so the result does not depend on the path.
 */
export function moveItem(
  items: readonly GridItem[],
  id: number,
  to: Pick<GridItem, 'col' | 'row'>,
): GridItem[] {
  const item = items.find((one) => one.id === id)
  if (item === undefined) return [...items]
  const moved: GridItem = {
    ...item,
    col: clamp(Math.round(to.col), 0, gridColumns - item.sizeX),
    row: Math.max(Math.round(to.row), 0),
  }
  const middleOf = middles(items, item)
  return arranged(items, moved, (other) => middleOf(other) <= moved.row)
}

/** The middle of each other item once this one is removed. Items below move up by at most the height it frees. */
function middles(items: readonly GridItem[], item: GridItem): (other: GridItem) => number {
  const without = compacted(inReadingOrder(items.filter((one) => one !== item)))
  return (other) => Math.max(without.get(other.id)?.row ?? 0, other.row - item.sizeY) + other.sizeY / 2
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Moves an item by one column, or to the next possible row. Returns the same array at the edge. */
export function stepItem(items: readonly GridItem[], id: number, direction: Direction): readonly GridItem[] {
  const item = items.find((one) => one.id === id)
  if (item === undefined) return items
  const { col, row } = item
  if (direction === 'left') return col > 0 ? moveItem(items, id, { col: col - 1, row }) : items
  if (direction === 'right') {
    return col + item.sizeX < gridColumns ? moveItem(items, id, { col: col + 1, row }) : items
  }
  const sign = direction === 'down' ? 1 : -1
  const middleOf = middles(items, item)
  // rows at which another item changes sides: below its middle, or just above it
  const rows = items
    .filter((other) => other !== item && shareColumns(other, item))
    .map((other) => Math.ceil(middleOf(other)) - (sign === 1 ? 0 : 1))
    .filter((wanted) => wanted >= 0 && (wanted - row) * sign > 0)
    .toSorted((a, b) => (a - b) * sign)
  for (const wanted of new Set(rows)) {
    const moved = moveItem(items, id, { col, row: wanted })
    const reached = moved.find((one) => one.id === id)?.row ?? row
    if ((reached - row) * sign > 0) return moved
  }
  return items
}

/** Resizes an item in place, within its limits; items in its way move down. Setting a height ends auto-height. */
export function resizeItem(
  items: readonly GridItem[],
  id: number,
  to: Pick<GridItem, 'sizeX' | 'sizeY'>,
): GridItem[] {
  const item = items.find((one) => one.id === id)
  if (item === undefined) return [...items]
  const widest = Math.min(item.maxSizeX, gridColumns - item.col)
  const sizeX = clamp(Math.round(to.sizeX), Math.min(item.minSizeX, widest), widest)
  const sizeY = clamp(Math.round(to.sizeY), item.minSizeY, item.maxSizeY)
  const autoHeight = item.autoHeight && sizeY === item.sizeY
  return arranged(
    items,
    { ...item, sizeX, sizeY, autoHeight },
    (other) => other.row + other.sizeY <= item.row,
  )
}

/** Sets the height of an auto-height item. Returns the same array if nothing changes or the item has a fixed height. */
export function withAutoHeight(items: readonly GridItem[], id: number, rows: number): GridItem[] {
  return withAutoHeights(items, new Map([[id, rows]]))
}

/** The same for several items, by id. */
export function withAutoHeights(items: readonly GridItem[], rows: ReadonlyMap<number, number>): GridItem[] {
  let isSame = true
  const ordered = inReadingOrder(items).map((item) => {
    const wanted = item.autoHeight ? (rows.get(item.id) ?? item.sizeY) : item.sizeY
    const sizeY = clamp(Math.round(wanted), item.minSizeY, item.maxSizeY)
    if (sizeY === item.sizeY) return item
    isSame = false
    return { ...item, sizeY }
  })
  if (isSame) return items as GridItem[]
  const placed = compacted(ordered)
  return items.map((item) => placed.get(item.id) ?? item)
}

/** Puts one item in a new place. Items in its columns that are not above it move below it, and push items below them. */
function arranged(
  items: readonly GridItem[],
  moved: GridItem,
  isAbove: (other: GridItem) => boolean,
): GridItem[] {
  const isPushed = new Array<boolean>(gridColumns).fill(false)
  const [kept, pushed]: [GridItem[], GridItem[]] = [[], []]
  for (const other of inReadingOrder(items.filter(({ id }) => id !== moved.id))) {
    const end = other.col + other.sizeX
    const isBelow = isPushed.slice(other.col, end).includes(true)
    if (isBelow || (shareColumns(other, moved) && !isAbove(other))) {
      isPushed.fill(true, other.col, end)
      pushed.push(other)
    } else kept.push(other)
  }
  const placed = compacted([...kept, moved, ...pushed])
  return items.map((one) => placed.get(one.id) ?? one)
}

function shareColumns(a: GridItem, b: GridItem): boolean {
  return a.col < b.col + b.sizeX && b.col < a.col + a.sizeX
}

/** The place of a new widget: the topmost, then leftmost, place below existing items that is wide enough. */
export function placeNew(
  items: readonly GridItem[],
  size: Pick<GridItem, 'sizeX' | 'sizeY'>,
): { col: number; row: number } {
  const filled = new Array<number>(gridColumns).fill(0)
  for (const { col, row, sizeX, sizeY } of items) {
    for (let at = col; at < col + sizeX; at++) filled[at] = Math.max(filled[at] ?? 0, row + sizeY)
  }
  const sizeX = Math.min(size.sizeX, gridColumns)
  let best = { col: 0, row: heightOver(filled, { col: 0, sizeX }) }
  for (let col = 1; col <= gridColumns - sizeX; col++) {
    const row = heightOver(filled, { col, sizeX })
    if (row < best.row) best = { col, row }
  }
  return best
}

const placeKeys = ['col', 'row', 'sizeX', 'sizeY', 'autoHeight'] as const

export function isSamePlace(a: Partial<WidgetPosition>, b: Partial<WidgetPosition>): boolean {
  return placeKeys.every((key) => a[key] === b[key])
}

/** The items of `after`, reusing the objects of `before` whose place and size are unchanged. */
export function keptItems(before: readonly GridItem[], after: readonly GridItem[]): readonly GridItem[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return after.map((item) => {
    const kept = known.get(item.id)
    return kept !== undefined && isSamePlace(kept, item) ? kept : item
  })
}

/** New items, and items whose place or size changed. */
export function changedItems(before: readonly GridItem[], after: readonly GridItem[]): GridItem[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return after.filter((item) => !isSamePlace(known.get(item.id) ?? {}, item))
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
