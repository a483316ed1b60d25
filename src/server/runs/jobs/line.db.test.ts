import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createUser } from '#test/factories.ts'
import { type JobOnTheWire, ownDatabaseOptions, workerUnderTest } from '#test/worker-under-test.ts'
import { insertJob } from './insert-job-store.ts'
import { type ClaimingWorker, claimJob, wakeNextRun } from './job-line-store.ts'

let app: AppUnderTest
let url: string
beforeAll(async () => {
  app = await appUnderTest()
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.context.db.deleteFrom('jobs').execute())
afterAll(() => app?.close())

const ownSource = async (max_runs: number | null = null) => {
  const { id } = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  await app.context.db.updateTable('data_sources').set({ max_runs }).where('id', '=', id).execute()
  await app.context.db.deleteFrom('served_turns').execute()
  return id
}
const person = async () => app.withKey((await createUser(app.context)).api_key)

let texts = 0
const ask = async (who: Caller, dataSourceId: number, query = `select ${++texts}`): Promise<string> => {
  const reply = await who.post('/api/query_results', { query, data_source_id: dataSourceId, max_age: 0 })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ job: JobOnTheWire }>().job.id
}
const askMany = async (who: Caller, source: number, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(await ask(who, source))
  return ids
}
const placeOf = async (who: Caller, id: string) =>
  (await who.get(`/api/jobs/${id}`)).json<{ job: JobOnTheWire }>().job.waiting?.place

/** Place in the order of the line alone. */
const placeIn = async (who: Caller, id: string) => {
  await app.context.pool.query('insert into workers (id, hostname, pid) values ($1, $2, 1)', [worker.id, 'x'])
  const place = await placeOf(who, id)
  await app.context.pool.query('delete from workers')
  return place
}

const worker: ClaimingWorker = { id: randomUUID(), maxRuns: 6, takesSuspects: true }
const claim = async (mayBeScheduled = true) =>
  (await claimJob(app.context.db, { jobId: randomUUID(), mayBeScheduled }, worker))?.id ?? null
const end = (id: string | null) =>
  app.context.db
    .updateTable('jobs')
    .set({ status: 'finished', finished_at: new Date() })
    .where('id', '=', id ?? '')
    .execute()
/** Runs one after the other, and returns their order. */
const serve = async (count: number) => {
  const order: (string | null)[] = []
  for (let index = 0; index < count; index++) {
    const id = await claim()
    order.push(id)
    await end(id)
  }
  return order
}

