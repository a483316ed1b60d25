import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertJob } from '#server/runs/jobs/insert-job-store.ts'
import { startRefreshes } from '#server/runs/schedules/start-refreshes.ts'
import type { JobQueueStatus, OutdatedQuery, WorkerStatus } from '#shared/status/status-api.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createQuery, createResult } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

interface QueueStatus {
  queues: Record<string, JobQueueStatus>
  workers: WorkerStatus[]
}
const queueStatus = async () =>
  (await (await app.as(app.admin)).get('/api/admin/queries/rq_status')).json<QueueStatus>()

describe('who may look', () => {
  it.each(['/status.json', '/api/admin/queries/rq_status', '/api/admin/queries/outdated'])(
    '%s',
    async (path) => {
      const refused = await app.anonymous.get(path, { headers: { accept: '*/*' } })
      expect(refused.statusCode).toBe(401)
      expect(refused.json()).toMatchObject({ code: 'auth.required' })
      expect((await (await app.as(app.member)).get(path)).statusCode).toBe(403)
      expect((await (await app.as(app.admin)).get(path)).statusCode).toBe(200)
      expect((await app.withKey(app.admin.api_key).get(path)).statusCode).toBe(200)
    },
  )

  it('an admin without the permission super_admin may not', async () => {
    await app.context.db
      .updateTable('groups')
      .set({ permissions: ['admin'] })
      .where('id', '=', app.organization.adminGroup)
      .execute()
    const refused = await (await app.as(app.admin)).get('/status.json')
    await app.context.db
      .updateTable('groups')
      .set({ permissions: ['admin', 'super_admin'] })
      .where('id', '=', app.organization.adminGroup)
      .execute()
    expect(refused.statusCode).toBe(403)
  })
})

describe('the queues', () => {
  it('list waiting jobs by queue, and running jobs with their worker', async () => {
    const { db } = app.context
    const query = await createQuery(app.context, { name: 'Waiting', user_id: app.member.id })
    const job = (text: string, more: object = {}) =>
      insertJob(db, {
        org_id: app.organization.id,
        kind: 'query',
        data_source_id: query.data_source_id,
        user_id: app.member.id,
        actor_name: app.member.email,
        query_id: query.id,
        query_hash: text.padEnd(32, '0'),
        query_text: text,
        ...more,
      })
    const running = await job('a')
    await job('b')
    await job('c', { is_scheduled: true })
    await db
      .insertInto('workers')
      .values({
        id: running.id,
        hostname: 'tower',
        pid: 7,
        concurrency: 3,
        successful_jobs: 2,
        working_seconds: 1.5,
      })
      .execute()
    await sql`update jobs set status = 'started', started_at = now(), worker_id = id where id = ${running.id}`.execute(
      db,
    )

    const { queues, workers } = await queueStatus()
    expect(queues['queries']).toMatchObject({ name: 'queries', queued: 1 })
    expect(queues['scheduled_queries']).toMatchObject({ queued: 1, started: [] })
    expect(queues['queries']?.started).toEqual([
      {
        ...{ id: running.id, name: 'run_query', origin: 'queries' },
        ...{ enqueued_at: expect.stringMatching(/Z$/), started_at: expect.stringMatching(/Z$/) },
        meta: {
          ...{ org_id: app.organization.id, data_source_id: query.data_source_id, query_id: query.id },
          ...{ user_id: app.member.id, scheduled: false, query_name: 'Waiting', user_name: app.member.name },
          data_source_name: expect.any(String),
        },
      },
    ])
    expect(workers).toEqual([
      {
        ...{ name: running.id, hostname: 'tower', pid: 7, state: 'busy', concurrency: 3 },
        ...{ successful_jobs: 2, failed_jobs: 0, total_working_time: 1.5 },
        current_job: `${running.id} (run_query)`,
        queues: expect.stringContaining('queries'),
        ...{ birth_date: expect.any(String), last_heartbeat: expect.any(String) },
      },
    ])
    await sql`update workers set heartbeat_at = now() - interval '11 seconds'`.execute(db)
    expect((await queueStatus()).workers).toMatchObject([{ state: 'suspended' }])
    await sql`delete from jobs`.execute(db)
    await sql`delete from workers`.execute(db)
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db)
  })

  it('count finished and failed runs of a real worker; cancelled runs count as neither', async () => {
    const admin = await app.as(app.admin)
    const source = await admin.post('/api/data_sources', {
      name: 'Own',
      type: 'pg',
      options: ownDatabaseOptions(app),
    })
    const { id: data_source_id } = source.json<{ id: number }>()
    const worker = await workerUnderTest(app)
    try {
      const run = async (query: string) => {
        const asked = await admin.post('/api/query_results', { data_source_id, query, max_age: 0 })
        return asked.json<{ job: { id: string } }>().job.id
      }
      expect((await untilEnded(admin, await run('select 1'))).status).toBe(3)
      expect((await untilEnded(admin, await run('select nothing'))).status).toBe(4)
      const slow = await run('select pg_sleep(60)')
      await expect.poll(async () => (await queueStatus()).workers[0]?.current_job).toBe(`${slow} (run_query)`)
      expect((await queueStatus()).workers).toMatchObject([{ name: worker.id, state: 'busy' }])
      await admin.delete(`/api/jobs/${slow}`)
      await expect
        .poll(async () => (await queueStatus()).workers)
        .toMatchObject([{ state: 'idle', current_job: null, successful_jobs: 1, failed_jobs: 1 }])
      const [shown] = (await queueStatus()).workers
      expect(shown?.total_working_time).toBeGreaterThan(0)

      // and /metrics reports it within ten seconds
      await expect
        .poll(async () => (await app.anonymous.get('/metrics')).body, { timeout: 25_000 })
        .toMatch(/sextant_runs_total\{kind="query",outcome="cancelled",process="worker",worker=".+"\} 1/)
      const { body } = await app.anonymous.get('/metrics')
      expect(body).toMatch(/sextant_runs_total\{kind="query",outcome="finished",.*\} 1\n/)
      expect(body).toMatch(/sextant_result_rows_total\{.*\} 1\n/)
      expect(body).toMatch(/sextant_run_seconds_count\{kind="query",.*\} 3\n/)
      expect(body).toContain('\nsextant_workers 1\n')
    } finally {
      await worker.stop()
    }
    expect((await queueStatus()).workers).toEqual([])
  })
})

