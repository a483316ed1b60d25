import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createUser } from '#test/factories.ts'
import { type MailServer, startMailServer } from '#test/live/mail-server.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { queueFailureMails } from './queue-failure-mails-job.ts'

let app: AppUnderTest
let member: Caller
let mailServer: MailServer
let sourceId: number
let worker: { stop(): Promise<void> } | null = null

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  mailServer = await startMailServer()
})
afterAll(async () => {
  await mailServer?.close()
  await app?.close()
})
beforeEach(async () => {
  sourceId = (await createDataSource(app.context, { options: ownDatabaseOptions(app) })).id
  await wanted(true)
})
afterEach(async () => {
  await worker?.stop()
  worker = null
  mailServer.mails.length = 0
  await app.context.db.deleteFrom('jobs').execute()
  await app.context.db.deleteFrom('queries').execute()
})

const mailing = () => ({
  ...{ mailPort: mailServer.port, mailDefaultSender: 'sextant@example.com' },
  publicUrl: 'https://sextant.example.com',
})
const start = async (config: Partial<Config> = {}) => {
  worker = await workerUnderTest(app, { refreshesQueries: true, ...mailing(), ...config })
}

async function wanted(mails: boolean): Promise<void> {
  const settings = JSON.stringify({ send_email_on_failed_scheduled_queries: mails })
  await app.context.db.updateTable('organizations').set({ settings }).execute()
}

async function scheduled(text: string, fields: { name?: string; user_id?: number; failures?: number } = {}) {
  const { name = text, user_id = app.member.id } = fields
  const { id } = await createQuery(app.context, { data_source_id: sourceId, query: text, user_id, name })
  await app.context.db
    .updateTable('queries')
    .set({ schedule: JSON.stringify({ interval: 3600 }), schedule_failures: fields.failures ?? 0 })
    .where('id', '=', id)
    .execute()
  return id
}

const stored = (id: number) =>
  app.context.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const failures = () => app.context.db.selectFrom('scheduled_failures').selectAll().orderBy('id').execute()
const soon = { timeout: 20_000 }

