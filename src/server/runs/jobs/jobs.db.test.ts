import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createUser } from '#test/factories.ts'
import {
  type JobOnTheWire,
  ownDatabaseOptions,
  untilEnded,
  workerUnderTest,
} from '#test/worker-under-test.ts'

let app: AppUnderTest
let member: Caller
const workers: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})
afterAll(() => app?.close())

const work = async (config: Parameters<typeof workerUnderTest>[1] = {}) => {
  const worker = await workerUnderTest(app, config)
  workers.push(worker)
  return worker
}

let marks = 0
/** Text that sleeps in the database and can be found there. */
const sleepFor = (seconds: number) => {
  const mark = `mark_${process.pid}_${++marks}`
  return { mark, query: `select pg_sleep(${seconds}) as ${mark}` }
}

const execute = async (dataSourceId: number, query: string): Promise<JobOnTheWire> => {
  const reply = await member.post('/api/query_results', { query, data_source_id: dataSourceId, max_age: 0 })
  return reply.json<{ job: JobOnTheWire }>().job
}
const look = async (id: string) => (await member.get(`/api/jobs/${id}`)).json<{ job: JobOnTheWire }>().job

const untilStatus = async (id: string, status: number) => {
  for (;;) {
    const job = await look(id)
    if (job.status >= status) return job
    await member.get(`/api/jobs/${id}?wait=5&since=${job.status}`)
  }
}

const isInDatabase = async (mark: string) => {
  const { rows } = await app.context.pool.query(
    `select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`,
    [`%${mark}%`],
  )
  return rows.length > 0
}

const setLimits = (id: number, limits: Record<string, number>) =>
  app.context.db.updateTable('data_sources').set(limits).where('id', '=', id).execute()

const ownSource = async (name = 'Own') =>
  (await createDataSource(app.context, { name, options: ownDatabaseOptions(app) })).id

describe('waiting', () => {
  it('reports that no worker is running', async () => {
    const source = await ownSource()
    const job = await execute(source, 'select 1')
    expect(job).toMatchObject({ status: 1, updated_at: 0, error: '', result: null })
    expect(job.waiting).toEqual({ reason: 'No worker process is running.', place: 1 })
    await work()
    expect(await untilEnded(member, job.id)).toMatchObject({ status: 3, waiting: null })
  })

  it('shows the place behind the runs of the data source, and starts in that order', async () => {
    const source = await ownSource('Narrow')
    await setLimits(source, { max_runs: 1 })
    await work({ workerConcurrency: 4 })
    const first = await execute(source, sleepFor(0.7).query)
    await untilStatus(first.id, 2)
    const second = await execute(source, sleepFor(0.1).query)
    const third = await execute(source, sleepFor(0.1).query)
    const reason = 'The only run of Narrow at once is in use.'
    expect((await look(second.id)).waiting).toEqual({ reason, place: 1 })
    expect((await look(third.id)).waiting).toEqual({ reason, place: 2 })
    const ended = await Promise.all([first, second, third].map((job) => untilEnded(member, job.id)))
    expect(ended.map((job) => job.status)).toEqual([3, 3, 3])
    const starts = ended.map((job) => String(job.updated_at))
    expect(starts).toEqual([...starts].sort())
  })

  it('reports that no worker is free', async () => {
    await work({ workerConcurrency: 1 })
    const busy = await execute(await ownSource(), sleepFor(0.8).query)
    await untilStatus(busy.id, 2)
    const waiting = await execute(await ownSource(), 'select 2')
    expect((await look(waiting.id)).waiting).toEqual({ reason: 'No worker is free.', place: 1 })
    await Promise.all([busy, waiting].map((job) => untilEnded(member, job.id)))
  })

  it('holds the answer until the job changes, and gives up after the time', async () => {
    const job = await execute(await ownSource(), 'select 3')
    expect((await member.get(`/api/jobs/${job.id}?wait=0.4`)).json().job.status).toBe(1)
    let isAnswered = false
    const held = member.get(`/api/jobs/${job.id}?wait=20`).finally(() => {
      isAnswered = true
    })
    // asked later, answered earlier
    for (let asked = 0; asked < 5; asked++) expect((await look(job.id)).status).toBe(1)
    expect(isAnswered).toBe(false)
    await work()
    expect((await held).json().job.status).toBeGreaterThan(1)
    expect((await member.get(`/api/jobs/${job.id}?wait=31`)).statusCode).toBe(400)
    await untilEnded(member, job.id)
  })
})

