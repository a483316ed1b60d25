import { type ComparedQuery, comparisonOutcomes, summarize, whatOf } from '#server/importing/index.ts'
import { writeTable } from '../commands/write-table.ts'

/** A table by data source, and a line for each query that differs or fails. */
export function comparisonLines(queries: readonly ComparedQuery[]): string[] {
  const { all, sources } = summarize(queries)
  const heading = (outcome: string) => outcome.replaceAll('_', ' ').toUpperCase()
  const rows = [...Object.entries(sources), ['all', all] as const].map(([name, summary]) => [
    name,
    ...comparisonOutcomes.map((outcome) => String(summary[outcome] || '')),
  ])
  const open = queries.filter(({ outcome }) => outcome === 'failed' || outcome === 'different')
  return [
    writeTable(['DATA SOURCE', ...comparisonOutcomes.map(heading)], rows),
    ...(open.length > 0 ? [''] : []),
    ...open.map((query) => `- query ${query.query_id} "${query.name}": ${query.outcome}. ${whatOf(query)}`),
  ]
}
