/** One measured figure for docs/benchmarks.md. `ok` is null if there is no promise. */
export interface Figure {
  promise: string
  what: string
  value: string
  promised: string
  ok: boolean | null
}

export type Report = (figure: Figure) => void

/** The `quantile` (0..1) of the samples. */
export function percentile(samples: readonly number[], quantile: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? Number.NaN
}

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
/** Memory in the unit of the promises: MB of 1024 x 1024 bytes. */
export const mebibytes = (kibibytes: number): string => `${(kibibytes / 1024).toFixed(0)} MB`
