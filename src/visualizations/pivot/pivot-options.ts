import { isPlainObject } from '../parts/merge-options.ts'
import type { VisualizationData } from '../visualization.ts'
import { type AggregatorName, aggregatorNames } from './pivot-aggregators.ts'

/** The order of rows or columns: by label or by total. */
export const keyOrders = ['key_a_to_z', 'value_a_to_z', 'value_z_to_a'] as const
export type KeyOrder = (typeof keyOrders)[number]

export const rendererNames = [
  'Table',
  'Table Heatmap',
  'Table Col Heatmap',
  'Table Row Heatmap',
  'Exportable TSV',
  'Grouped Column Chart',
  'Stacked Column Chart',
  'Grouped Bar Chart',
  'Stacked Bar Chart',
  'Line Chart',
  'Dot Chart',
  'Area Chart',
  'Scatter Chart',
  'Multiple Pie Chart',
] as const
export type RendererName = (typeof rendererNames)[number]

/** Excluded values by field: `{ species: { Adelie: true } }`. Only the keys count. */
export type ValueFilter = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The stored state of react-pivottable 0.11 (docs/reference/other-visualizations.md#pivot). */
export interface PivotOptions {
  rows: readonly string[]
  cols: readonly string[]
  vals: readonly string[]
  aggregatorName: AggregatorName
  rendererName: RendererName
  color_scheme?: unknown
  valueFilter: ValueFilter
  /** field -> its values in the desired order; the library's functions cannot be stored */
  sorters: Readonly<Record<string, unknown>>
  rowOrder: KeyOrder
  colOrder: KeyOrder
  /** functions in the library, which cannot be stored: kept, never used */
  derivedAttributes: Readonly<Record<string, unknown>>
  hiddenAttributes: readonly string[]
  hiddenFromAggregators: readonly string[]
  hiddenFromDragDrop: readonly string[]
  /** fields with this many values or more get no value list */
  menuLimit: number
  /** unused fields are stacked when their names have more characters in total */
  unusedOrientationCutoff: number
  /** inverted: `true` hides the controls */
  controls: { readonly enabled: boolean }
  rendererOptions: { readonly table: { readonly rowTotals: boolean; readonly colTotals: boolean } }
}

const defaultMenuLimit = 500
const defaultOrientationCutoff = 85

/** Completes stored options of any shape. Drops a stored copy of the data; keeps unknown keys. */
export function normalizePivot(stored: Readonly<Record<string, unknown>>): PivotOptions {
  const { data: _, ...kept } = stored
  const rendererOptions = objectOf(stored.rendererOptions)
  const table = objectOf(rendererOptions.table)
  return {
    ...kept,
    rows: namesOf(stored.rows),
    cols: namesOf(stored.cols),
    vals: textsOf(stored.vals),
    aggregatorName: knownOf(aggregatorNames, stored.aggregatorName),
    rendererName: knownOf(rendererNames, stored.rendererName),
    valueFilter: Object.fromEntries(
      Object.entries(objectOf(stored.valueFilter)).flatMap(([field, values]) =>
        isPlainObject(values) ? [[field, values] as const] : [],
      ),
    ),
    sorters: objectOf(stored.sorters),
    rowOrder: knownOf(keyOrders, stored.rowOrder),
    colOrder: knownOf(keyOrders, stored.colOrder),
    derivedAttributes: objectOf(stored.derivedAttributes),
    hiddenAttributes: namesOf(stored.hiddenAttributes),
    hiddenFromAggregators: namesOf(stored.hiddenFromAggregators),
    hiddenFromDragDrop: namesOf(stored.hiddenFromDragDrop),
    menuLimit: limitOf(stored.menuLimit, defaultMenuLimit),
    unusedOrientationCutoff: limitOf(stored.unusedOrientationCutoff, defaultOrientationCutoff),
    controls: { ...objectOf(stored.controls), enabled: objectOf(stored.controls).enabled === true },
    rendererOptions: {
      ...rendererOptions,
      table: { ...table, rowTotals: table.rowTotals !== false, colTotals: table.colTotals !== false },
    },
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isPlainObject(value) ? value : {}
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** Removes duplicate fields. */
function namesOf(value: unknown): string[] {
  return [...new Set(textsOf(value))]
}

/** Returns the stored name if it is known, otherwise the first one. */
function knownOf<N extends string>(names: readonly [N, ...N[]], stored: unknown): N {
  return names.find((name) => name === stored) ?? names[0]
}

function limitOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback
}

const maxColumns = 20

/** Numeric columns that are identifiers, not measures. */
const identifierName = /(^|[_\s])(id|key|code|zip|year)$/i

/** Suggests the first text or date as rows, another with few values as columns, and the sum of the first measure. */
export function suggestPivot(data: VisualizationData): Record<string, unknown> {
  const texts = data.columns.filter(({ type }) => type === 'string' || type === 'date' || type === 'boolean')
  const instants = data.columns.filter(({ type }) => type === 'datetime')
  const rows = texts[0] ?? instants[0]
  const cols = texts.find((column) => column !== rows && isFew(data, column.name))
  const measure = data.columns.find(
    ({ name, type }) => (type === 'integer' || type === 'float') && !identifierName.test(name),
  )
  return {
    rows: rows ? [rows.name] : [],
    cols: cols ? [cols.name] : [],
    ...(measure ? { aggregatorName: 'Sum', vals: [measure.name] } : { aggregatorName: 'Count', vals: [] }),
  }
}

function isFew({ rows }: VisualizationData, name: string): boolean {
  const seen = new Set<unknown>()
  for (const row of rows) {
    seen.add(row[name])
    if (seen.size > maxColumns) return false
  }
  return seen.size > 1
}
