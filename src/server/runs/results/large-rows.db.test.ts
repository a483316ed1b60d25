import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'
import { peakOfHeldBytes } from '#test/held-memory.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { createFrameReader } from './result-frames.ts'

let app: AppUnderTest
let member: Caller
/** rows of 9 MB as JSON text: texts that hardly take any place when stored, a value that is too long for a list, and noise */
let list: { id: number; api_key: string }
let parent: { id: number }
let resultId: number
/** the first three of the rows */
let fewId: number
const rowCount = 9
const nameLength = 4_500_000

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  const source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  const worker = await workerUnderTest(app)
  const query = (rows: number) => `select repeat('"x€', ${nameLength / 3}) as name,
      case g when 2 then repeat('v', 10001) else 'v' || g end as value,
      case g when 3 then (select string_agg(encode(sha256(i::text::bytea), 'base64'), '')
        from generate_series(1, 70000) i) end as noise
    from generate_series(1, ${rows}) g`
  list = await createQuery(app.context, { data_source_id: source.id, query: query(rowCount) })
  const parameters = [{ name: 'p', title: 'p', type: 'query', queryId: list.id, value: null }]
  parent = await createQuery(app.context, {
    ...{ data_source_id: source.id, query: "select '{{p}}' as p", options: { parameters } },
  })
  const run = async (rows: number) => {
    const asked = { query: query(rows), data_source_id: source.id, max_age: 0 }
    const reply = await member.post('/api/query_results', asked)
    return (await untilEnded(member, reply.json().job.id)).query_result_id
  }
  resultId = await run(rowCount)
  fewId = await run(3)
  await app.context.db
    .updateTable('queries')
    .set({ latest_result_id: resultId })
    .where('id', '=', list.id)
    .execute()
  await worker.stop()
})
afterAll(() => app?.close())

const atOnce = <T>(count: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: count }, ask))

describe('the list from large rows', () => {
  it('cuts long names, omits long values, and takes little memory for all callers together', async () => {
    const byKey = app.withKey(list.api_key)
    const peak = await peakOfHeldBytes(async () => {
      const replies = await atOnce(3, () => byKey.get(`/api/queries/${list.id}/dropdown`))
      for (const reply of replies) {
        const options = reply.json<{ name: string; value: string }[]>()
        expect(options.map(({ value }) => value)).toEqual([
          'v1',
          ...[3, 4, 5, 6, 7, 8, 9].map((g) => `v${g}`),
        ])
        expect(options[0]?.name).toBe(`${'"x€'.repeat(667).slice(0, 2000)}…`)
      }
    })
    // nine rows of three callers would be 240 MB
    expect(peak).toBeLessThan(100_000_000)
    const page = await member.post(`/api/queries/${list.id}/dropdown`, { q: 'X€', values: ['v9'], limit: 1 })
    expect(page.json()).toMatchObject({ count: 8, options: [{ value: 'v1' }], selected: [{ value: 'v9' }] })
    expect(page.body.length).toBeLessThan(10_000)
    for (const [p, status] of [
      ['v9', 200],
      ['v99', 400],
    ])
      expect((await member.post(`/api/queries/${parent.id}/results`, { parameters: { p } })).statusCode).toBe(
        status,
      )
  })
})

const rows = (query: string) => member.get(`/api/query_results/${resultId}/rows?${query}`)

describe('windows of large rows', () => {
  it.each([
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['sort=-value&', [2, 9, 8, 7, 6, 5, 4, 3, 1]],
  ])('contain fewer rows than requested, and report it, with %j', async (order, numbers) => {
    const read: unknown[] = []
    while (read.length < rowCount) {
      const reply = await rows(`${order}from=${read.length}&count=500`)
      expect(reply.rawPayload.length).toBeLessThan(17_000_000)
      const window = reply.json()
      const isLast = read.length + window.rows.length === rowCount
      expect(window).toMatchObject({ from: read.length, total: rowCount, complete: true, cut: !isLast })
      for (const row of window.rows) {
        expect(row.name).toHaveLength(nameLength)
        read.push(row.value.slice(0, 2))
      }
    }
    expect(read).toEqual(numbers.map((g) => (g === 2 ? 'vv' : `v${g}`)))
    const one = (await rows(`${order}from=8&count=500`)).json()
    expect([one.rows.length, one.cut]).toEqual([1, false])
  })

  it('contain fewer rows at the head of a result', async () => {
    const { query_result: head } = (await member.get(`/api/query_results/${resultId}?large=head`)).json()
    expect([head.data.rows.length, head.data.row_count]).toEqual([1, rowCount])
  })
})

describe('downloads of large rows', () => {
  it.each(['json', 'csv', 'xlsx'])(
    'are whole as %s, for many at a time, also after others have left',
    async (format) => {
      const reader = createFrameReader(app.context.pool)
      for (let left = 0; left < 12; left++) {
        const texts = reader.texts({ id: fewId, row_count: 3 }, null)
        await texts.next()
        await texts.return(null)
      }
      const address = `/api/query_results/${fewId}.${format}`
      const [reply] = await atOnce(2, () => member.get(address))
      const payload = reply?.rawPayload ?? Buffer.alloc(0)
      if (format === 'json') expect(JSON.parse(payload.toString()).query_result.data.rows).toHaveLength(3)
      else if (format === 'csv') expect(payload.toString().split('\r\n')).toHaveLength(5)
      else {
        const sheet = Buffer.from(unzipSync(payload)['xl/worksheets/sheet1.xml'] ?? []).toString()
        expect(sheet.match(/<row /g)).toHaveLength(4)
        expect(sheet.includes(`>${'"x€'.repeat(10923).slice(0, 32_700)}`)).toBe(true)
        expect(sheet).toMatch(/… \[cut: [\d,]+ characters\]</)
      }
    },
  )
})
