import type { ColumnType } from '#shared/results/results-api.ts'

/** A result as Redash has stored it. */
export interface TheirResult {
  columns: { name: string; type: string | null }[]
  rows: Record<string, unknown>[]
}

export type Difference =
  | { what: 'columns'; here: string[]; there: string[] }
  | { what: 'type'; column: string; here: string; there: string }
  | { what: 'cell'; row: number; column: string; here: string; there: string }
  | { what: 'row_count'; here: string; there: number }

/** `same_in_another_order`: the same rows; without ORDER BY a database may return them as it likes. */
export type Verdict =
  | { outcome: 'same' | 'same_in_another_order' }
  | { outcome: 'different'; difference: Difference }

export interface RowComparison {
  columns(columns: readonly { name: string; type: ColumnType | null }[]): void
  /** false: there is nothing more to learn */
  row(cells: Readonly<Record<string, unknown>>): boolean
  verdict(): Verdict
}

/** More rows than there, that are still looked at for another order. */
const furtherRows = 1000
const shownLength = 200

/** Compares a result that comes row by row with one that is known. */
export function compareRows({ columns: theirColumns, rows: theirs }: TheirResult): RowComparison {
  const names = theirColumns.map(({ name }) => name)
  const left = new Map<string, number>()
  for (const row of theirs) {
    const key = keyOf(row, names)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  let ofColumns: Difference | null = null
  let ofRows: Difference | null = null
  let isAnyOrder = true
  let count = 0
  return {
    columns(ours) {
      ofColumns = differenceOfColumns(ours, theirColumns)
    },
    row(cells) {
      const there = theirs[count]
      count++
      if (there !== undefined && ofRows === null)
        ofRows = differenceOfCells(cells, there, { names, row: count })
      const key = keyOf(cells, names)
      const remaining = left.get(key) ?? 0
      if (remaining === 0) isAnyOrder = false
      else left.set(key, remaining - 1)
      return ofColumns === null && count <= theirs.length + furtherRows
    },
    verdict() {
      if (ofColumns !== null) return { outcome: 'different', difference: ofColumns }
      const isSameCount = count === theirs.length
      if (ofRows === null && isSameCount) return { outcome: 'same' }
      if (isAnyOrder && isSameCount) return { outcome: 'same_in_another_order' }
      const here = count > theirs.length + furtherRows ? `more than ${count - 1}` : String(count)
      return { outcome: 'different', difference: ofRows ?? { what: 'row_count', here, there: theirs.length } }
    },
  }
}

function differenceOfColumns(
  ours: readonly { name: string; type: string | null }[],
  theirs: TheirResult['columns'],
): Difference | null {
  const [here, there] = [ours.map(({ name }) => name), theirs.map(({ name }) => name)]
  if (here.length !== there.length || here.some((name, at) => name !== there[at]))
    return { what: 'columns', here, there }
  for (const [at, { name, type }] of ours.entries()) {
    const other = theirs[at]?.type ?? null
    // an unknown type is no statement
    if (type !== null && other !== null && type !== other)
      return { what: 'type', column: name, here: type, there: other }
  }
  return null
}

function differenceOfCells(
  here: Readonly<Record<string, unknown>>,
  there: Readonly<Record<string, unknown>>,
  { names, row }: { names: readonly string[]; row: number },
): Difference | null {
  const column = names.find((name) => plain(here[name]) !== plain(there[name]))
  if (column === undefined) return null
  return { what: 'cell', row, column, here: shown(here[column]), there: shown(there[column]) }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}

const keyOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => plain(row[name])))

const numberPattern = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const timePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?)?(Z|[+-]00:?00)?$/

/**
 * A value as text that is equal where both products mean the same: numbers in digits or as text, with the precision that
 * all drivers keep; times with a blank or a T, and with or without zeros at their end.
 */
function plain(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(String(value))
  if (typeof value === 'string') {
    if (numberPattern.test(value)) return numberText(value)
    const time = timePattern.exec(value)
    if (time === null) return `"${value}"`
    const [, day, minutes = '00:00', seconds = ':00', fraction = ''] = time
    return `time ${day} ${minutes}${seconds}${fraction.replace(/\.?0+$/, '')}`
  }
  return JSON.stringify(value)
}

/** Whole numbers keep all digits: ids of many digits differ in the last ones. */
function numberText(text: string): string {
  if (/^-?\d+$/.test(text) && text.length > 15) return text
  return String(Number(Number(text).toPrecision(12)))
}
