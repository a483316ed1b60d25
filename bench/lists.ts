import { milliseconds, percentile, type Report } from './figure.ts'
import { fillQueries } from './fill-queries.ts'
import { type SextantUnderBench, startSextant } from './sextant-under-bench.ts'

const sizes = [10_000, 100_000] as const
const rounds = 40
const limit = 100

/** What is asked for; the words of the searches stand in a few, in some and in half of the queries. */
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
]

const partCases: readonly (readonly [string, string])[] = [
  ['multi-byte search, part of a name', '/api/queries?q=voic'],
  ['multi-byte search, part of a text', '/api/queries?q=query:archiv'],
]

/** P11: lists and searches of 10,000 and of 100,000 queries, in a database of their own. */
export async function benchLists(report: Report): Promise<void> {
  const sextant = await startSextant()
  try {
    const before = new Map<string, number>()
    for (const size of sizes) {
      await fillQueries(sextant.pool, size)
      for (const [what, path] of cases) await measure(sextant, report, size, before, what, path)
      await setMultiByte(sextant, true)
      for (const [what, path] of partCases) await measure(sextant, report, size, before, what, path)
      await setMultiByte(sextant, false)
    }
  } finally {
    await sextant.stop()
  }
}

async function measure(
  sextant: SextantUnderBench,
  report: Report,
  size: number,
  before: Map<string, number>,
  what: string,
  path: string,
): Promise<void> {
  const address = path.replace('LAST', String(await lastPage(sextant)))
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
    what: `${what}, ${size.toLocaleString('en')} queries: p50 ${milliseconds(percentile(samples, 0.5))} (p95 at ${sizes[0].toLocaleString('en')}: ${milliseconds(smaller)})`,
    value: `p95 ${milliseconds(p95)}`,
    promised: `p95 <= ${limit} ms`,
    ok: p95 <= limit,
  })
}

async function lastPage(sextant: SextantUnderBench): Promise<number> {
  const { count } = (await (await sextant.request('/api/queries?page_size=1')).json()) as { count: number }
  return Math.ceil(count / 20)
}

async function setMultiByte({ pool }: SextantUnderBench, on: boolean): Promise<void> {
  await pool.query(`update organizations set settings = settings || $1`, [
    JSON.stringify({ multi_byte_search_enabled: on }),
  ])
}
