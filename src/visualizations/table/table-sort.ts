import { toInstant } from '#shared/format/dates.ts'
import { compareDecimalTexts, isDecimalText } from '#shared/format/decimal.ts'
import type { SortColumn } from '#shared/results/row-order.ts'
import type { Row } from '../visualization.ts'

export type { SortColumn }

/**
 * The sort after a click on a header: ascending, then descending, then none. A plain click sorts by that column only;
 * with `additive` (shift) the others keep their rank.
 */
export function nextSort(sort: readonly SortColumn[], name: string, additive: boolean): SortColumn[] {
  const present = sort.find((column) => column.name === name)
  const next =
    present === undefined
      ? { name, descending: false }
      : present.descending
        ? undefined
        : { name, descending: true }
  if (!additive) return next ? [next] : []
  if (!present) return next ? [...sort, next] : [...sort]
  return sort.flatMap((column) => (column.name !== name ? [column] : next ? [next] : []))
}

type Compare = (one: number, other: number) => number

/**
 * Sorts rows by raw values, stably: null and undefined first ascending, last descending, then numbers and booleans,
 * then texts by code unit. Compares dates as instants, and long numbers kept as text by value. Extracts the keys once,
 * numbers into typed arrays, for speed.
 */
export function sortRows(
  rows: readonly Row[],
  sort: readonly SortColumn[],
  types: ReadonlyMap<string, string | null>,
): readonly Row[] {
  if (sort.length === 0) return rows
  const compares = sort.map(({ name, descending }) => {
    const compare = columnCompare(rows, name, types.get(name) ?? null)
    return descending ? (one: number, other: number) => compare(other, one) : compare
  })
  const order = Array.from(rows.keys())
  const [first] = compares
  if (first && compares.length === 1) order.sort((one, other) => first(one, other) || one - other)
  else order.sort((one, other) => compareAll(compares, one, other) || one - other)
  return order.map((index) => rows[index] as Row)
}

function compareAll(compares: readonly Compare[], one: number, other: number): number {
  for (const compare of compares) {
    const result = compare(one, other)
    if (result !== 0) return result
  }
  return 0
}

function columnCompare(rows: readonly Row[], name: string, type: string | null): Compare {
  const cells = rows.map((row) => row[name])
  if (type === 'date' || type === 'datetime') return dateCompare(cells)
  const numeric = type === 'integer' || type === 'float'
  const numbers = new Float64Array(cells.length)
  let texts = false
  let longNumbers = false
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]
    const key = numericKey(cell, numeric)
    numbers[index] = key
    if (key === Number.POSITIVE_INFINITY) texts = true
    else if (typeof cell === 'string') longNumbers = true
  }
  const byNumber: Compare = (one, other) => compareNumbers(numbers[one] as number, numbers[other] as number)
  if (longNumbers) return withTies(byNumber, longCompare(cells))
  return texts ? withTies(byNumber, textCompare(cells)) : byNumber
}

/** Texts by code unit; other cells are all equal. */
function textCompare(cells: readonly unknown[]): Compare {
  const ranks = ranksOfTexts(cells)
  if (!ranks) return (one, other) => compareTexts(cells[one], cells[other])
  return (one, other) => (ranks[one] as number) - (ranks[other] as number)
}

/** Ranks repeated texts, because comparing ranks is faster. `undefined` when few texts repeat. */
function ranksOfTexts(cells: readonly unknown[]): Float64Array | undefined {
  const texts = new Set<string>()
  for (const cell of cells) {
    if (typeof cell === 'string') texts.add(cell)
    if (texts.size > cells.length / 4) return undefined
  }
  const ranks = new Map<unknown, number>()
  for (const text of [...texts].sort()) ranks.set(text, ranks.size)
  return Float64Array.from(cells, (cell) => ranks.get(cell) ?? -1)
}

/** -Infinity for a missing value; +Infinity for a text, which is compared as text. */
function numericKey(cell: unknown, numeric: boolean): number {
  if (typeof cell === 'number') return cell
  if (cell === null || cell === undefined) return Number.NEGATIVE_INFINITY
  if (typeof cell === 'boolean') return cell ? 1 : 0
  return numeric && typeof cell === 'string' && isDecimalText(cell) ? Number(cell) : Number.POSITIVE_INFINITY
}

function compareNumbers(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function compareTexts(one: unknown, other: unknown): number {
  if (typeof one !== 'string' || typeof other !== 'string') return 0
  return one < other ? -1 : one > other ? 1 : 0
}

/** Compares cells that are equal as doubles: some may have more digits than a double keeps. */
function longCompare(cells: readonly unknown[]): Compare {
  const integers = cells.map(integerOf)
  return (one, other) => {
    const [left, right] = [integers[one], integers[other]]
    if (left !== undefined && right !== undefined) return left < right ? -1 : left > right ? 1 : 0
    const [first, second] = [String(cells[one]), String(cells[other])]
    const decimals = isDecimalText(first) && isDecimalText(second)
    return decimals ? compareDecimalTexts(first, second) : compareTexts(cells[one], cells[other])
  }
}

function integerOf(cell: unknown): bigint | undefined {
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell) : undefined
  return typeof cell === 'string' && /^-?\d+$/.test(cell) ? BigInt(cell) : undefined
}

function withTies(compare: Compare, tie: Compare): Compare {
  return (one, other) => compare(one, other) || tie(one, other)
}

/** ISO texts of equal length without offsets sort like instants; otherwise each is parsed once. */
function dateCompare(cells: readonly unknown[]): Compare {
  const length = cells.find((cell) => typeof cell === 'string')?.length
  const uniform = cells.every(
    (cell) =>
      cell === null ||
      cell === undefined ||
      (typeof cell === 'string' &&
        cell.length === length &&
        cell.charCodeAt(4) === 45 &&
        !/[+-]\d\d:?\d\d$/.test(cell.slice(10))),
  )
  const epochs = new Float64Array(cells.length)
  const microseconds = new Float64Array(cells.length)
  for (const [index, cell] of cells.entries()) {
    const instant = uniform ? undefined : toInstant(cell)
    epochs[index] = instant?.epoch ?? numericKey(cell, false)
    microseconds[index] = Number(instant?.fraction.slice(3).padEnd(6, '0') || 0)
  }
  const byEpoch: Compare = (one, other) => compareNumbers(epochs[one] as number, epochs[other] as number)
  const byText = textCompare(cells)
  if (uniform) return withTies(byEpoch, byText)
  const byRest: Compare = (one, other) => (microseconds[one] as number) - (microseconds[other] as number)
  return withTies(withTies(byEpoch, byRest), byText)
}
