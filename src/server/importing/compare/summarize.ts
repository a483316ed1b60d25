import type { ComparedQuery, ComparisonOutcome } from './compare-redash.ts'

export const comparisonOutcomes = ['same', 'same_in_another_order', 'different', 'failed', 'skipped'] as const

export type Summary = Record<ComparisonOutcome, number>

const none: Summary = { same: 0, same_in_another_order: 0, different: 0, failed: 0, skipped: 0 }

/** The number of queries of each outcome, for all and for each data source. */
export function summarize(queries: readonly ComparedQuery[]): {
  all: Summary
  sources: Record<string, Summary>
} {
  const all = { ...none }
  const sources: Record<string, Summary> = {}
  for (const { data_source, outcome } of queries) {
    const name = data_source ?? 'without a data source'
    const ofSource = sources[name] ?? { ...none }
    ofSource[outcome]++
    all[outcome]++
    sources[name] = ofSource
  }
  return { all, sources }
}