describe('outdated queries', () => {
  const outdated = async () =>
    (await (await app.as(app.admin)).get('/api/admin/queries/outdated')).json<{
      queries: OutdatedQuery[]
      count: number
      updated_at: string
      last_refresh_at: string | null
      refreshes_queries: boolean
    }>()

  it('are due queries, and queries with an unfinished run; /status.json counts them', async () => {
    const { db, config, clock, log } = app.context
    expect(await outdated()).toMatchObject({
      queries: [],
      count: 0,
      last_refresh_at: null,
      refreshes_queries: false,
    })
    const schedule = { interval: 3600, time: null, day_of_week: null, until: null }
    const due = await createQuery(app.context, { name: 'Due', user_id: app.member.id, tags: ['north'] })
    const fresh = await createQuery(app.context, { name: 'Fresh' })
    await sql`update queries set schedule = ${JSON.stringify(schedule)} where id in (${due.id}, ${fresh.id})`.execute(
      db,
    )
    await sql`update queries set last_scheduled_at = now() - interval '10 minutes' where id = ${fresh.id}`.execute(
      db,
    )
    await sql`update queries set last_scheduled_at = now() - interval '90 minutes' where id = ${due.id}`.execute(
      db,
    )
    const before = await outdated()
    expect(before).toMatchObject({
      count: 1,
      queries: [{ id: due.id, name: 'Due', tags: ['north'], schedule }],
    })
    expect(before.queries[0]).toMatchObject({
      is_draft: expect.any(Boolean),
      runtime: null,
      retrieved_at: null,
    })
    expect(before.queries[0]?.user).toMatchObject({ id: app.member.id, name: app.member.name })
    expect(before.queries[0]).not.toHaveProperty('query')
    expect(before.queries[0]).not.toHaveProperty('api_key')
    expect(Number(before.updated_at)).toBeCloseTo(Date.now() / 1000, -2)

    await startRefreshes({ db, config, clock, log })
    // it is queued now
    expect(await outdated()).toMatchObject({
      count: 1,
      queries: [{ id: due.id }],
      last_refresh_at: expect.stringMatching(/^\d+/),
    })
    const status = (await (await app.as(app.admin)).get('/status.json')).json()
    expect(status.manager).toMatchObject({
      ...{ outdated_queries_count: '1', query_ids: `[${due.id}]` },
      ...{ started_at: expect.stringMatching(/^\d+/), last_refresh_at: expect.stringMatching(/^\d+/) },
      queues: { scheduled_queries: { size: 1 }, queries: { size: 0 } },
    })
    const { body } = await app.anonymous.get('/metrics')
    expect(body).toContain('\nsextant_scheduler_due 1\n')
    const [, lag] = /\nsextant_scheduler_lag_seconds (\S+)\n/.exec(body) ?? []
    expect(Number(lag)).toBeGreaterThan(1790)
    await sql`delete from jobs`.execute(db)
    expect((await outdated()).count).toBe(0)
  })
})

