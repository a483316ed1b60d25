import { toInstant } from '../format/dates.ts'
import {
  compareDecimals,
  createExactSum,
  decimalToText,
  divideDecimal,
  exactDecimal,
} from '../format/exact-decimal.ts'
import { createDistinctCounter } from './distinct-counter.ts'

/** What a column holds. Numbers are exact texts, dates are as stored. */
export interface ColumnFacts {
  rows: number
  nulls: number
  /** texts without a visible character */
  blanks: number
  distinct: number
  /** there are more distinct values than counted */
  has_more: boolean
  least: string | null
  most: string | null
  /** of numbers; null without any */
  sum: string | null
  average: string | null
  /** of numbers and dates, from the least to the most, all as wide; empty for others */
  bins: readonly number[]
  /** the most frequent texts; empty for numbers and dates, and when there are very many different ones */
  top: readonly { value: string; count: number }[]
}

export interface FactsCounter {
  add(value: unknown): void
  facts(): ColumnFacts
}

const binCount = 24
const shownTop = 6
/** Texts beyond this many are not counted one by one. */
const maxCounted = 2000
const maxTextLength = 200

/** `type`: of the column; others than numbers and dates are counted as texts. */
export function createFactsCounter(type: string | null): FactsCounter {
  if (type === 'integer' || type === 'float') return counter(numberKind())
  if (type === 'date' || type === 'datetime') return counter(dateKind())
  return counter(textKind())
}

type KindFacts = Pick<ColumnFacts, 'least' | 'most' | 'sum' | 'average' | 'bins' | 'top'>

interface Kind {
  add(value: unknown): void
  facts(): KindFacts
}

function counter(kind: Kind): FactsCounter {
  const distinct = createDistinctCounter()
  let rows = 0
  let nulls = 0
  let blanks = 0
  return {
    add(value) {
      rows++
      if (value === null || value === undefined) {
        nulls++
        return
      }
      if (typeof value === 'string' && value.trim() === '') blanks++
      distinct.add(typeof value === 'string' ? value : String(value))
      kind.add(value)
    },
    facts: () => ({
      ...{ rows, nulls, blanks },
      ...{ distinct: distinct.count(), has_more: distinct.isFull() },
      ...kind.facts(),
    }),
  }
}

const nothing: KindFacts = { least: null, most: null, sum: null, average: null, bins: [], top: [] }

function numberKind(): Kind {
  const values = createNumbers()
  const sum = createExactSum()
  let least: unknown
  let most: unknown
  return {
    add(value) {
      const isPlain = typeof value === 'number' && Number.isSafeInteger(value)
      const exact = isPlain ? value : exactDecimal(value)
      if (exact === undefined) return
      sum.add(exact)
      if (values.count() === 0 || isLess(value, least)) least = value
      if (values.count() === 0 || isLess(most, value)) most = value
      values.add(Number(value))
    },
    facts() {
      const count = values.count()
      if (count === 0) return nothing
      const total = sum.total()
      return {
        ...nothing,
        ...{ least: textOf(least), most: textOf(most) },
        ...{ sum: decimalToText(total), average: decimalToText(divideDecimal(total, count)) },
        bins: values.bins(),
      }
    },
  }
}

function isLess(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other
  const [left, right] = [exactDecimal(one), exactDecimal(other)]
  return left !== undefined && right !== undefined && compareDecimals(left, right) < 0
}

function textOf(value: unknown): string {
  const exact = exactDecimal(value)
  return exact === undefined ? String(value) : decimalToText(exact)
}

function dateKind(): Kind {
  const values = createNumbers()
  let least: { epoch: number; text: string } | null = null
  let most: { epoch: number; text: string } | null = null
  return {
    add(value) {
      const epoch = toInstant(value)?.epoch
      if (epoch === undefined) return
      const text = String(value)
      if (least === null || epoch < least.epoch || (epoch === least.epoch && text < least.text))
        least = { epoch, text }
      if (most === null || epoch > most.epoch || (epoch === most.epoch && text > most.text))
        most = { epoch, text }
      values.add(epoch)
    },
    facts: () => ({ ...nothing, least: least?.text ?? null, most: most?.text ?? null, bins: values.bins() }),
  }
}

function textKind(): Kind {
  let counts: Map<string, number> | null = new Map()
  let least: string | null = null
  let most: string | null = null
  return {
    add(value) {
      const text = String(value)
      if (least === null || text < least) least = text
      if (most === null || text > most) most = text
      if (counts === null) return
      const cut = text.slice(0, maxTextLength)
      counts.set(cut, (counts.get(cut) ?? 0) + 1)
      if (counts.size > maxCounted) counts = null
    },
    facts: () => ({
      ...nothing,
      least: least?.slice(0, maxTextLength) ?? null,
      most: most?.slice(0, maxTextLength) ?? null,
      top: [...(counts ?? [])]
        .map(([value, count]) => ({ value, count }))
        .sort((one, other) => other.count - one.count)
        .slice(0, shownTop),
    }),
  }
}

/** Keeps numbers for their histogram, eight bytes each. */
function createNumbers() {
  let values = new Float64Array(1024)
  let count = 0
  return {
    count: () => count,
    add(value: number) {
      if (count === values.length) {
        const larger = new Float64Array(values.length * 2)
        larger.set(values)
        values = larger
      }
      values[count++] = value
    },
    bins(): number[] {
      let least = Number.POSITIVE_INFINITY
      let most = Number.NEGATIVE_INFINITY
      for (let at = 0; at < count; at++) {
        const value = values[at] as number
        if (value < least) least = value
        if (value > most) most = value
      }
      // a single value has no spread
      if (!(most > least) || !Number.isFinite(most - least)) return []
      const bins = new Array<number>(binCount).fill(0)
      for (let at = 0; at < count; at++) {
        const place = Math.floor((((values[at] as number) - least) / (most - least)) * binCount)
        const bin = Math.min(binCount - 1, place)
        bins[bin] = (bins[bin] ?? 0) + 1
      }
      return bins
    },
  }
}
