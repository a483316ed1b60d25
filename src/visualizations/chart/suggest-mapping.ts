import type { VisualizationData } from '../visualization.ts'
import { type ColumnRole, columnsWithRole } from './chart-editor-rules.ts'
import { isIsoDate } from './chart-instant.ts'
import { cleanNumber } from './chart-values.ts'

const sample = 500
/** More series could not be told apart. */
const maxSeries = 12
const maxYs = 4
/** The largest ratio between numbers on one axis: smaller numbers would vanish. */
const widestRatio = 30

type Kind = 'date' | 'number' | 'text' | 'empty'

export interface Column {
  name: string
  kind: Kind
  /** non-empty values of the first rows */
  values: readonly unknown[]
}

/** More bars would be as thin as hairlines. */
const maxBars = 40

/** Options of a new chart: a mapping, and lines instead of too many bars. */
export function suggestChart(data: VisualizationData): Record<string, unknown> {
  const columnMapping = suggestMapping(data)
  const x = data.columns.find(({ name }) => columnMapping[name] === 'x')
  if (!x) return { columnMapping }
  const { kind, values } = described(x.name, x.type, data)
  const isLine = kind === 'date' && new Set(values).size > maxBars
  return isLine ? { columnMapping, globalSeriesType: 'line' } : { columnMapping }
}

/**
 * A mapping for a new chart, empty without X and Y. Only the editor suggests: the model never guesses
 * (docs/reference/charts.md#column-mapping).
 * - X: the first date (or year), else the first text, else the first number.
 * - Y: the first number, and others of a similar size. Keys of tables are used only when there is no other number.
 * - Series, with a single Y: a text with few values, if X is a date, or if X repeats without it (rows would be added up).
 */
export function suggestMapping(data: VisualizationData): Record<string, string> {
  const columns = describedColumns(data)
  const first = (kind: Kind) => columns.find((column) => column.kind === kind)
  const all = columns.filter(({ kind }) => kind === 'number')
  const numbers = measuredOf(columns)
  const x = first('date') ?? first('text') ?? numberAsX(numbers, all)
  const ys = numbers.filter((column) => column !== x)
  const [y] = ys
  if (!x || !y) return {}
  const series = columns.find(
    (column) =>
      column !== x && makesSeries(column) && (x.kind === 'date' || tellsApart(column.name, x.name, data)),
  )
  const drawn = series || x.kind === 'number' ? [y] : ys.filter((one) => isOfSize(one, y)).slice(0, maxYs)
  return Object.fromEntries([
    [x.name, 'x'],
    ...drawn.map(({ name }) => [name, 'y']),
    ...(series ? [[series.name, 'series']] : []),
  ])
}

/**
 * Adds unused columns for the roles that have none: dates or texts for X, numbers for other roles. Keeps everything that was
 * chosen, including roles that only another chart type uses.
 */
export function completedMapping(
  mapping: Readonly<Record<string, string>>,
  roles: readonly ColumnRole[],
  data: VisualizationData,
): Record<string, string> {
  const completed: Record<string, string> = { ...mapping }
  for (const role of roles) {
    if (columnsWithRole(completed, role).length > 0) continue
    const free = data.columns
      .filter(({ name }) => !Object.hasOwn(completed, name))
      .map(({ name, type }) => described(name, type, data))
    const numbers = free.filter(({ kind, name }) => kind === 'number' && !isKey(name))
    const found = role === 'x' ? free.find(({ kind }) => kind === 'date' || kind === 'text') : numbers[0]
    if (found !== undefined) completed[found.name] = role
  }
  return completed
}

/** The columns of a result with their kinds and first values. */
export function describedColumns(data: VisualizationData): Column[] {
  return data.columns.map(({ name, type }) => described(name, type, data))
}

/** The columns of numbers; keys of tables only when there is no other. */
export function measuredOf(columns: readonly Column[]): Column[] {
  const all = columns.filter(({ kind }) => kind === 'number')
  const measured = all.filter(({ name }) => !isKey(name))
  return measured.length > 0 ? measured : all
}

/** X without dates and texts: the first of several numbers, or a key when there is only one other number. */
function numberAsX(measured: readonly Column[], all: readonly Column[]): Column | undefined {
  return measured.length > 1 ? measured[0] : all.find((column) => column !== measured[0])
}

/** Whether a column is a key by its name: `id`, `user_id`, `userId`. */
function isKey(name: string): boolean {
  return /^id$|_id$/i.test(name) || /[a-z]Id$/.test(name)
}

/** A text with few values that repeat. */
export function makesSeries({ kind, values }: Column): boolean {
  if (kind !== 'text') return false
  const distinct = new Set(values).size
  return distinct > 1 && distinct <= maxSeries && distinct < values.length
}

/** Whether X repeats, but not within any value of the column. */
function tellsApart(column: string, x: string, data: VisualizationData): boolean {
  const rows = data.rows.slice(0, sample)
  const xs = new Set(rows.map((row) => row[x]))
  const pairs = new Set(rows.map((row) => JSON.stringify([row[x], row[column]])))
  return xs.size < rows.length && pairs.size === rows.length
}

function isOfSize(one: Column, other: Column): boolean {
  const [size, base] = [sizeOf(one), sizeOf(other)]
  return one === other || (size > 0 && base > 0 && Math.max(size / base, base / size) <= widestRatio)
}

function sizeOf({ values }: Column): number {
  return values.reduce<number>((most, value) => Math.max(most, Math.abs(cleanNumber(value) ?? 0)), 0)
}

/** A column with its kind and sample values. */
function described(name: string, type: string | null, { rows }: VisualizationData): Column {
  const values = rows
    .slice(0, sample)
    .map((row) => row[name])
    .filter((value) => value !== null && value !== undefined && value !== '')
  return { name, values, kind: kindOf(name, type, values) }
}

function kindOf(name: string, type: string | null, values: readonly unknown[]): Kind {
  if (type === 'date' || type === 'datetime') return 'date'
  const isNumber = type === 'integer' || type === 'float'
  if (/^year$/i.test(name) && (isNumber || values.length > 0) && values.every(Number.isInteger)) return 'date'
  if (isNumber) return 'number'
  if (type === 'boolean') return 'text'
  if (values.length === 0) return 'empty'
  if (values.every(isIsoDate)) return 'date'
  return values.every((value) => typeof value === 'number' || (type === null && cleanNumber(value) !== null))
    ? 'number'
    : 'text'
}
