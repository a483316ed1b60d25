import type { ComponentType } from 'react'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { ColumnFilter } from '#shared/results/column-filter.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { RowSearch, SortColumn } from '#shared/results/row-order.ts'

/** The result passed to visualizations, after client-side typing (docs/reference/visualizations.md#typing) and filters. */
export interface VisualizationData {
  columns: readonly ResultColumn[]
  rows: readonly Row[]
  /**
   * The source of the rows of a large result without filters; set only for types that are `paged`. `rows` then holds
   * just the first rows, a sample for formats and widths.
   */
  source?: RowSource | undefined
}

/** Reads the rows of a large result page by page. One result always has the same source object. */
export interface RowSource {
  /** rows of the whole result */
  count: number
  /**
   * Returns `count` rows starting at `from` of the sorted search results, and the number of search results. Rejects with
   * the signal's reason on abort, otherwise with an Error whose message can be shown. Recent pages and the next ones are
   * cached.
   */
  page(request: RowPageRequest, signal: AbortSignal): Promise<RowPage>
  /** What a column of the whole result holds. Rejects like `page`. */
  facts(column: string, type: string | null, signal: AbortSignal): Promise<ColumnFacts>
}

export interface RowPageRequest {
  from: number
  count: number
  sort: readonly SortColumn[]
  /** null: all rows */
  search: RowSearch | null
  /** only rows that pass all of them */
  filters?: readonly ColumnFilter[]
}

export interface RowPage {
  rows: readonly Row[]
  found: number
}
export type Row = Readonly<Record<string, unknown>>

/** Formatting settings of the organization (docs/reference/visualizations.md#host-settings). */
export interface HostSettings {
  dateFormat: string
  dateTimeFormat: string
  integerFormat: string
  floatFormat: string
  thousandsSeparator: string
  decimalSeparator: string
  nullValue: string
  booleanValues: readonly string[]
  tableCellMaxJSONSize: number
  allowCustomJSVisualizations: boolean
  /** for custom charts: other charts have no tool bar */
  hidePlotlyModeBar: boolean
}

/** The place of a visualization: a query page or embed, a widget, or the editor's preview. Never stored. */
export type VisualizationPlace = 'page' | 'widget' | 'editor'

export interface RendererProps<O> {
  data: VisualizationData
  /** complete options: `normalize` has filled the defaults */
  options: O
  /** the accessible name */
  name: string
  place: VisualizationPlace
  /** where results are explored, the source editor: a table can be searched, and scrolls through all rows */
  explores?: boolean | undefined
  settings: HostSettings
  /** only in the editor's preview: called when users move something in the visualization (pivot fields, a map) */
  onOptionsChange?: ((options: O) => void) | undefined
}

export interface EditorProps<O> {
  data: VisualizationData
  options: O
  onOptionsChange(options: O): void
  settings: HostSettings
}

/** What pages know about a kind of visualization without loading its plug-in. Listed in `registry.ts`. */
export interface VisualizationType {
  /** stored, never renamed: `TABLE`, `CHART` */
  type: string
  /** display name, and default name of a new one */
  name: string
  /** not offered for new visualizations */
  deprecated?: boolean
  /** shows rows independently: a partial result is shown correctly, an empty one shows nothing */
  rowByRow?: boolean
  /** reads the rows of large results through `data.source`; all other types get all rows in `data.rows` */
  paged?: boolean
  /** grid sizes in the 6-column grid (docs/reference/dashboards.md#grid-units; Redash's 12 columns halved) */
  layout: {
    autoHeight?: boolean
    defaultColumns?: number
    defaultRows?: number
    minColumns?: number
    minRows?: number
    /** height of a new widget; it no longer follows the content */
    firstRows?: number
  }
  /** loads the plug-in, a separate chunk; returns the same promise each time */
  load(): Promise<Visualization>
}

/** The interface of a visualization plug-in. Stored options of any age and shape pass through `normalize`. */
export interface Visualization<O extends object = object, M = unknown> {
  /** completes stored options of any shape; never throws, keeps unknown keys */
  normalize(stored: Readonly<Record<string, unknown>>, data: VisualizationData, settings: HostSettings): O
  /**
   * Options for a new visualization, so that its editor opens with a useful one; default: none. `kind`: the chart
   * type that a user has chosen, of visualization types that have several.
   */
  suggest?(data: VisualizationData, kind?: string): Record<string, unknown>
  /** the options to save; default: the normalized options unchanged */
  toStored?(options: O): Record<string, unknown>
  /** returns numbers, order, colors and texts as plain data; pure, never throws, tested by golden files */
  prepare(data: VisualizationData, options: O, settings: HostSettings): M
  Renderer: ComponentType<RendererProps<O>>
  /** its chunk is loaded when a user opens the editor */
  Editor: ComponentType<EditorProps<O>>
}
