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
 * The items of widgets as they are stored, in the order of the widgets (docs/reference/dashboards.md#loading-a-layout):
 * sizes within those of the type, auto-height ones without a height get a tall one until their content has been
 * measured, everything is moved up as far as it goes in the order of the rows. Widgets without a place come into the
 * first free one.
 *
 * Content of systems with 12 columns is halved: it is taken for such when any widget reaches beyond column 6. Places that
 * were saved here say so (`columns`), and are neither halved nor asked. With tabs, where each has a grid of its own,
 * `all` are the widgets of the whole dashboard.
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

/** Edges are halved, not widths: widgets that touched still do, and none overlap that did not. */
function positionOf(options: Readonly<Record<string, unknown>>, isHalved: boolean): Partial<WidgetPosition> {
  const { position } = readWidgetOptions(options)
  if (!isHalved || isOfOurColumns(options) || position.sizeX === undefined) return position
  const left = position.col ?? 0
  const col = Math.round(left / 2)
  const sizeX = Math.max(Math.round((left + position.sizeX) / 2) - col, 1)
  return { ...position, ...(position.col !== undefined && { col }), sizeX }
}

function heightOfUnmeasured(widgets: readonly Pick<StoredWidget, 'options'>[]): number {
  const heights = widgets.map(({ options }) => readWidgetOptions(options).position.sizeY ?? 0)
  return heights.reduce((tallest, height) => Math.max(tallest, height), 20) + 5
}

/** The place of a new widget of a type, as it is stored. */
export function newPosition(items: readonly GridItem[], rules?: SizeRules): StoredPosition {
  const sizes = sizesOfType(rules)
  return storedPosition({ ...sizes, ...placeNew(items, sizes) })
}

/**
 * The items that are to be saved: those whose widget has another place stored. Of content that was halved these are all
 * (only some would leave widgets of two units side by side), of content that was moved up on loading what had moved.
 */
export function unsavedItems(
  widgets: readonly Pick<StoredWidget, 'id' | 'options'>[],
  items: readonly GridItem[],
): GridItem[] {
  const stored = new Map(widgets.map(({ id, options }) => [id, readWidgetOptions(options).position]))
  return items.filter((item) => !isSamePlace(stored.get(item.id) ?? {}, item))
}

/** What `widget.options.position` holds: the limits for other clients, `columns` as the unit. */
export type StoredPosition = Omit<GridItem, 'id'> & { columns: number }

export function storedPosition(item: Omit<GridItem, 'id'>): StoredPosition {
  const { col, row, sizeX, sizeY, autoHeight, minSizeX, maxSizeX, minSizeY, maxSizeY } = item
  const limits = { minSizeX, maxSizeX, minSizeY, maxSizeY }
  return { col, row, sizeX, sizeY, autoHeight, ...limits, columns: gridColumns }
}
