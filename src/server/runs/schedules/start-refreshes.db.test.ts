import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/kernel/db/database.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'
import { clearSchedules } from './clear-schedules-job.ts'
import { startRefreshes } from './start-refreshes.ts'

const day = 86_400
let app: AppUnderTest
let sourceId: number
let now = new Date()

beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())
beforeEach(async () => {
  const { db } = app.context
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('queries').execute()
  sourceId = (await createDataSource(app.context)).id
  now = new Date('2026-01-05T10:00:00Z')
})

const needs = () => ({ ...app.context, clock: () => now })

interface Fields {
  schedule?: unknown
  last?: string
  failures?: number
  options?: Record<string, unknown>
  data_source_id?: number
  is_archived?: boolean
}

/** A query that is due at every look, unless overridden. */
async function scheduled(text: string, fields: Fields = {}): Promise<number> {
  const { id } = await createQuery(app.context, {
    data_source_id: fields.data_source_id ?? sourceId,
    query: text,
    user_id: app.member.id,
    options: fields.options ?? {},
    is_archived: fields.is_archived ?? false,
  })
  await app.context.db
    .updateTable('queries')
    .set({
      schedule: JSON.stringify(fields.schedule ?? { interval: 3600 }),
      last_scheduled_at: fields.last === undefined ? null : new Date(fields.last),
      schedule_failures: fields.failures ?? 0,
    })
    .where('id', '=', id)
    .execute()
  return id
}

const jobs = () => app.context.db.selectFrom('jobs').selectAll().orderBy('queued_at').orderBy('id').execute()
const startedQueries = async () =>
  (await jobs()).map((job) => job.query_id).sort((a, b) => Number(a) - Number(b))
const stored = (id: number) =>
  app.context.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a look at the schedules', () => {
  it('puts the newest queries first in line, though all are queued in one transaction', async () => {
    const ids: number[] = []
    for (let index = 0; index < 6; index++) ids.push(await scheduled(`select ${index}`))
    await startRefreshes(needs())
    const inLine = await sql<{ query_id: number }>`
      select query_id from jobs order by turn, queued_at, id`.execute(app.context.db)
    expect(inLine.rows.map((row) => row.query_id)).toEqual(ids.toReversed())
  })

  it('starts due queries once, as their owners, and returns when to look again', async () => {
    const due = await scheduled('select 1', { last: '2026-01-05T08:59:00Z' })
    const later = await scheduled('select 2', { last: '2026-01-05T09:30:00Z' })
    const before = await stored(due)
    expect(await startRefreshes(needs())).toEqual(new Date('2026-01-05T10:30:00Z'))
    const [job, ...others] = await jobs()
    expect(others).toEqual([])
    expect(job).toMatchObject({
      ...{ query_id: due, data_source_id: sourceId, status: 'queued', is_scheduled: true },
      ...{ user_id: app.member.id, actor_name: app.member.email, query_text: 'select 1' },
    })
    // not a save: only the stamp and the hash have changed
    expect(await stored(due)).toEqual({ ...before, last_scheduled_at: now, query_hash: job?.query_hash })

    await app.context.db.updateTable('jobs').set({ status: 'finished', finished_at: now }).execute()
    expect(await startRefreshes(needs())).toEqual(new Date('2026-01-05T10:30:00Z'))
    now = new Date('2026-01-05T10:30:01Z')
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([due, later])
  })

  it('uses the newest result as the last run if no schedule has started one', async () => {
    const id = await scheduled('select 1')
    await createResult(app.context, { query_id: id, retrieved_at: new Date('2026-01-05T09:30:00Z') })
    expect(await startRefreshes(needs())).toEqual(new Date('2026-01-05T10:30:00Z'))
    expect(await jobs()).toEqual([])
  })

  it('starts a query that never ran at once', async () => {
    const id = await scheduled('select 1', {
      schedule: { interval: 7 * day, time: '09:00', day_of_week: 'Friday' },
    })
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([id])
  })

  it('skips paused and detached data sources, archived and unscheduled queries, and schedules that have ended', async () => {
    const paused = (await createDataSource(app.context, { is_paused: true })).id
    const resting = await scheduled('select 1', { data_source_id: paused })
    const detached = await scheduled('select 2')
    await app.context.db
      .updateTable('queries')
      .set({ data_source_id: null })
      .where('id', '=', detached)
      .execute()
    await scheduled('select 3', { is_archived: true })
    await scheduled('select 4', { schedule: {} })
    await scheduled('select 5', { schedule: { interval: 60, disabled: true } })
    await scheduled('select 6', { schedule: { interval: 60, until: '2026-01-05' } })
    await scheduled('select 7', { last: '2025-01-01T00:00:00Z', failures: 60 })
    expect(await startRefreshes(needs())).toBeNull()
    expect(await jobs()).toEqual([])

    // a pause loses no run
    await app.context.db
      .updateTable('data_sources')
      .set({ is_paused: false })
      .where('id', '=', paused)
      .execute()
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([resting])
  })

  it('skips invalid schedules, and follows them again once they are fixed', async () => {
    const broken = { interval: 'soon', time: null, day_of_week: null, until: null }
    const id = await scheduled('select 1', { schedule: broken })
    await startRefreshes(needs())
    expect(await jobs()).toEqual([])
    expect((await stored(id)).schedule).toEqual(broken)
    await app.context.db
      .updateTable('queries')
      .set({ schedule: JSON.stringify({ interval: '3600' }) })
      .where('id', '=', id)
      .execute()
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([id])
  })

  it('runs one of several with the same text on the same data source: the one with the highest id', async () => {
    const other = (await createDataSource(app.context)).id
    const first = await scheduled('select 1')
    const elsewhere = await scheduled('select 1', { data_source_id: other })
    const second = await scheduled('select   1 -- the same')
    const resting = await scheduled('select 1', { last: '2026-01-05T09:59:00Z' })
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([elsewhere, second])
    // the run was started for all due queries
    for (const id of [first, second, elsewhere]) expect((await stored(id)).last_scheduled_at).toEqual(now)
    expect((await stored(resting)).last_scheduled_at).toEqual(new Date('2026-01-05T09:59:00Z'))
  })

  it('counts queries covered by an active run as started', async () => {
    const id = await scheduled('select 1')
    const member = await app.as(app.member)
    const asked = await member.post('/api/query_results', {
      ...{ query: 'select 1', data_source_id: sourceId, max_age: 0 },
    })
    await startRefreshes(needs())
    expect((await jobs()).map((job) => job.id)).toEqual([asked.json().job.id])
    expect((await stored(id)).last_scheduled_at).toEqual(now)
  })
})