describe('a worker with a scheduler', () => {
  it('runs due queries: the result is the newest one, and no save has happened', async () => {
    const id = await scheduled('select 42 as answer', { failures: 2 })
    const before = await stored(id)
    await start()
    await expect.poll(async () => (await stored(id)).latest_result_id, soon).not.toBeNull()
    const after = await stored(id)
    expect(after).toMatchObject({
      version: before.version,
      updated_at: before.updated_at,
      schedule_failures: 0,
    })
    const result = (await member.get(`/api/queries/${id}/results.json`)).json()
    expect(result.query_result.data.rows).toEqual([{ answer: 42 }])
    const { next_refresh_at } = (await member.get(`/api/queries/${id}`)).json()
    expect(Date.parse(next_refresh_at)).toBe((after.last_scheduled_at?.getTime() ?? 0) + 3_600_000)
  })

  it('coordinates with others, and with itself after a restart: each query is started once', async () => {
    const ids: number[] = []
    for (let index = 0; index < 12; index++) ids.push(await scheduled(`select ${index} as once`))
    const others = await Promise.all([1, 2].map(() => workerUnderTest(app, { refreshesQueries: true })))
    await others[0]?.stop()
    await start()
    const finished = () =>
      app.context.db.selectFrom('jobs').select('query_id').where('status', '=', 'finished').execute()
    await expect.poll(async () => (await finished()).length, soon).toBe(12)
    await others[1]?.stop()
    const started = await app.context.db.selectFrom('jobs').select('query_id').orderBy('query_id').execute()
    expect(started.map((job) => job.query_id)).toEqual(ids)
  })

  it('can be configured to start nothing', async () => {
    const id = await scheduled('select 42 as answer')
    await start({ refreshesQueries: false })
    const asked = await member.post('/api/query_results', {
      query: 'select 1',
      data_source_id: sourceId,
      max_age: 0,
    })
    await untilEnded(member, asked.json().job.id)
    expect(await stored(id)).toMatchObject({ last_scheduled_at: null, latest_result_id: null })
  })

  it('counts failures, delays the next run, and starts over when any run of the query succeeds', async () => {
    const id = await scheduled('select * from no_such_table')
    await start()
    await expect.poll(async () => (await stored(id)).schedule_failures, soon).toBe(1)
    const detail = (await member.get(`/api/queries/${id}`)).json()
    expect(detail).toMatchObject({ schedule_failures: 1, version: 1 })
    const { last_scheduled_at, updated_at } = await stored(id)
    expect(Date.parse(detail.next_refresh_at)).toBe((last_scheduled_at?.getTime() ?? 0) + 3_600_000 + 120_000)
    expect(detail.updated_at).toBe(updated_at.toISOString())
    expect(await failures()).toMatchObject([
      { query_id: id, user_id: app.member.id, message: 'relation "no_such_table" does not exist' },
    ])
    // other text, typed on the page of the query
    const asked = await member.post('/api/query_results', {
      ...{ query: 'select 1', data_source_id: sourceId, max_age: 0, query_id: id },
    })
    await untilEnded(member, asked.json().job.id)
    expect((await stored(id)).schedule_failures).toBe(0)
  })

  it('leaves places for users, however many schedules are due', async () => {
    for (let index = 0; index < 8; index++) await scheduled(`select pg_sleep(60), ${index}`)
    await start({ workerConcurrency: 2 })
    const running = () =>
      app.context.db.selectFrom('jobs').select('is_scheduled').where('status', '=', 'started').execute()
    await expect.poll(async () => (await running()).length, soon).toBe(1)
    const asked = await member.post('/api/query_results', {
      ...{ query: 'select 2 as mine', data_source_id: sourceId, max_age: 0 },
    })
    const job = await untilEnded(member, asked.json().job.id)
    expect(job.status).toBe(3)
    expect(await running()).toEqual([{ is_scheduled: true }])
  })

  it('lets a scheduled run that a user also requests overtake the others', async () => {
    // the last in line: newer queries are started first
    await scheduled('select 5 as wanted')
    for (let index = 0; index < 4; index++) await scheduled(`select pg_sleep(60), ${index}`)
    await app.context.db.updateTable('data_sources').set({ max_runs: 2 }).where('id', '=', sourceId).execute()
    await start({ workerConcurrency: 4 })
    await expect
      .poll(async () => (await app.context.db.selectFrom('jobs').select('id').execute()).length, soon)
      .toBe(5)
    const asked = await member.post('/api/query_results', {
      ...{ query: 'select 5 as wanted', data_source_id: sourceId, max_age: 0 },
    })
    const job = await untilEnded(member, asked.json().job.id)
    expect(job.status).toBe(3)
    const mine = await app.context.db
      .selectFrom('jobs')
      .select(['is_scheduled', 'is_awaited'])
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    expect(mine).toEqual({ is_scheduled: true, is_awaited: true })
  })

  it('does not count a run cancelled by a user as a failure', async () => {
    const id = await scheduled('select pg_sleep(60)')
    await start()
    const live = () =>
      app.context.db.selectFrom('jobs').select('id').where('status', '=', 'started').executeTakeFirst()
    await expect.poll(async () => (await live())?.id, soon).toBeDefined()
    const job = await live()
    await member.delete(`/api/jobs/${job?.id}?for_all=true`)
    expect((await untilEnded(member, job?.id ?? '')).error).toMatch(/^Query cancelled by /)
    expect((await stored(id)).schedule_failures).toBe(0)
  })
})