describe('the limit of waiting runs', { timeout: 90_000 }, () => {
  const post = (path: string, key: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Key ${key}` }) },
      body: JSON.stringify(body),
    })
  const tally = async (replies: readonly Response[]) => {
    const refusals = replies.filter((reply) => reply.status === 429)
    for (const refusal of refusals) {
      expect(await refusal.json()).toMatchObject({
        job: { status: 4, error: expect.stringContaining('You already have 200 waiting runs') },
      })
    }
    return [replies.filter((reply) => reply.status === 200).length, refusals.length]
  }

  it('accepts 200 of 400 concurrent requests for runs, by any route', async () => {
    const source = await ownSource()
    const { api_key } = await createUser(app.context)
    const query = await createQuery(app.context, {
      ...{ data_source_id: source, query: 'select {{n}} as n' },
      options: { parameters: [{ name: 'n', title: 'n', type: 'number', value: 1 }] },
    })
    const replies = await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        n % 3 === 0
          ? post('/api/query_results', api_key, {
              query: `select -${n}`,
              data_source_id: source,
              max_age: 0,
            })
          : n % 3 === 1
            ? post(`/api/queries/${query.id}/results`, api_key, { parameters: { n }, max_age: 0 })
            : post(`/api/queries/${query.id}/refresh?p_n=${n}`, api_key, {}),
      ),
    )
    expect(await tally(replies)).toEqual([200, 200])
    const waiting = await app.context.db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'queued')
      .execute()
    expect(waiting).toHaveLength(200)
    // joining adds no run, and other askers are not affected
    const joined = await post('/api/query_results', api_key, {
      ...{
        query: (await app.context.db.selectFrom('jobs').select('query_text').executeTakeFirstOrThrow())
          .query_text,
      },
      ...{ data_source_id: source, max_age: 0 },
    })
    expect(joined.status).toBe(200)
    await ask(await person(), source)
  })

  it('applies to all callers with a key together', async () => {
    const source = await ownSource()
    const query = await createQuery(app.context, {
      ...{ data_source_id: source, query: 'select {{n}} as n' },
      options: { parameters: [{ name: 'n', title: 'n', type: 'number', value: 1 }] },
    })
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        post(`/api/queries/${query.id}/results?api_key=${query.api_key}`, '', {
          parameters: { n },
          max_age: 0,
        }),
      ),
    )
    expect(await tally(replies)).toEqual([200, 100])
  })

  it('also counts connection tests and schema refreshes', async () => {
    const source = await ownSource()
    const admin = await app.as(app.admin)
    await askMany(admin, source, 200)
    expect((await admin.post(`/api/data_sources/${source}/test`)).statusCode).toBe(429)
    expect((await admin.get(`/api/data_sources/${source}/schema?refresh=true`)).statusCode).toBe(429)
  })
})

describe('the last free place of a data source', () => {
  it('goes only to an asker who runs nothing there', async () => {
    const source = await ownSource(3)
    const [many, other] = [await person(), await person()]
    const a = await askMany(many, source, 4)
    const started = [await claim(), await claim()]
    expect(started).toEqual(a.slice(0, 2))
    expect(await claim()).toBeNull()
    const waiting = (await many.get(`/api/jobs/${a[2]}`)).json<{ job: JobOnTheWire }>().job.waiting
    await app.context.pool.query('insert into workers (id, hostname, pid) values ($1, $2, 1)', [
      worker.id,
      'x',
    ])
    expect((await many.get(`/api/jobs/${a[2]}`)).json<{ job: JobOnTheWire }>().job.waiting).toEqual({
      reason: expect.stringMatching(/^The last free run of .+ is kept for others/),
      place: 1,
    })
    await app.context.pool.query('delete from workers')
    expect(waiting?.place).toBe(1)
    const b = await askMany(other, source, 2)
    expect(await claim()).toBe(b[0])
    expect(await claim()).toBeNull()
    const elsewhere = await ownSource()
    const there = await ask(many, elsewhere)
    expect(await claim()).toBe(there)
  })

  it('is not kept where there is only one', async () => {
    const source = await ownSource(1)
    const id = await ask(await person(), source)
    expect(await claim()).toBe(id)
  })

  it('is offered again when a run ends, also to an asker behind the first in line', async () => {
    const source = await ownSource(3)
    const [one, other] = [await person(), await person()]
    const a = await askMany(one, source, 4)
    const b = await askMany(other, source, 3)
    expect([await claim(), await claim(), await claim()]).toEqual([a[0], b[0], null])
    await app.context.pool.query('delete from graphile_worker._private_jobs')
    await end(b[0] ?? null)
    await wakeNextRun(app.context.db, source)
    const { rows } = await app.context.pool.query<{ key: string }>('select key from graphile_worker.jobs')
    expect(rows.map(({ key }) => key).toSorted()).toEqual([`run_job:${a[1]}`, `run_job:${b[1]}`].toSorted())
    expect([await claim(), await claim(), await claim()]).toEqual([a[1], b[1], null])
  })
})

describe('turns', () => {
  it('serve the first run of each asker before the second run of any, in the order of the reported places', async () => {
    const source = await ownSource(1)
    const [many, few, late] = [await person(), await person(), await person()]
    const a = await askMany(many, source, 6)
    const b = await askMany(few, source, 2)
    const running = await claim()
    expect(running).toBe(a[0])
    const c = await askMany(late, source, 1)
    const expected = [b[0], a[1], c[0], b[1], a[2], a[3], a[4], a[5]]
    const callers = new Map([...a.map((id) => [id, many] as const), ...b.map((id) => [id, few] as const)])
    await app.context.pool.query(
      'insert into workers (id, hostname, pid, heartbeat_at) values ($1, $2, 1, now())',
      [worker.id, 'here'],
    )
    const places = await Promise.all(expected.map((id) => placeOf(callers.get(id ?? '') ?? late, id ?? '')))
    await app.context.pool.query('delete from workers')
    await end(running)
    const served = await serve(8)
    expect(served.toSorted()).toEqual(expected.toSorted() as string[])
    expect(served.map((id) => places[expected.indexOf(id ?? '')])).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // no second run comes before a first one
    expect(served.indexOf(c[0] ?? '')).toBeLessThan(3)
    expect(served.indexOf(b[1] ?? '')).toBeLessThan(5)
  })

  it('starve no asker on another data source, with one place or several', async () => {
    const [flooded, other] = [await ownSource(), await ownSource()]
    const [many, one] = [await person(), await person()]
    await askMany(many, flooded, 20)
    const started = [await claim(), await claim()]
    const mine = await askMany(one, other, 3)
    const order: (string | null)[] = []
    for (const id of started) {
      await end(id)
      order.push(await claim())
    }
    expect(order[0]).toBe(mine[0])
    for (const id of order) await end(id)
    const rest = await serve(4)
    expect(mine.slice(1).every((id) => rest.includes(id))).toBe(true)
  })

  it('serve another data source before an asker who floods one', async () => {
    const [first, second] = [await ownSource(), await ownSource()]
    const [many, one] = [await person(), await person()]
    await askMany(many, first, 20)
    await askMany(many, second, 1)
    const mine = await ask(one, second)
    expect((await serve(4)).includes(mine)).toBe(true)
  })

  it('come before schedules, no matter which user requests the run', async () => {
    const source = await ownSource(1)
    const scheduled = await insertJob(app.context.db, {
      ...{ org_id: app.organization.id, kind: 'query', data_source_id: source, is_scheduled: true },
      ...{ user_id: app.member.id, actor_name: app.member.email, query_hash: 's', query_text: 'select 1' },
    })
    const asked = await askMany(await person(), source, 3)
    expect(await serve(4)).toEqual([...asked, scheduled.id])
    expect(await claim(false)).toBeNull()
  })

  it('let an asker who runs nothing go before the next run of one who runs now, and starve neither', async () => {
    const source = await ownSource(1)
    const [many, few, late] = [await person(), await person(), await person()]
    const first = await ask(many, source)
    expect(await claim()).toBe(first)
    const rest = await askMany(many, source, 3)
    const mine = await ask(few, source)
    const [shown, behind] = [await placeIn(many, rest[0] ?? ''), await placeIn(few, mine)]
    expect([behind, shown]).toEqual([1, 2])
    await end(first)
    expect(await claim()).toBe(mine)
    // served since the other one stood in line: their next run comes after it, also beside newcomers
    const again = await ask(few, source)
    const newcomer = await ask(late, source)
    await end(mine)
    const order = await serve(4)
    expect(order.indexOf(rest[0] ?? '')).toBeLessThan(order.indexOf(again))
    expect(order.slice(0, 3)).toContain(newcomer)
    expect(order.slice(0, 2)).toContain(rest[0])
  })

  it('close up when a run in the middle is cancelled', async () => {
    const source = await ownSource(1)
    const [many, few] = [await person(), await person()]
    const a = await askMany(many, source, 5)
    const b = await askMany(few, source, 3)
    for (const id of a.slice(0, 4)) await many.delete(`/api/jobs/${id}`)
    const served = await serve(4)
    expect(served.indexOf(a[4] ?? '')).toBeLessThan(2)
    expect(served.filter((id) => b.includes(id ?? ''))).toEqual(b)
  })

  it('are chosen without reading the whole line', async () => {
    const source = await ownSource(1)
    await app.context.pool.query(
      `insert into jobs (id, org_id, kind, data_source_id, actor_name, asker, query_hash, query_text, turn)
       select gen_random_uuid(), $1, 'query', $2, 'a', 'user ' || n % 50, n, 'select 1', n / 50
       from generate_series(1, 10000) n`,
      [app.organization.id, source],
    )
    await app.context.pool.query('vacuum analyze jobs')
    // rows and index entries read by the choice, as counted by the connection that chose
    const read = await app.context.db.connection().execute(async (db) => {
      const count = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(db)
        const { rows } = await sql<{ count: number }>`
          select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_user_tables where relname = 'jobs'`.execute(
          db,
        )
        return rows[0]?.count ?? 0
      }
      const before = await count()
      expect(await claimJob(db, { jobId: randomUUID(), mayBeScheduled: true }, worker)).not.toBeNull()
      return (await count()) - before
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(100)
  })
})

it('runs the job of a second user during a flood by the first', async () => {
  const [flooded, other] = [await ownSource(), await ownSource()]
  const [many, one] = [await person(), await person()]
  for (let index = 0; index < 30; index++) await ask(many, flooded, `select pg_sleep(0.1), ${++texts}`)
  const [same, elsewhere] = [await ask(one, flooded), await ask(one, other)]
  const running = await workerUnderTest(app, { workerConcurrency: 2 })
  try {
    const ended = async (ids: readonly string[]) =>
      (
        await app.context.db
          .selectFrom('jobs')
          .select('id')
          .where('status', '=', 'finished')
          .where('id', 'in', ids)
          .execute()
      ).length
    await expect.poll(() => ended([same, elsewhere]), { timeout: 20_000 }).toBe(2)
    const waiting = await app.context.db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'queued')
      .execute()
    expect(waiting.length).toBeGreaterThan(10)
    const left = async () =>
      (await app.context.db.selectFrom('jobs').select('id').where('status', '<>', 'finished').execute())
        .length
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
  } finally {
    await running.stop()
  }
})