it('reveals nothing to users who lose access, or whose key is replaced, while the answer is held', async () => {
  const job = await execute(await ownSource(), 'select 5')
  const people = [await createUser(app.context), await createUser(app.context), await createUser(app.context)]
  const [disabled, moved, renewed] = people.map(({ id }) => id)
  const held = people.map(({ api_key }) => app.withKey(api_key).get(`/api/jobs/${job.id}?wait=20`))
  const { pool } = app.context
  const known = () =>
    pool.query('select from users where id = any($1) and active_at is not null', [[disabled, moved, renewed]])
  await expect.poll(async () => (await known()).rowCount).toBe(3)
  await pool.query('update users set disabled_at = now() where id = $1', [disabled])
  await pool.query('delete from group_members where user_id = $1', [moved])
  await pool.query(`update users set api_key_hash = '\\x00' where id = $1`, [renewed])
  await member.delete(`/api/jobs/${job.id}`)
  expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual([401, 403, 401])
})

describe('cancelling', () => {
  it('ends a waiting job at once, also when requested twice', async () => {
    const job = await execute(await ownSource(), 'select 4')
    expect((await member.delete(`/api/jobs/${job.id}`)).json()).toBeNull()
    expect((await member.delete(`/api/jobs/${job.id}`)).json()).toBeNull()
    expect(await look(job.id)).toMatchObject({
      ...{ status: 4, error: 'Query cancelled by user.', is_cancelled: true, result: null },
    })
  })

  it('ends a running one in the database', async () => {
    await work()
    const { mark, query } = sleepFor(30)
    const job = await execute(await ownSource(), query)
    await expect.poll(() => isInDatabase(mark)).toBe(true)
    await member.delete(`/api/jobs/${job.id}`)
    expect(await untilEnded(member, job.id)).toMatchObject({ status: 4, error: 'Query cancelled by user.' })
    expect(await isInDatabase(mark)).toBe(false)
  })
})

describe('limits', () => {
  it('ends a run at its time limit, in the database too', async () => {
    await work()
    const source = await ownSource()
    await setLimits(source, { max_seconds: 1 })
    const { mark, query } = sleepFor(30)
    const job = await execute(source, query)
    const ended = await untilEnded(member, job.id)
    expect(ended).toMatchObject({ status: 4, error: 'Query exceeded Sextant query execution time limit.' })
    expect(await isInDatabase(mark)).toBe(false)
  })

  it('cuts a result at its rows and at its bytes', async () => {
    await work()
    const source = await ownSource()
    const read = async (query: string) => {
      const ended = await untilEnded(member, (await execute(source, query)).id)
      return (await member.get(`/api/query_results/${ended.query_result_id}`)).json().query_result.data
    }
    await setLimits(source, { max_rows: 10 })
    const few = await read('select generate_series(1, 50000) as n')
    expect([few.rows.length, few.truncated]).toEqual([10, true])
    expect((await read('select generate_series(1, 10) as n')).truncated).toBeUndefined()
    await setLimits(source, { max_rows: 1_000_000, max_bytes: 2000 })
    const small = await read(`select repeat('é', 100) as text from generate_series(1, 1000)`)
    expect(small.truncated).toBe(true)
    const size = Buffer.byteLength(JSON.stringify(small.rows)) - 2
    expect(size).toBeLessThanOrEqual(2000)
    expect(size).toBeGreaterThan(1700)
  })
})

describe('rows of an unfinished run', () => {
  it('shows the first rows early and reports how many there are', async () => {
    await work()
    const job = await execute(
      await ownSource(),
      'select n, case when n > 5000 then pg_sleep(0.002) end as s from generate_series(1, 6000) n',
    )
    await untilStatus(job.id, 2)
    const moved = await member.get(`/api/jobs/${job.id}?wait=20&since=2&since_rows=0`)
    expect(moved.json().job.rows).toBeGreaterThan(0)
    expect(moved.json().job.status).toBe(2)
    const early = (await member.get(`/api/jobs/${job.id}/rows?from=1&count=2`)).json()
    expect(early).toMatchObject({ rows: [{ n: 2 }, { n: 3 }], from: 1, complete: false })
    expect(early.columns.map((column: { name: string }) => column.name)).toEqual(['n', 's'])
    await untilEnded(member, job.id)
    const late = (await member.get(`/api/jobs/${job.id}/rows?from=5998&count=10`)).json()
    expect(late).toMatchObject({ total: 6000, complete: true, rows: [{ n: 5999 }, { n: 6000 }] })
  })
})

describe('a worker that stops', () => {
  it('requeues its run, and the next worker takes it', async () => {
    const first = await work()
    const { mark, query } = sleepFor(1.5)
    const job = await execute(await ownSource(), query)
    await expect.poll(() => isInDatabase(mark)).toBe(true)
    workers.splice(0)
    await first.stop()
    expect(await isInDatabase(mark)).toBe(false)
    expect(await look(job.id)).toMatchObject({ status: 1 })
    await work()
    expect(await untilEnded(member, job.id)).toMatchObject({ status: 3 })
    const { attempts } = await app.context.db
      .selectFrom('jobs')
      .select('attempts')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    expect(attempts).toBe(1)
  })
})
