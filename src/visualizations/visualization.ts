import type { ComponentType } from 'react'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { RowSearch, SortColumn } from '#shared/results/row-order.ts'

/** A result as visualizations see it: after client-side typing (docs/reference/visualizations.md#typing) and filters. */
export interface VisualizationData {
  columns: readonly ResultColumn[]
  rows: readonly Row[]
  /**
   * Only for types that are `paged`, and only of a large result without filters: where its rows come from. `rows` holds
   * no more than the first ones then, a sample for formats and widths.
   */
  source?: RowSource | undefined
}

/** The rows of a large result, read page by page; always the same object for the same result. */
export interface RowSource {
  /** rows of the whole result */
  count: number
  /**
   * Rows `from` to `from + count` of those that the search finds, in the order of the sort, and how many it finds. Rejects
   * with the signal's reason when that aborts, else with an Error whose message can be shown. Pages that were read lately,
   * and the next ones, are answered at once.
   */
  page(request: RowPageRequest, signal: AbortSignal): Promise<RowPage>
}

export interface RowPageRequest {
  from: number
  count: number
  sort: readonly SortColumn[]
  /** null: all rows */
  search: RowSearch | null
}

export interface RowPage {
  rows: readonly Row[]
  found: number
}
export type Row = Readonly<Record<string, unknown>>

/** Settings of the organisation that formats need (docs/reference/visualizations.md#host-settings). */
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
  /** of custom charts: no other has a tool bar */
  hidePlotlyModeBar: boolean
}

/** Where a picture stands: full query page, small widget, embed. Never stored. */
export type VisualizationPlace = 'page' | 'widget' | 'editor'

export interface RendererProps<O> {
  data: VisualizationData
  /** complete options: `normalize` has filled the defaults */
  options: O
  /** shown to assistive technology */
  name: string
  place: VisualizationPlace
  settings: HostSettings
  /** only in the editor's preview: what is moved in the picture (pivot fields, a map) becomes part of the options */
  onOptionsChange?: ((options: O) => void) | undefined
}

export interface EditorProps<O> {
  data: VisualizationData
  options: O
  onOptionsChange(options: O): void
  settings: HostSettings
}

/** What the page knows of a kind of picture before it is drawn. Listed in `registry.ts`. */
export interface VisualizationType {
  /** stored, never renamed: `TABLE`, `CHART` */
  type: string
  /** display name, and default name of a new one */
  name: string
  /** not offered for new ones */
  deprecated?: boolean
  /** shows each row by itself: the first rows alone are true, and without rows there is nothing to see */
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
  }
  /** the plug-in itself, its own chunk of script; always the same promise */
  load(): Promise<Visualization>
}

/** Family 3 of plug-ins: one kind of picture. Stored options of any age and shape pass through `normalize`. */
export interface Visualization<O extends object = object, M = unknown> {
  /** complete options of whatever is stored: never throws, keeps what it does not know */
  normalize(stored: Readonly<Record<string, unknown>>, data: VisualizationData, settings: HostSettings): O
  /** options for a visualization that is being created, so that its editor opens with a good picture; default: none */
  suggest?(data: VisualizationData): Record<string, unknown>
  /** what is saved; default: the normalized options as they are */
  toStored?(options: O): Record<string, unknown>
  /** numbers, order, colours and texts of the picture as plain data: pure, never throws, proved by golden files */
  prepare(data: VisualizationData, options: O, settings: HostSettings): M
  Renderer: ComponentType<RendererProps<O>>
  /** its chunk is loaded when somebody edits */
  Editor: ComponentType<EditorProps<O>>
}
