import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, type TestDataSource } from '#test/factories.ts'
import {
  type JobOnTheWire,
  ownDatabaseOptions,
  untilEnded,
  workerUnderTest,
} from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let source: TestDataSource
let member: Caller

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  member = await app.as(app.member)
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const run = async (query: string, rest: Record<string, unknown> = {}) => {
  const reply = await member.post('/api/query_results', {
    ...{ query, data_source_id: source.id, max_age: 0 },
    ...rest,
  })
  if (reply.statusCode !== 200) return reply
  return await untilEnded(member, reply.json<{ job: JobOnTheWire }>().job.id)
}

describe('a row that is too large', () => {
  it.each([1, 3, 5])('fails the run, at place %d of five, and stores nothing', async (place) => {
    const query = `select g, case g when ${place} then repeat('x', 17000000) else 'small' end as t from generate_series(1, 5) g`
    const job = await run(query)
    expect(job).toMatchObject({ status: 4, error: expect.stringContaining('larger than 16 MB') })
    const { rows } = await app.database.pool.query('select count(*)::integer as n from query_results')
    expect(rows).toEqual([{ n: 0 }])
  })

  it.each([
    ['all of it is read', "select repeat('x', 100000000) as t"],
    ['any of it is encoded', 'select array_fill(1, array[17000000]) as a'],
    [
      'it grows beyond the limit',
      "select repeat(E'\\x01', 15000000) as t, array_fill(true, array[4000000]) as a",
    ],
  ])('fails the run before %s', async (_, query) => {
    const job = await run(query)
    expect(job).toMatchObject({ status: 4, error: expect.stringContaining('larger than 16 MB') })
  })
})

describe('characters that cannot be sent', () => {
  it.each(['a\u0000b', 'a\ud800', '\udc00'])('are refused or reported: %j', async (x) => {
    for (const reply of [await run(`select '${x}'`), await run("select '{{x}}'", { parameters: { x } })]) {
      if ('statusCode' in reply) expect(reply.statusCode).toBe(400)
      else
        expect([reply.status, String(reply.error)]).toEqual([
          4,
          expect.not.stringContaining('internal error'),
        ])
    }
  })
})