describe('many schedules', () => {
  it('starts a thousand after a long stop, in batches, each once', async () => {
    await scheduled('select 0')
    await app.context.pool.query(
      `insert into queries (org_id, data_source_id, user_id, name, query_text, query_hash, api_key_hash, encrypted_api_key,
         schedule)
       select org_id, data_source_id, user_id, name, 'select ' || n, md5('select ' || n), sha256(('key ' || n)::bytea), '', schedule
       from queries, generate_series(1, 999) n`,
    )
    await startRefreshes(needs())
    const ids = await startedQueries()
    expect(ids).toHaveLength(1000)
    expect(new Set(ids).size).toBe(1000)
    await startRefreshes(needs())
    expect(await startedQueries()).toHaveLength(1000)
    // users do not wait behind them, nor do they use up their owner's waiting limit
    const member = await app.as(app.member)
    const asked = await member.post('/api/query_results', {
      ...{ query: 'select 1 as mine', data_source_id: sourceId, max_age: 0 },
    })
    expect(asked.statusCode).toBe(200)
    const { job } = (await member.get(`/api/jobs/${asked.json().job.id}`)).json()
    expect(job.status).toBe(1)
    const { rows: queue } = await app.context.pool.query<{ priority: number; flags: unknown }>(
      `select priority, flags from graphile_worker.jobs where key = $1`,
      [`run_job:${job.id}`],
    )
    expect(queue).toEqual([{ priority: 0, flags: null }])
  })

  it('several workers that look at the same moment start each query once', async () => {
    const ids: number[] = []
    for (let index = 0; index < 150; index++) ids.push(await scheduled(`select ${index}`))
    const pools = [1, 2, 3, 4].map(() => openDatabase(app.database.url, { max: 4, onError: () => {} }))
    try {
      for (let round = 0; round < 5; round++) {
        await Promise.all(pools.map(({ db }) => startRefreshes({ ...needs(), db })))
      }
    } finally {
      for (const pool of pools) await pool.close()
    }
    expect(await startedQueries()).toEqual(ids)
  })

  it('a worker that dies in the middle has started a query either completely or not at all', async () => {
    const id = await scheduled('select 1')
    const { pool } = app.context
    // the stamp fails like the connection of a killed worker, so the job is rolled back too
    await pool.query(
      `create function refuse_stamp() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`,
    )
    await pool.query(
      `create trigger refuse_stamp before update of last_scheduled_at on queries execute function refuse_stamp()`,
    )
    await expect(startRefreshes(needs())).rejects.toThrow('gone')
    await pool.query('drop trigger refuse_stamp on queries')
    await pool.query('drop function refuse_stamp()')
    expect(await jobs()).toEqual([])
    expect((await stored(id)).last_scheduled_at).toBeNull()
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([id])
  })

  it('does not wait for locks: a query that is being saved is started at the next look', async () => {
    const held = await scheduled('select 1')
    const free = await scheduled('select 2')
    const client = await app.context.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from queries where id = $1 for update', [held])
      expect(await startRefreshes(needs())).toEqual(now)
      expect(await startedQueries()).toEqual([free])
    } finally {
      await client.query('rollback')
      client.release()
    }
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([held, free])
  })

  it('ends after the current batch when it has to stop', async () => {
    for (let index = 0; index < 101; index++) await scheduled(`select ${index}`)
    await startRefreshes(needs(), AbortSignal.abort())
    expect(await jobs()).toEqual([])
  })
})

