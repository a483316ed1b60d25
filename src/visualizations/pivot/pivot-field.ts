import { formatDateTime, toInstant } from '#shared/format/dates.ts'
import { isPlainObject } from '../parts/merge-options.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import { compareSortKeys, type SortKey, sortKeyOf } from './natural-sort.ts'

/** The text of null and missing cells. */
export const missingText = 'null'

/** A field encoded for all rows: each distinct text has a code, its index in `texts`. */
export interface PivotField {
  name: string
  /** code of each row */
  codes: Int32Array
  texts: readonly string[]
  /** the raw value of each text: a number where the cell has one; null for a missing cell */
  values: readonly (string | number | null)[]
  /** rank of each code in field order; equal codes share a rank */
  ranks: Int32Array
  /** numeric values of the rows for aggregators; NaN without a number */
  numbers: Float64Array
  isDate: boolean
}

/** Reads a field, cached by name. */
export type FieldReader = (name: string) => PivotField

export function fieldReader(data: VisualizationData, settings: HostSettings): FieldReader {
  const read = new Map<string, PivotField>()
  return (name) => {
    let field = read.get(name)
    if (!field) {
      field = readField(data, name, settings)
      read.set(name, field)
    }
    return field
  }
}

function readField({ columns, rows }: VisualizationData, name: string, settings: HostSettings): PivotField {
  const type = columns.find((column) => column.name === name)?.type ?? null
  const dateFormat =
    type === 'date' ? settings.dateFormat : type === 'datetime' ? settings.dateTimeFormat : null
  const codes = new Int32Array(rows.length)
  const codeOfValue = new Map<unknown, number>()
  const codeOfText = new Map<string, number>()
  const texts: string[] = []
  const values: (string | number | null)[] = []
  const keys: SortKey[] = []
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    const cell = row && Object.hasOwn(row, name) ? row[name] : null
    let code = codeOfValue.get(cell)
    if (code === undefined) {
      const text = textOf(cell, dateFormat, settings)
      code = codeOfText.get(text)
      if (code === undefined) {
        code = texts.length
        codeOfText.set(text, code)
        texts.push(text)
        values.push(typeof cell === 'number' ? cell : cell === null || cell === undefined ? null : text)
        keys.push(sortKeyOf(dateFormat === null ? values[code] : (instantOf(cell) ?? values[code])))
      }
      codeOfValue.set(cell, code)
    }
    codes[index] = code
  }
  const lazy: { ranks?: Int32Array; numbers?: Float64Array } = {}
  return {
    name,
    codes,
    texts,
    values,
    isDate: dateFormat !== null,
    get ranks() {
      lazy.ranks ??= ranksOf(keys)
      return lazy.ranks
    },
    get numbers() {
      lazy.numbers ??= numbersOf(codes, values)
      return lazy.numbers
    },
  }
}

/** Formats a value: dates in the organization's format, booleans and null as texts. */
function textOf(cell: unknown, dateFormat: string | null, settings: HostSettings): string {
  if (cell === null || cell === undefined) return missingText
  if (typeof cell === 'boolean') {
    const [no = 'false', yes = 'true'] = settings.booleanValues
    return cell
      ? settings.booleanValues.length === 1
        ? no
        : yes
      : settings.booleanValues.length === 1
        ? ''
        : no
  }
  if (dateFormat !== null && typeof cell === 'string') return formatDateTime(cell, dateFormat)
  return Array.isArray(cell) || isPlainObject(cell) ? JSON.stringify(cell) : String(cell)
}

function instantOf(cell: unknown): number | undefined {
  return typeof cell === 'string' ? toInstant(cell)?.epoch : undefined
}

/** Ranks in natural order; dates in chronological order, independent of their format. */
function ranksOf(keys: readonly SortKey[]): Int32Array {
  const compare = (one: number, other: number) => {
    const [first, second] = [keys[one], keys[other]]
    return first && second ? compareSortKeys(first, second) : 0
  }
  const sorted = keys.map((_, code) => code).sort(compare)
  const ranks = new Int32Array(keys.length)
  let rank = 0
  for (const [place, code] of sorted.entries()) {
    const before = sorted[place - 1]
    if (before !== undefined && compare(before, code) !== 0) rank = place
    ranks[code] = rank
  }
  return ranks
}

/** The number at the start of each text, like `parseFloat`; long decimals are stored as text. */
function numbersOf(codes: Int32Array, values: readonly (string | number | null)[]): Float64Array {
  const numbers = values.map((value) =>
    typeof value === 'number' ? value : Number.parseFloat(String(value)),
  )
  return Float64Array.from(codes, (code) => numbers[code] ?? Number.NaN)
}

/** Ranks with a stored list of values first, in its order. Matches ignore case when there is no exact match. */
export function ranksInOrder(field: PivotField, order: unknown): Int32Array {
  if (!Array.isArray(order)) return field.ranks
  const exact = new Map<string, number>()
  const folded = new Map<string, number>()
  for (const [place, value] of order.entries()) {
    exact.set(String(value), place)
    folded.set(String(value).toLowerCase(), place)
  }
  return Int32Array.from(field.texts, (text, code) => {
    const place = exact.get(text) ?? folded.get(text.toLowerCase())
    return place ?? order.length + (field.ranks[code] ?? 0)
  })
}
