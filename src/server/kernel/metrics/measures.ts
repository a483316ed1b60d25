/** The metrics of /metrics, in the form in which processes collect and exchange them. */
export type Labels = Readonly<Record<string, string>>

export interface MeasuredFamily {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}
type Sample = SingleSample | HistogramSample
interface SingleSample {
  labels: Labels
  value: number
}
export interface HistogramSample {
  labels: Labels
  /** upper bounds, and the number of values at or below each; the implicit last bound, infinity, has `count` */
  bounds: readonly number[]
  counts: readonly number[]
  sum: number
  count: number
}

export interface Counter {
  add(labels?: Labels, amount?: number): void
}
export interface Histogram {
  observe(value: number, labels?: Labels): void
}
export interface Measures {
  counter(name: string, help: string): Counter
  /** `bounds`: ascending */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  /** `read` is called at each collection */
  gauge(name: string, help: string, read: () => readonly SingleSample[] | number): void
  /** a counter whose value is kept elsewhere */
  total(name: string, help: string, read: () => number): void
  collect(): MeasuredFamily[]
}

/** Histogram bounds in seconds. */
export const requestBounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
export const runBounds: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]

/** The metrics of one process. */
export function createMeasures(): Measures {
  const families: (() => MeasuredFamily)[] = []
  return {
    counter(name, help) {
      const values = new Map<string, { labels: Labels; value: number }>()
      families.push(() => ({ name, help, type: 'counter', samples: [...values.values()] }))
      return {
        add(labels = {}, amount = 1) {
          entry(values, labels, () => ({ labels, value: 0 })).value += amount
        },
      }
    },
    histogram(name, help, bounds) {
      const values = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
      families.push(() => ({
        name,
        help,
        type: 'histogram',
        samples: [...values.values()].map((one) => ({ ...one, bounds })),
      }))
      return {
        observe(value, labels = {}) {
          const one = entry(values, labels, () => ({ labels, counts: bounds.map(() => 0), sum: 0, count: 0 }))
          one.sum += value
          one.count++
          for (const [place, bound] of bounds.entries())
            if (value <= bound) one.counts[place] = (one.counts[place] ?? 0) + 1
        },
      }
    },
    gauge(name, help, read) {
      families.push(() => {
        const found = read()
        return {
          name,
          help,
          type: 'gauge',
          samples: typeof found === 'number' ? [{ labels: {}, value: found }] : found,
        }
      })
    },
    total(name, help, read) {
      families.push(() => ({ name, help, type: 'counter', samples: [{ labels: {}, value: read() }] }))
    },
    collect: () => families.map((family) => family()),
  }
}

function entry<T>(values: Map<string, T>, labels: Labels, make: () => T): T {
  const key = JSON.stringify(labels)
  const known = values.get(key)
  if (known !== undefined) return known
  const made = make()
  values.set(key, made)
  return made
}