it('/status.json reports figures of the whole instance', async () => {
  const status = (await (await app.as(app.admin)).get('/status.json')).json()
  expect(status).toMatchObject({
    ...{
      version: app.context.config.version,
      workers: [],
      dashboards_count: 0,
      widgets_count: 0,
      alerts_count: 0,
    },
    database_metrics: {
      metrics: [
        ['Query Results Size', expect.any(Number)],
        ['Sextant DB Size', expect.any(Number)],
      ],
    },
  })
  expect(status.queries_count).toBeGreaterThan(0)
  const { query_results_count, unused_query_results_count } = status
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await createResult(app.context, { retrieved_at: days(6) })
  await createResult(app.context, { retrieved_at: days(8) })
  await createResult(app.context, { retrieved_at: days(8), query_id: (await createQuery(app.context)).id })
  const counted = (await (await app.as(app.admin)).get('/status.json')).json()
  expect(counted.query_results_count).toBe(query_results_count + 3)
  // what the cleanup would remove
  expect(counted.unused_query_results_count).toBe(unused_query_results_count + 1)
})

describe('for machines', () => {
  it('/healthz and /readyz need no authentication, and readiness checks the schema', async () => {
    expect((await app.anonymous.get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await app.anonymous.get('/readyz')).json()).toEqual({ status: 'ok' })
    const { db } = app.context
    await sql`insert into migrations (name) values ('9999-future.sql')`.execute(db)
    await expect
      .poll(async () =>
        (await app.anonymous.get('/readyz', { headers: { accept: 'application/json' } })).json(),
      )
      .toMatchObject({ code: 'server.schema' })
    expect((await app.anonymous.get('/readyz')).statusCode).toBe(503)
    expect((await app.anonymous.get('/healthz')).statusCode).toBe(200)
    await sql`delete from migrations where name = '9999-future.sql'`.execute(db)
    await expect.poll(async () => (await app.anonymous.get('/readyz')).statusCode).toBe(200)
  })

  it('/metrics counts requests by route, and reveals nothing from addresses', async () => {
    const member = await app.as(app.member)
    await member.get('/api/queries/999999?api_key=canary-in-an-address')
    await member.get('/queries/canary-page')
    const reply = await app.anonymous.get('/metrics')
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(reply.body).toContain(
      'sextant_http_requests_total{method="GET",route="/api/queries/:id",status="404",process="web"} 1\n',
    )
    expect(reply.body).toMatch(
      /sextant_http_requests_total\{method="GET",route="page",status="\d+",process="web"\} \d/,
    )
    expect(reply.body).not.toContain('canary')
    expect(reply.body).toContain('\nsextant_database_up 1\n')
    expect(reply.body).toMatch(/process_resident_memory_bytes\{process="web"\} \d{7}/)
    expect(reply.body).toMatch(/sextant_event_loop_lag_seconds\{statistic="p99",process="web"\} \d/)
    // only HELP, TYPE and sample lines
    for (const line of reply.body.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? (-?[\d.e+-]+|NaN|\+Inf))$/)
    }
  })

  it('/metrics is closed to requests through a proxy', async () => {
    const reply = await app.anonymous.get('/metrics', { headers: { 'x-forwarded-for': '10.1.1.1' } })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
    expect(reply.body).toMatch(/^Only programs on the machine .* set SEXTANT_METRICS_TOKEN .*\n$/)
    expect(reply.body).not.toContain('sextant_')
  })
})
