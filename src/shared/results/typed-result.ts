import { isDecimalText } from '../format/decimal.ts'
import { parseInstant } from '../format/instants.ts'
import type { ResultColumn } from './results-api.ts'

export type ResultRow = Readonly<Record<string, unknown>>

/** A result in the form that visualizations and filters use. */
export interface TypedResult {
  columns: readonly ResultColumn[]
  rows: readonly ResultRow[]
}

type Guess = 'float' | 'datetime' | 'date' | 'string'

/**
 * Client-side typing (docs/reference/visualizations.md#typing). Columns that the server leaves untyped, or calls
 * `string`, get the type that all their values suggest; object and array cells become JSON text. Dates stay the ISO
 * texts they are: the column's type says what they mean, and formats read them as UTC. Rows without objects are passed
 * on as they are.
 *
 * `exactNames` are the columns in which `parseResultText` left long numbers as text.
 */
export function typeResult(
  data: { columns: readonly ResultColumn[]; rows: readonly ResultRow[] },
  exactNames: ReadonlySet<string> = new Set(),
): TypedResult {
  const names = data.columns.map(({ name }) => String(name))
  const rows = withoutObjects(data.rows, names, exactNames)
  const columns = data.columns.map((column) => {
    const name = String(column.name)
    if (column.type && column.type !== 'string') return name === column.name ? column : { ...column, name }
    const guess = guessColumn(rows, name, exactNames.has(name))
    return { ...column, name, type: guess ?? column.type ?? null }
  })
  return { columns, rows }
}

/** One walk over all cells; copies only rows that hold an object. */
function withoutObjects(
  rows: readonly ResultRow[],
  names: readonly string[],
  exactNames: ReadonlySet<string>,
): readonly ResultRow[] {
  let copy: ResultRow[] | undefined
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (row === undefined || !holdsObject(row, names)) continue
    copy ??= rows.slice()
    const plain: Record<string, unknown> = {}
    for (const key of Object.keys(row)) {
      const cell = row[key]
      plain[key] = typeof cell === 'object' && cell !== null ? jsonText(cell, exactNames) : cell
    }
    copy[index] = plain
  }
  return copy ?? rows
}

function holdsObject(row: ResultRow, names: readonly string[]): boolean {
  for (const name of names) {
    const cell = row[name]
    if (typeof cell === 'object' && cell !== null) return true
  }
  return false
}

/** `JSON.rawJSON` prints a text as a bare literal; not every browser has it yet. */
const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON?.bind(JSON)

function jsonText(cell: object, exactNames: ReadonlySet<string>): string {
  if (exactNames.size === 0 || !rawJson) return JSON.stringify(cell)
  return JSON.stringify(cell, (key, value: unknown) =>
    typeof value === 'string' && value.length > 15 && exactNames.has(key) && isDecimalText(value)
      ? rawJson(value)
      : value,
  )
}

/** `undefined` if no cell suggests a type. */
function guessColumn(rows: readonly ResultRow[], name: string, exact: boolean): Guess | undefined {
  let guess: Guess | undefined
  for (const row of rows) {
    if (!(name in row)) continue
    const next = guessCell(row[name], exact)
    if (guess !== undefined && next !== guess) return 'string'
    if (next === 'string') return 'string'
    guess = next
  }
  return guess
}

function guessCell(cell: unknown, exact: boolean): Guess {
  if (typeof cell === 'number') return 'float'
  if (typeof cell !== 'string') return 'string'
  if (exact && cell.length > 15 && isDecimalText(cell)) return 'float'
  // `YYYY-MM-DD` at the start: hyphens at 4 and 7, nothing or `T` at 10
  if (cell.length < 10 || cell.charCodeAt(4) !== 45 || cell.charCodeAt(7) !== 45) return 'string'
  if (cell.length > 10 && cell.charCodeAt(10) !== 84) return 'string'
  if (!parseInstant(cell)) return 'string'
  return cell.length === 10 ? 'date' : 'datetime'
}
