import { toInstant } from '#shared/format/dates.ts'
import {
  compareDecimals,
  createExactSum,
  decimalToText,
  divideDecimal,
  exactDecimal,
} from '#shared/format/exact-decimal.ts'

/** What the status bar says about the selected cells. Numbers are exact texts. */
export interface SelectionFigures {
  cells: number
  /** cells that are neither null nor missing */
  count: number
  /** cells that are numbers; the figures below are null without any */
  numbers: number
  sum: string | null
  average: string | null
  /** of the numbers, or without numbers of the dates */
  least: string | null
  most: string | null
}

type Kind = 'number' | 'date' | 'other'

export function kindOfType(type: string | null): Kind {
  if (type === 'integer' || type === 'float') return 'number'
  return type === 'date' || type === 'datetime' ? 'date' : 'other'
}

export interface FigureCounter {
  /** `type`: of the cell's column; in others than numbers only true numbers count, not texts that look like some */
  add(value: unknown, type: string | null): void
  figures(): SelectionFigures
}

export function createFigureCounter(): FigureCounter {
  const sum = createExactSum()
  let cells = 0
  let count = 0
  let numbers = 0
  let least: unknown
  let most: unknown
  let dates: { least: string; most: string } | null = null
  const addNumber = (value: unknown) => {
    const exact = typeof value === 'number' && Number.isSafeInteger(value) ? value : exactDecimal(value)
    if (exact === undefined) return
    sum.add(exact)
    if (numbers === 0 || isLess(value, least)) least = value
    if (numbers === 0 || isLess(most, value)) most = value
    numbers++
  }
  const addDate = (value: unknown) => {
    if (typeof value !== 'string') return
    if (dates === null) dates = { least: value, most: value }
    else if (isEarlier(value, dates.least)) dates = { ...dates, least: value }
    else if (isEarlier(dates.most, value)) dates = { ...dates, most: value }
  }
  return {
    add(value, type) {
      cells++
      if (value === null || value === undefined) return
      count++
      const kind = kindOfType(type)
      if (typeof value === 'number' || kind === 'number') addNumber(value)
      else if (kind === 'date') addDate(value)
    },
    figures() {
      const has = numbers > 0
      const total = sum.total()
      return {
        cells,
        count,
        numbers,
        sum: has ? decimalToText(total) : null,
        average: has ? decimalToText(divideDecimal(total, numbers)) : null,
        least: has ? plainText(least) : (dates?.least ?? null),
        most: has ? plainText(most) : (dates?.most ?? null),
      }
    },
  }
}

function plainText(value: unknown): string {
  const exact = exactDecimal(value)
  return exact === undefined ? String(value) : decimalToText(exact)
}

function isLess(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other
  const [left, right] = [exactDecimal(one), exactDecimal(other)]
  return left !== undefined && right !== undefined && compareDecimals(left, right) < 0
}

/** Dates of one form sort as texts; others as instants, by the microsecond. */
function isEarlier(one: string, other: string): boolean {
  const [left, right] = [toInstant(one), toInstant(other)]
  if (left === undefined || right === undefined || left.epoch === right.epoch) return one < other
  return left.epoch < right.epoch
}
