import { milliseconds, percentile, type Report } from './figure.ts'
import { fillDashboards } from './fill-dashboards.ts'
import { fillQueries } from './fill-queries.ts'
import { type SextantUnderBench, startSextant } from './sextant-under-bench.ts'

const sizes = [10_000, 100_000] as const
const dashboardSizes = [1000, 10_000] as const
const rounds = 40
const limit = 100

/** The requests; the search words are in a few, some, or half of the queries. */
const cases: readonly (readonly [string, string])[] = [
  ['all queries', '/api/queries'],
  ['all queries, last page', '/api/queries?page=LAST'],
  ...['name', '-created_at', '-schedule', '-runtime', '-executed_at', 'created_by', '-starred_at'].map(
    (order) => [`all queries, order ${order}`, `/api/queries?order=${order}`] as const,
  ),
  ['my queries', '/api/queries/my'],
  ['archived queries', '/api/queries/archive'],
  ['favourites, newest star first', '/api/queries/favorites?order=-starred_at'],
  ['recent', '/api/queries/recent'],
  ['tags with their counts', '/api/queries/tags'],
  ['one tag, of one in four', '/api/queries?tags=finance'],
  ['two tags', '/api/queries?tags=finance&tags=growth'],
  ['search, one match', '/api/queries?q=s4711'],
  ['search, two words', '/api/queries?q=weekly%20invoices'],
  ['search, a word in one of eight names', '/api/queries?q=invoices'],
  ['search, a word in half of the texts', '/api/queries?q=archived'],
  ['search, a word in half of the texts, by name', '/api/queries?q=archived&order=name'],
  ['search, a word in half of the texts, by runtime', '/api/queries?q=archived&order=-runtime'],
  ['search, a phrase in half of the texts', '/api/queries?q=%22archived%20false%22'],
  ['search, a beginning that all texts have', '/api/queries?q=s'],
  ['search, or and not', '/api/queries?q=weekly%20or%20monthly%20-invoices'],
  ['search with a tag', '/api/queries?q=invoices&tags=finance'],
  ['search, a word with two letters swapped', '/api/queries?q=invioces'],
  ['search, two words with typing errors', '/api/queries?q=weekyl%20invioces'],
  ['search, a word that nothing is like', '/api/queries?q=xyzzyq'],
]

const partCases: readonly (readonly [string, string])[] = [
  ['multi-byte search, part of a name', '/api/queries?q=voic'],
  ['multi-byte search, part of a text', '/api/queries?q=query:archiv'],
]

const dashboardCases: readonly (readonly [string, string])[] = [
  ['all dashboards', '/api/dashboards'],
  ['all dashboards, last page', '/api/dashboards?page=LAST'],
  ...['name', 'created_at', '-starred_at'].map(
    (order) => [`all dashboards, order ${order}`, `/api/dashboards?order=${order}`] as const,
  ),
  ['my dashboards', '/api/dashboards/my'],
  ['favourite dashboards, newest star first', '/api/dashboards/favorites?order=-starred_at'],
  ['recent dashboards', '/api/dashboards/recent'],
  ['tags of dashboards with their counts', '/api/dashboards/tags'],
  ['dashboards with two tags', '/api/dashboards?tags=growth&tags=support'],
  ['search of dashboards, one match', '/api/dashboards?q=pack%20999'],
  ['search of dashboards, a word in one of five names', '/api/dashboards?q=sales'],
]

/** docs/reference/promises.md#p11: lists and searches of 100,000 queries and of 10,000 dashboards on them, in a database of their own. */
export async function benchLists(report: Report): Promise<void> {
  const sextant = await startSextant()
  try {
    const queries: Measured = { noun: 'queries', sizes, before: new Map() }
    for (const size of sizes) {
      await fillQueries(sextant.pool, size)
      for (const [what, path] of cases) await measure(sextant, report, queries, size, what, path)
      await setMultiByte(sextant, true)
      for (const [what, path] of partCases) await measure(sextant, report, queries, size, what, path)
      await setMultiByte(sextant, false)
    }
    const dashboards: Measured = { noun: 'dashboards', sizes: dashboardSizes, before: new Map() }
    for (const size of dashboardSizes) {
      await fillDashboards(sextant.pool, size)
      for (const [what, path] of dashboardCases) await measure(sextant, report, dashboards, size, what, path)
    }
  } finally {
    await sextant.stop()
  }
}

interface Measured {
  noun: string
  sizes: readonly [number, number]
  /** p95 at the smaller size */
  before: Map<string, number>
}

async function measure(
  sextant: SextantUnderBench,
  report: Report,
  { noun, sizes, before }: Measured,
  size: number,
  what: string,
  path: string,
): Promise<void> {
  const address = path.includes('LAST') ? path.replace('LAST', String(await lastPage(sextant, path))) : path
  const samples: number[] = []
  for (let round = -3; round < rounds; round++) {
    const started = performance.now()
    const reply = await sextant.request(address)
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    if (round >= 0) samples.push(performance.now() - started)
  }
  const p95 = percentile(samples, 0.95)
  const smaller = before.get(what)
  before.set(what, p95)
  if (smaller === undefined) return
  report({
    promise: 'P11',
    what: `${what}, ${size.toLocaleString('en')} ${noun}: p50 ${milliseconds(percentile(samples, 0.5))} (p95 at ${sizes[0].toLocaleString('en')}: ${milliseconds(smaller)})`,
    value: `p95 ${milliseconds(p95)}`,
    promised: `p95 <= ${limit} ms`,
    ok: p95 <= limit,
  })
}

async function lastPage(sextant: SextantUnderBench, path: string): Promise<number> {
  const [list = path] = path.split('?')
  const { count } = (await (await sextant.request(`${list}?page_size=1`)).json()) as { count: number }
  return Math.ceil(count / 20)
}

async function setMultiByte({ pool }: SextantUnderBench, on: boolean): Promise<void> {
  await pool.query(`update organizations set settings = settings || $1`, [
    JSON.stringify({ multi_byte_search_enabled: on }),
  ])
}
