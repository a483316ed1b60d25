import { benchBundles } from './bundles.ts'
import { benchDashboards } from './dashboards.ts'
import type { Figure } from './figure.ts'
import { benchLargeGrid } from './large-grid.ts'
import { benchLargeResult } from './large-result.ts'
import { benchLatency } from './latency.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLists } from './lists.ts'
import { benchResultsJoin } from './results-join.ts'
import { benchServeResult } from './serve-result.ts'
import { startSextant } from './sextant-under-bench.ts'
import { benchStart } from './start.ts'
import { benchStoreResult } from './store-result.ts'
import { benchVisualizations } from './visualizations.ts'

/**
 * `npm run bench`: measures the speed promises and prints each figure as a row of the table in docs/benchmarks.md.
 * Needs Linux, nginx and Chromium; takes about ten minutes.
 */
const figures: Figure[] = []
const report = (figure: Figure) => {
  figures.push(figure)
  const verdict = figure.ok === null ? '' : figure.ok ? 'kept' : '**missed**'
  console.log(`| ${figure.promise} | ${figure.what} | ${figure.value} | ${figure.promised} | ${verdict} |`)
}

console.log('| | work | measured | promised | |\n|---|---|---|---|---|')
await benchBundles(report)
await benchStart(report)
await benchResultsJoin(report)
const sextant = await startSextant()
try {
  await benchLatency(sextant, report)
  await benchStoreResult(sextant, report)
  await benchServeResult(sextant, report)
  await benchLargeGrid(sextant, report)
  await benchLargeResult(sextant, report)
  await benchDashboards(sextant, report)
  await benchLighthouse(sextant, report)
} finally {
  await sextant.stop()
}
await benchLists(report)
await benchVisualizations(report)
process.exitCode = figures.some((figure) => figure.ok === false) ? 1 : 0
