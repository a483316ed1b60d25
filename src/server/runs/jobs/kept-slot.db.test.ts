import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource, createUser } from '#test/factories.ts'
import {
  type JobOnTheWire,
  ownDatabaseOptions,
  untilEnded,
  workerUnderTest,
} from '#test/worker-under-test.ts'
import { claimJob } from './job-line-store.ts'

let app: AppUnderTest
let url: string
beforeAll(async () => {
  app = await appUnderTest()
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await app.context.db.deleteFrom('jobs').execute()
  await app.context.db.deleteFrom('workers').execute()
  await app.context.db.deleteFrom('served_turns').execute()
})
afterAll(() => app?.close())

const newSource = async () => (await createDataSource(app.context, { options: ownDatabaseOptions(app) })).id
const newKey = async () => (await createUser(app.context)).api_key

let texts = 0
async function ask(key: string, data_source_id: number, query = `select ${++texts}`): Promise<string> {
  const reply = await fetch(`${url}/api/query_results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Key ${key}` },
    body: JSON.stringify({ query, data_source_id, max_age: 0 }),
  })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { job: JobOnTheWire }).job.id
}

const statusOf = async (id: string) =>
  (await app.context.db.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const running = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(statusOf))).filter((status) => status === 'started').length

describe('the last free place of the workers', { timeout: 90_000 }, () => {
  const standing = async (...places: number[]) => {
    const ids = places.map(() => randomUUID())
    for (const [index, concurrency] of places.entries()) {
      await app.context.db
        .insertInto('workers')
        .values({ id: ids[index] ?? '', hostname: 'here', pid: index, concurrency })
        .execute()
    }
    const claim = async () => {
      const worker = { id: ids[0] ?? '', maxRuns: 6, takesSuspects: true }
      return (
        (await claimJob(app.context.db, { jobId: randomUUID(), mayBeScheduled: true }, worker))?.id ?? null
      )
    }
    return claim
  }

  it('goes only to someone who runs nothing, in any line', async () => {
    const [one, other] = [await newKey(), await newKey()]
    const [first, second] = [await newSource(), await newSource()]
    const many = [
      await ask(one, first),
      await ask(one, second),
      await ask(one, first),
      await ask(one, second),
    ]
    const claim = await standing(3)
    const started = [await claim(), await claim()]
    expect(many).toEqual(expect.arrayContaining(started))
    expect(await claim()).toBeNull()
    const mine = [await ask(other, first), await ask(other, first)]
    expect(await claim()).toBe(mine[0])
  })

  it('is one place of all workers together', async () => {
    const [one, source] = [await newKey(), await newSource()]
    for (let index = 0; index < 5; index++) await ask(one, source)
    const claim = await standing(1, 1, 2)
    for (let index = 0; index < 3; index++) expect(await claim()).not.toBeNull()
    expect(await claim()).toBeNull()
  })

  it('is not kept where there is only one', async () => {
    const [one, source] = [await newKey(), await newSource()]
    const id = await ask(one, source)
    const claim = await standing(1)
    expect(await claim()).toBe(id)
  })
})

it('starts the run of a second user at once beside long runs of the first, and then all', {
  timeout: 90_000,
}, async () => {
  const [one, other] = [await newKey(), await newKey()]
  const sources = [await newSource(), await newSource(), await newSource()]
  const worker = await workerUnderTest(app, { workerConcurrency: 3 })
  try {
    const long: string[] = []
    for (const source of sources) {
      for (let index = 0; index < 2; index++)
        long.push(await ask(one, source, `select pg_sleep(15), ${++texts}`))
    }
    await expect.poll(() => running(long), { timeout: 20_000 }).toBe(2)
    const caller = app.withKey(other)
    const quick = await ask(other, sources[0] ?? 0)
    expect((await untilEnded(caller, quick)).status).toBe(3)
    // ended while the long ones still run
    expect(await running(long)).toBe(2)
    const waiting: string[] = []
    for (const id of long) if ((await statusOf(id)) === 'queued') waiting.push(id)
    const reply = await app.withKey(one).get(`/api/jobs/${waiting[0]}`)
    expect(reply.json<{ job: JobOnTheWire }>().job.waiting?.reason).toMatch(/kept for others/)
    // what ends makes room for what waits
    const [ended] = long.filter((id) => !waiting.includes(id))
    await app.withKey(one).delete(`/api/jobs/${ended}`)
    await expect.poll(() => running(waiting), { timeout: 20_000 }).toBe(1)
    for (const id of long) await app.withKey(one).delete(`/api/jobs/${id}`)
  } finally {
    await worker.stop()
  }
})
