import type { VisualizationData } from '../visualization.ts'
import { isIsoDate } from './chart-instant.ts'
import { cleanNumber } from './chart-values.ts'

const sample = 500
/** More values than these make no series that can be told apart. */
const maxSeries = 12
const maxYs = 4
/** Numbers of one picture may differ by so much, or the smaller ones would vanish. */
const widestRatio = 30

type Kind = 'date' | 'number' | 'text' | 'empty'

interface Column {
  name: string
  kind: Kind
  /** those of the first rows that are something */
  values: readonly unknown[]
}

/** Bars of more dates than these are hairlines. */
const maxBars = 40

/** Options of a chart that is being created: a mapping, and lines where bars would be too many. */
export function suggestChart(data: VisualizationData): Record<string, unknown> {
  const columnMapping = suggestMapping(data)
  const x = data.columns.find(({ name }) => columnMapping[name] === 'x')
  if (!x) return { columnMapping }
  const { kind, values } = described(x.name, x.type, data)
  const isLine = kind === 'date' && new Set(values).size > maxBars
  return isLine ? { columnMapping, globalSeriesType: 'line' } : { columnMapping }
}

/**
 * A first mapping for a chart that is being created. X: the first date (or year), else the first text, else the first
 * number. Y: the first number and those of its size; beside a date a text of few values makes the series of the first
 * number, beside a text it does when X repeats without it (averages would be summed). Keys of tables are no Y as long as there is another number. Without X and Y nothing is
 * suggested. A suggestion of the editor only: the model never guesses (docs/reference/charts.md#column-mapping).
 */
export function suggestMapping(data: VisualizationData): Record<string, string> {
  const columns = data.columns.map((column) => described(column.name, column.type, data))
  const first = (kind: Kind) => columns.find((column) => column.kind === kind)
  const all = columns.filter(({ kind }) => kind === 'number')
  const measured = all.filter(({ name }) => !isKey(name))
  const numbers = measured.length > 0 ? measured : all
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

/** Without dates and texts: the first of several numbers, else the key of the only one. */
function numberAsX(measured: readonly Column[], all: readonly Column[]): Column | undefined {
  return measured.length > 1 ? measured[0] : all.find((column) => column !== measured[0])
}

/** `id`, `user_id`, `userId`: a number that names and does not count. */
export function isKey(name: string): boolean {
  return /^id$|_id$/i.test(name) || /[a-z]Id$/.test(name)
}

function makesSeries({ kind, values }: Column): boolean {
  if (kind !== 'text') return false
  const distinct = new Set(values).size
  return distinct > 1 && distinct <= maxSeries && distinct < values.length
}

/** X repeats, and no X repeats within one value of the column. */
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

/** A column, and what it holds. */
export function described(name: string, type: string | null, { rows }: VisualizationData): Column {
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
