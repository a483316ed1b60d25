import type { PivotField } from './pivot-field.ts'

export const aggregatorNames = [
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'Sum',
  'Integer Sum',
  'Average',
  'Median',
  'Sample Variance',
  'Sample Standard Deviation',
  'Minimum',
  'Maximum',
  'First',
  'Last',
  'Sum over Sum',
  'Sum as Fraction of Total',
  'Sum as Fraction of Rows',
  'Sum as Fraction of Columns',
  'Count as Fraction of Total',
  'Count as Fraction of Rows',
  'Count as Fraction of Columns',
] as const
export type AggregatorName = (typeof aggregatorNames)[number]

/** A number, a text (First, List …), or null for no value. */
export type Aggregate = number | string | null

/** Accumulates rows for many places; a place is a cell or a total. */
export interface Accumulator {
  push(place: number, row: number): void
  value(place: number): Aggregate
}

export interface Aggregator {
  /** number of fields it reads */
  inputs: 0 | 1 | 2
  /** texts that are numbers are formatted too, except with `text` */
  format: 'integer' | 'decimal' | 'percent' | 'text'
  /** divides the value by that of everything, its row or its column */
  share?: 'total' | 'row' | 'column'
  /** expects `inputs` fields; `places` is their number */
  open(places: number, fields: readonly PivotField[]): Accumulator
}

const nothing = new Float64Array()

function numbersOf(fields: readonly PivotField[], index = 0): Float64Array {
  return fields[index]?.numbers ?? nothing
}

function count(places: number): Accumulator {
  const counts = new Float64Array(places)
  return {
    push: (place) => {
      counts[place] = (counts[place] ?? 0) + 1
    },
    value: (place) => counts[place] ?? 0,
  }
}

function sum(places: number, fields: readonly PivotField[], index = 0): Accumulator {
  const numbers = numbersOf(fields, index)
  const sums = new Float64Array(places)
  return {
    push(place, row) {
      const number = numbers[row] ?? Number.NaN
      if (!Number.isNaN(number)) sums[place] = (sums[place] ?? 0) + number
    },
    value: (place) => sums[place] ?? 0,
  }
}

