import {
  clamp,
  compacted,
  type GridItem,
  gridColumns,
  inReadingOrder,
  isSamePlace,
  placeNew,
  type SizeRules,
  sizesOfType,
} from './grid.ts'
import { storedFields } from './stored-fields.ts'
import { readWidgetOptions, type WidgetPosition } from './widget-options.ts'

interface StoredWidget {
  id: number
  options: Readonly<Record<string, unknown>>
  visualization?: { type: string } | undefined
}

/**
 * Grid items from stored widgets, in widget order (docs/reference/dashboards.md#loading-a-layout). Sizes are limited
 * by the type. Auto-height items without a height get a tall one until their content is measured. Items move up as far
 * as possible, row by row. Widgets without a place take the first free one.
 *
 * If any widget reaches beyond column 6, the layout has 12 columns and is halved. Places saved by this version carry
 * `columns`; they are neither halved nor considered in that check. `all`: the widgets of the whole dashboard, since
 * each tab has its own grid.
 */
export function readGrid(
  widgets: readonly StoredWidget[],
  sizesOf: (type: string) => SizeRules,
  all: readonly Pick<StoredWidget, 'options'>[] = widgets,
): GridItem[] {
  const isHalved = all.some(({ options }) => !isOfOurColumns(options) && lastColumn(options) > gridColumns)
  const unmeasured = heightOfUnmeasured(all)
  const items = widgets.map((widget): GridItem & { isPlaced: boolean } => {
    const sizes = sizesOfType(widget.visualization && sizesOf(widget.visualization.type))
    const position = positionOf(widget.options, isHalved)
    const { col, row, sizeX = sizes.sizeX, sizeY = sizes.sizeY } = position
    const width = clamp(sizeX, sizes.minSizeX, sizes.maxSizeX)
    return {
      ...sizes,
      id: widget.id,
      col: clamp(col ?? 0, 0, gridColumns - width),
      row: Math.max(row ?? 0, 0),
      sizeX: width,
      sizeY: clamp(sizeY < 1 ? unmeasured : sizeY, sizes.minSizeY, sizes.maxSizeY),
      autoHeight: sizeY < 0 || (position.autoHeight ?? sizes.autoHeight),
      isPlaced: col !== undefined && row !== undefined,
    }
  })
  const placed = compacted(inReadingOrder(items.filter(({ isPlaced }) => isPlaced)))
  for (const item of items) {
    if (!item.isPlaced) placed.set(item.id, { ...item, ...placeNew([...placed.values()], item) })
  }
  return items.map((item) => {
    const { isPlaced: _, ...place } = placed.get(item.id) ?? item
    return place
  })
}

function isOfOurColumns(options: Readonly<Record<string, unknown>>): boolean {
  return storedFields(options.position).columns === gridColumns
}

function lastColumn(options: Readonly<Record<string, unknown>>): number {
  const { col = 0, sizeX = 0 } = readWidgetOptions(options).position
  return col + sizeX
}

/** Halves edges rather than widths: touching widgets still touch, and no new overlaps appear. */
function positionOf(options: Readonly<Record<string, unknown>>, isHalved: boolean): Partial<WidgetPosition> {
  const { position } = readWidgetOptions(options)
  if (!isHalved || isOfOurColumns(options) || position.sizeX === undefined) return position
  const { col, sizeX } = halvedEdges(position.col ?? 0, position.sizeX)
  return { ...position, ...(position.col !== undefined && { col }), sizeX }
}

/** A place in 12 columns as one in 6. */
export function halvedEdges(left: number, width: number): { col: number; sizeX: number } {
  const col = Math.round(left / 2)
  return { col, sizeX: Math.max(Math.round((left + width) / 2) - col, 1) }
}

function heightOfUnmeasured(widgets: readonly Pick<StoredWidget, 'options'>[]): number {
  const heights = widgets.map(({ options }) => readWidgetOptions(options).position.sizeY ?? 0)
  return heights.reduce((tallest, height) => Math.max(tallest, height), 20) + 5
}

/** The position to store for a new widget of a type. */
export function newPosition(items: readonly GridItem[], rules?: SizeRules): StoredPosition {
  const { firstRows } = rules ?? {}
  const sizes = {
    ...sizesOfType(rules),
    ...(firstRows !== undefined && { sizeY: firstRows, autoHeight: false }),
  }
  return storedPosition({ ...sizes, ...placeNew(items, sizes) })
}

/**
 * The items to save: those whose stored place differs. For a halved layout these are all items, because saving only
 * some would mix two units; items moved up on loading are included.
 */
export function unsavedItems(
  widgets: readonly Pick<StoredWidget, 'id' | 'options'>[],
  items: readonly GridItem[],
): GridItem[] {
  const stored = new Map(widgets.map(({ id, options }) => [id, readWidgetOptions(options).position]))
  return items.filter((item) => !isSamePlace(stored.get(item.id) ?? {}, item))
}

/** The content of `widget.options.position`: limits for other clients, and `columns` as the unit. */
export type StoredPosition = Omit<GridItem, 'id'> & { columns: number }

export function storedPosition(item: Omit<GridItem, 'id'>): StoredPosition {
  const { col, row, sizeX, sizeY, autoHeight, minSizeX, maxSizeX, minSizeY, maxSizeY } = item
  const limits = { minSizeX, maxSizeX, minSizeY, maxSizeY }
  return { col, row, sizeX, sizeY, autoHeight, ...limits, columns: gridColumns }
}
