import type { VisualizationData } from './visualization.ts'

/**
 * One visualization of the gallery (`npm run gallery`), which shows every kind of them with real data in both themes. A
 * plug-in exports its cases as `gallery` from `<folder>/<folder>-gallery.ts`; browser tests inspect what is drawn.
 */
export interface GalleryCase {
  /** unique among the cases of all types */
  title: string
  type: string
  /** as stored */
  options: Readonly<Record<string, unknown>>
  data(sets: Datasets): VisualizationData
  /** pixels of the box; default 640 x 400 */
  width?: number
  height?: number
}

export type DatasetName =
  | 'airports'
  | 'barley'
  | 'cars'
  | 'earthquakes'
  | 'flights'
  | 'gapminder'
  | 'jobs'
  | 'movies'
  | 'obesity'
  | 'penguins'
  | 'population'
  | 'stocks'
  | 'us-state-capitals'
  | 'weather'

/** Real data of the npm package vega-datasets, typed like results. */
export interface Datasets {
  get(name: DatasetName): VisualizationData
}

/** Builds a result from rows: columns in the order of the first row's keys, typed by their values. */
export function resultOfRows(rows: readonly Readonly<Record<string, unknown>>[]): VisualizationData {
  const names = Object.keys(rows[0] ?? {})
  return {
    columns: names.map((name) => ({ name, friendly_name: name, type: typeOf(rows.map((row) => row[name])) })),
    rows,
  }
}

function typeOf(cells: readonly unknown[]): string {
  const known = cells.filter((cell) => cell !== null && cell !== undefined)
  if (known.length === 0) return 'string'
  if (known.every(Number.isInteger)) return 'integer'
  if (known.every((cell) => typeof cell === 'number')) return 'float'
  if (known.every((cell) => typeof cell === 'boolean')) return 'boolean'
  const isText = (pattern: RegExp) => known.every((cell) => typeof cell === 'string' && pattern.test(cell))
  if (isText(/^\d{4}-\d\d-\d\d$/)) return 'date'
  return isText(/^\d{4}-\d\d-\d\dT/) ? 'datetime' : 'string'
}