function sumOverSum(places: number, fields: readonly PivotField[]): Accumulator {
  const [over, under] = [sum(places, fields, 0), sum(places, fields, 1)]
  return {
    push(place, row) {
      over.push(place, row)
      under.push(place, row)
    },
    value: (place) => finite(Number(over.value(place)) / Number(under.value(place))),
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Aggregates the distinct texts in order of appearance. */
function unique<A extends Aggregate>(of: (texts: readonly string[]) => A) {
  return (places: number, fields: readonly PivotField[]): Accumulator => {
    const field = fields[0]
    const distinct = field?.texts.length ?? 0
    const seen = new Set<number>()
    const lists = new Map<number, string[]>()
    return {
      push(place, row) {
        const code = field?.codes[row] ?? 0
        const key = place * distinct + code
        if (seen.has(key)) return
        seen.add(key)
        const list = lists.get(place)
        const text = field?.texts[code] ?? ''
        if (list) list.push(text)
        else lists.set(place, [text])
      },
      value: (place) => (place < places ? of(lists.get(place) ?? []) : null),
    }
  }
}

function median(places: number, fields: readonly PivotField[]): Accumulator {
  const numbers = numbersOf(fields)
  const lists: (number[] | undefined)[] = Array.from({ length: places })
  const medians = new Map<number, number>()
  return {
    push(place, row) {
      const number = numbers[row] ?? Number.NaN
      if (Number.isNaN(number)) return
      const list = lists[place]
      if (list) list.push(number)
      else lists[place] = [number]
    },
    value(place) {
      const list = lists[place]
      if (!list) return null
      const known = medians.get(place)
      if (known !== undefined) return known
      const sorted = Float64Array.from(list).sort()
      const middle = (sorted.length - 1) / 2
      const value = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
      medians.set(place, value)
      return value
    },
  }
}

/** Mean and variance in one pass (Welford), which keeps the precision for large numbers. */
function running(result: 'mean' | 'variance' | 'deviation') {
  return (places: number, fields: readonly PivotField[]): Accumulator => {
    const numbers = numbersOf(fields)
    const counts = new Float64Array(places)
    const means = new Float64Array(places)
    const squares = new Float64Array(places)
    return {
      push(place, row) {
        const number = numbers[row] ?? Number.NaN
        if (Number.isNaN(number)) return
        const n = (counts[place] ?? 0) + 1
        const before = n === 1 ? number : (means[place] ?? 0)
        const mean = before + (number - before) / n
        counts[place] = n
        squares[place] = (squares[place] ?? 0) + (number - before) * (number - mean)
        means[place] = mean
      },
      value(place) {
        const n = counts[place] ?? 0
        if (result === 'mean') return n === 0 ? null : (means[place] ?? 0)
        if (n <= 1) return 0
        const variance = (squares[place] ?? 0) / (n - 1)
        return result === 'variance' ? variance : Math.sqrt(variance)
      },
    }
  }
}

function extreme(direction: 1 | -1) {
  return (places: number, fields: readonly PivotField[]): Accumulator => {
    // leading numbers of formatted dates are meaningless: compare dates as dates
    if (fields[0]?.isDate) return ranked(direction)(places, fields)
    const numbers = numbersOf(fields)
    const best = new Float64Array(places).fill(Number.NaN)
    return {
      push(place, row) {
        const number = numbers[row] ?? Number.NaN
        const known = best[place] ?? Number.NaN
        if (Number.isNaN(known) || (number - known) * direction > 0) best[place] = number
      },
      value: (place) => finite(best[place] ?? Number.NaN),
    }
  }
}

/** The first or last value in field order, ignoring missing values. */
function ranked(direction: 1 | -1) {
  return (places: number, fields: readonly PivotField[]): Accumulator => {
    const field = fields[0]
    const best = new Int32Array(places).fill(-1)
    return {
      push(place, row) {
        const code = field?.codes[row] ?? -1
        if (!field || (field.values[code] ?? null) === null) return
        const known = best[place] ?? -1
        const better = known < 0 || ((field.ranks[code] ?? 0) - (field.ranks[known] ?? 0)) * direction >= 0
        if (better) best[place] = code
      },
      value: (place) => field?.values[best[place] ?? -1] ?? null,
    }
  }
}

/** The aggregators by their stored names (docs/reference/other-visualizations.md#pivot). */
export const aggregators: Readonly<Record<AggregatorName, Aggregator>> = {
  Count: { inputs: 0, format: 'integer', open: count },
  'Count Unique Values': { inputs: 1, format: 'integer', open: unique((texts) => texts.length) },
  'List Unique Values': { inputs: 1, format: 'text', open: unique((texts) => texts.join(', ')) },
  Sum: { inputs: 1, format: 'decimal', open: sum },
  'Integer Sum': { inputs: 1, format: 'integer', open: sum },
  Average: { inputs: 1, format: 'decimal', open: running('mean') },
  Median: { inputs: 1, format: 'decimal', open: median },
  'Sample Variance': { inputs: 1, format: 'decimal', open: running('variance') },
  'Sample Standard Deviation': { inputs: 1, format: 'decimal', open: running('deviation') },
  Minimum: { inputs: 1, format: 'decimal', open: extreme(-1) },
  Maximum: { inputs: 1, format: 'decimal', open: extreme(1) },
  First: { inputs: 1, format: 'decimal', open: ranked(-1) },
  Last: { inputs: 1, format: 'decimal', open: ranked(1) },
  'Sum over Sum': { inputs: 2, format: 'decimal', open: sumOverSum },
  'Sum as Fraction of Total': { inputs: 1, format: 'percent', share: 'total', open: sum },
  'Sum as Fraction of Rows': { inputs: 1, format: 'percent', share: 'row', open: sum },
  'Sum as Fraction of Columns': { inputs: 1, format: 'percent', share: 'column', open: sum },
  'Count as Fraction of Total': { inputs: 0, format: 'percent', share: 'total', open: count },
  'Count as Fraction of Rows': { inputs: 0, format: 'percent', share: 'row', open: count },
  'Count as Fraction of Columns': { inputs: 0, format: 'percent', share: 'column', open: count },
}