describe('the values of a scheduled run', () => {
  const parameter = (fields: Record<string, unknown>) => ({
    parameters: [{ name: 'x', title: 'X', type: 'text', value: null, global: false, ...fields }],
  })

  it('are the saved ones, with the saved limit', async () => {
    await scheduled('select {{x}}', {
      options: { ...parameter({ type: 'number', value: 7 }), apply_auto_limit: true },
    })
    await startRefreshes(needs())
    expect((await jobs())[0]?.query_text).toBe('select 7 LIMIT 1000')
  })

  it('are dates of the day of the run in the zone of the organization, and the result becomes the newest', async () => {
    const { db } = app.context
    await db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ time_zone: 'Asia/Tokyo' }) })
      .where('id', '=', app.organization.id)
      .execute()
    now = new Date('2026-01-05T16:00:00Z')
    const id = await scheduled("select '{{x}}'", { options: parameter({ type: 'date', value: 'd_now' }) })
    await startRefreshes(needs())
    const [job] = await jobs()
    expect(job?.query_text).toContain('2026-01-06')
    expect((await stored(id)).query_hash).toBe(job?.query_hash)
    await db
      .updateTable('organizations')
      .set({ settings: '{}' })
      .where('id', '=', app.organization.id)
      .execute()
  })

  it.each([
    [
      'that do not fit',
      { type: 'number', value: 'seven' },
      'The following parameter values are incompatible',
    ],
    [
      'that are of no type',
      { type: 'enum', value: 'c', enumOptions: 'a\nb' },
      'The following parameter values',
    ],
  ])('%s count as a failure: nothing is started', async (_, fields, message) => {
    await mailsWanted(true)
    const id = await scheduled('select {{x}}', { options: parameter(fields) })
    await startRefreshes(needs())
    expect(await jobs()).toEqual([])
    expect(await stored(id)).toMatchObject({ schedule_failures: 1, last_scheduled_at: now, version: 1 })
    const failures = await app.context.db.selectFrom('scheduled_failures').selectAll().execute()
    expect(failures).toMatchObject([
      { query_id: id, user_id: app.member.id, schedule_failures: 1, failed_at: now },
    ])
    expect(failures[0]?.message).toContain(message)
    await mailsWanted(false)
  })

  it('that cannot be read do not block other queries', async () => {
    const empty = await scheduled('   ')
    const unreadable = await scheduled('select {{#x}')
    const unknown = await scheduled('select 1', {
      data_source_id: (await createDataSource(app.context, { type: 'no-such-type' })).id,
    })
    const good = await scheduled('select 1')
    await startRefreshes(needs())
    expect(await startedQueries()).toEqual([good])
    for (const id of [empty, unreadable, unknown]) expect((await stored(id)).schedule_failures).toBe(1)
  })
})

async function mailsWanted(wanted: boolean): Promise<void> {
  await app.context.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ send_email_on_failed_scheduled_queries: wanted }) })
    .where('id', '=', app.organization.id)
    .execute()
}

it('clears schedules whose last day is over, without a save', async () => {
  const over = await scheduled('select 1', { schedule: { interval: 60, until: '2026-01-05' } })
  const going = await scheduled('select 2', { schedule: { interval: 60, until: '2026-01-06' } })
  const odd = await scheduled('select 3', { schedule: { interval: 60, until: 'whenever' } })
  const before = await stored(over)
  await clearSchedules({ ...needs(), log: pino({ level: 'silent' }) })
  expect(before.schedule).not.toBeNull()
  expect(await stored(over)).toMatchObject({
    ...{ schedule: null, version: before.version, updated_at: before.updated_at },
    last_modified_by_id: before.last_modified_by_id,
  })
  expect((await stored(going)).schedule).not.toBeNull()
  expect((await stored(odd)).schedule).not.toBeNull()
})