describe('failure mails', () => {
  it('report all failures to the owner in one mail, through a worker and a mail server', async () => {
    await scheduled('select * from no_such_table', { name: 'Broken & <b>bold</b>' })
    await scheduled('select 1/0', { name: 'Also broken' })
    await start()
    await expect.poll(async () => (await failures()).length, soon).toBe(2)
    await app.context.jobs.add('queue_failure_mails', {})
    await expect.poll(() => mailServer.mails.length, soon).toBe(1)
    await expect.poll(failures, soon).toEqual([])
    const [mail] = mailServer.mails
    expect(mail?.to).toEqual([app.member.email])
    expect(mail?.source).toContain('Subject: Sextant failed to execute 2 of your scheduled queries')
    const source = mail?.source.replaceAll('=\r\n', '') ?? ''
    expect(source).toContain('Broken &amp; &lt;b&gt;bold&lt;/b&gt;')
    expect(source).toContain('division by zero')
    expect(source).toMatch(/https:\/\/sextant\.example\.com\/queries\/\d+/)
  })

  const failed = async (fields: { user_id?: number; count?: number } = {}) => {
    const id = await scheduled(`select ${Math.random()}`, fields)
    const { user_id = app.member.id, count = 1 } = fields
    for (let index = 1; index <= count; index++) {
      await app.context.db
        .insertInto('scheduled_failures')
        .values({ query_id: id, user_id, message: 'no', schedule_failures: index, failed_at: new Date() })
        .execute()
    }
    return id
  }
  const needs = (config: Partial<Config> = {}) => ({
    ...app.context,
    config: { ...app.context.config, ...mailing(), ...config },
  })
  const mails = () => app.context.db.selectFrom('mails').selectAll().orderBy('recipient').execute()

  afterEach(async () => {
    await app.context.db.deleteFrom('scheduled_failures').execute()
    await app.context.db.deleteFrom('mails').execute()
  })

  it('are one for each owner, also when several workers write at the same moment', async () => {
    await failed({ count: 3 })
    await failed()
    await failed({ user_id: app.admin.id })
    await Promise.all([1, 2, 3].map(() => queueFailureMails(needs())))
    expect((await mails()).map((mail) => [mail.recipient, mail.subject])).toEqual([
      [app.admin.email, 'Sextant failed to execute 1 of your scheduled queries'],
      [app.member.email, 'Sextant failed to execute 2 of your scheduled queries'],
    ])
    // they stay until the mail server has accepted the mails
    expect(await failures()).toHaveLength(5)
    await queueFailureMails(needs())
    expect(await mails()).toHaveLength(2)
    await app.context.db.deleteFrom('mails').where('recipient', '=', app.member.email).execute()
    expect(await failures()).toHaveLength(1)
  })

  it('skip owners who are disabled or have lost the data source, and are not sent without a mail server', async () => {
    const gone = await createUser(app.context, { email: 'gone@example.com', disabled_at: new Date() })
    await failed({ user_id: gone.id })
    const stranger = await createUser(app.context, { groups: [] })
    await failed({ user_id: stranger.id })
    await failed()
    await queueFailureMails(needs({ mailDefaultSender: null }))
    expect(await mails()).toEqual([])
    expect(await failures()).toMatchObject([{ user_id: app.member.id }])
    await queueFailureMails(needs())
    expect((await mails()).map((mail) => mail.recipient)).toEqual([app.member.email])
  })

  it.each([
    ['the organization does not want them', { failures: 0 }, false],
    ['a query has failed too often', { failures: 99 }, true],
  ])('are not written when %s', async (_, fields, wants) => {
    await wanted(wants)
    const id = await scheduled('select * from no_such_table', fields)
    await start()
    await expect.poll(async () => (await stored(id)).schedule_failures, soon).toBe(fields.failures + 1)
    expect(await failures()).toEqual([])
  })

  it('are written for the last failure that is reported', async () => {
    const id = await scheduled('select * from no_such_table', { failures: 98 })
    await start()
    await expect.poll(async () => (await stored(id)).schedule_failures, soon).toBe(99)
    await queueFailureMails(needs())
    expect((await mails())[0]?.text).toContain('This query has failed 99 times in a row.')
  })
})
