import { escapeHtml } from '#server/http/index.ts'
import type { ComparedQuery, ComparisonOutcome } from './compare-redash.ts'
import type { Difference } from './compare-rows.ts'
import { comparisonOutcomes, type Summary, summarize } from './summarize.ts'

const words: Readonly<Record<ComparisonOutcome, string>> = {
  same: 'Same',
  same_in_another_order: 'Same rows, another order',
  different: 'Different',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** What needs a look comes first. */
const order: readonly ComparisonOutcome[] = [
  'failed',
  'different',
  'same_in_another_order',
  'skipped',
  'same',
]

const style = `
:root { color-scheme: light dark; --line: #8884; --bad: #b3261e; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #6fdd8b; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; }
td.why { overflow-wrap: anywhere; }
.failed, .different { color: var(--bad); font-weight: 600; }
.same, .same_in_another_order { color: var(--good); }`

/** A file that a browser opens without a server: how each query compares, per data source and for the whole. */
export function comparisonPage(queries: readonly ComparedQuery[], at: Date, address: string | null): string {
  const { all, sources } = summarize(queries)
  const sorted = order.flatMap((outcome) => queries.filter((query) => query.outcome === outcome))
  const compared = queries.length - all.skipped
  const good = all.same + all.same_in_another_order
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Redash and Sextant compared</title>
<style>${style}
</style>
</head>
<body>
<h1>Redash and Sextant compared</h1>
<p>${good} of ${compared} compared queries have the same result here as in Redash. Each was run here on ${escapeHtml(at.toISOString().slice(0, 16).replace('T', ' '))} UTC and compared with the
result that Redash had stored. Data that has changed since then differs too: look at when Redash ran the query.</p>
<h2>By data source</h2>
<div tabindex="0"><table>
<tr><th>Data source</th>${comparisonOutcomes.map((outcome) => `<th class="number">${words[outcome]}</th>`).join('')}</tr>
${Object.entries(sources)
  .map(([name, summary]) => summaryRow(name, summary))
  .join('\n')}
${summaryRow('All', all)}
</table></div>
<h2>Queries</h2>
<div tabindex="0"><table>
<tr><th>Query</th><th>Data source</th><th>Result</th><th>What</th><th>Run by Redash</th></tr>
${sorted.map((query) => queryRow(query, address)).join('\n')}
</table></div>
</body>
</html>
`
}

function summaryRow(name: string, summary: Summary): string {
  const cells = comparisonOutcomes.map((outcome) => `<td class="number">${summary[outcome] || ''}</td>`)
  return `<tr><td>${escapeHtml(name)}</td>${cells.join('')}</tr>`
}

function queryRow(query: ComparedQuery, address: string | null): string {
  const { query_id, name, data_source, outcome, stored_at } = query
  const title = escapeHtml(`${query_id} ${name}`)
  const link =
    address === null ? title : `<a href="${escapeHtml(`${address}/queries/${query_id}`)}">${title}</a>`
  const when = stored_at === null ? '' : escapeHtml(stored_at.slice(0, 16).replace('T', ' '))
  return `<tr><td>${link}</td><td>${escapeHtml(data_source ?? '')}</td><td class="${outcome}">${words[outcome]}</td><td class="why">${escapeHtml(whatOf(query))}</td><td>${when}</td></tr>`
}

export function whatOf({ difference, reason, ran_their_text, visualizations }: ComparedQuery): string {
  const parts = [
    ...(reason === undefined ? [] : [reason]),
    ...(difference === undefined ? [] : [inWords(difference)]),
    ...(ran_their_text
      ? ['Redash ran another text than the saved one with its saved values; that text was run here.']
      : []),
    ...(difference !== undefined && visualizations > 1 ? [`${visualizations} visualizations draw it.`] : []),
  ]
  return parts.join(' ')
}

function inWords(difference: Difference): string {
  switch (difference.what) {
    case 'columns':
      return `Columns: ${difference.here.join(', ')} here; ${difference.there.join(', ')} in Redash.`
    case 'type':
      return `Column ${difference.column}: ${difference.here} here, ${difference.there} in Redash.`
    case 'cell':
      return `Row ${difference.row}, column ${difference.column}: ${difference.here} here, ${difference.there} in Redash.`
    case 'row_count':
      return `${difference.here} rows here, ${difference.there} in Redash.`
  }
}
