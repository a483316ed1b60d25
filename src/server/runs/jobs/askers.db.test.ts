import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { insertJob } from './insert-job-store.ts'

let app: AppUnderTest
let member: Caller
let viewer: Caller
let admin: Caller
let source: number
let query: { id: number; api_key: string }

beforeAll(async () => {
  app = await appUnderTest()
  ;[member, viewer, admin] = await Promise.all([app.as(app.member), app.as(app.viewer), app.as(app.admin)])
  const groups = { [app.organization.defaultGroup]: false, [app.viewerGroup]: true }
  source = (await createDataSource(app.context, { options: ownDatabaseOptions(app), groups })).id
  query = await createQuery(app.context, { data_source_id: source, query: 'select pg_sleep(30)' })
})
afterEach(() => app.context.db.deleteFrom('jobs').execute())
afterAll(() => app?.close())

const ask = async (who: Caller): Promise<string> => {
  const reply = await who.post(`/api/queries/${query.id}/results`, { max_age: 0 })
  expect(reply.statusCode).toBe(200)
  return reply.json().job.id
}
const askByKey = async (): Promise<string> =>
  (
    await app.anonymous.post(`/api/queries/${query.id}/results?api_key=${query.api_key}`, { max_age: 0 })
  ).json().job.id
const look = async (id: string, who = member) => (await who.get(`/api/jobs/${id}`)).json().job
const stored = (id: string) =>
  app.context.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stillGoesOn = { message: 'You are not waiting for this run. It goes on for one other.', others: 1 }
const goesOn = (others: number, words: string, is_scheduled = false) => ({
  message: `You no longer wait for this run. It goes on for ${words}.`,
  others,
  is_scheduled,
})

describe('cancelling a shared run', () => {
  it('removes the caller, and ends the run when no asker is left', async () => {
    const id = await ask(member)
    expect(await ask(viewer)).toBe(id)
    expect((await viewer.delete(`/api/jobs/${id}`)).json()).toEqual(goesOn(1, 'one other'))
    // sent again, like a client that got no reply: this never ends the run of others
    expect((await viewer.delete(`/api/jobs/${id}`)).json()).toMatchObject(stillGoesOn)
    expect(await look(id)).toMatchObject({ status: 1, shared: null })
    expect((await member.delete(`/api/jobs/${id}`)).json()).toBeNull()
    expect(await look(id)).toMatchObject({ status: 4, error: 'Query cancelled by user.' })
  })

  it('hands the run over to the others: from then on it counts for them', async () => {
    const id = await ask(member)
    await ask(viewer)
    await member.delete(`/api/jobs/${id}`)
    expect((await stored(id)).asker).toBe(`user ${app.viewer.id}`)
  })

  it('ends nothing for a caller who never requested the run', async () => {
    const id = await ask(member)
    await look(id, viewer)
    expect((await viewer.delete(`/api/jobs/${id}`)).json()).toMatchObject(stillGoesOn)
    expect((await stored(id)).status).toBe('queued')
    const outsider = await app.as(app.outsider)
    expect((await outsider.delete(`/api/jobs/${id}`)).statusCode).toBe(403)
    expect((await app.anonymous.delete(`/api/jobs/${id}`)).statusCode).toBe(401)
  })

  it('ends it once when all askers leave at the same moment', async () => {
    const id = await ask(member)
    await Promise.all([ask(viewer), ask(admin)])
    await Promise.all([member, viewer, admin].map((who) => who.delete(`/api/jobs/${id}`)))
    expect((await stored(id)).status).toBe('cancelled')
  })

  it('leaves no asker with a run that ended while they joined it', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await ask(member)
      const [joined] = await Promise.all([ask(viewer), member.delete(`/api/jobs/${id}`)])
      expect((await stored(joined)).status).toBe('queued')
      await viewer.delete(`/api/jobs/${joined}`)
    }
  })

  it('waits for askers who never polled, but not for those who have long been silent', async () => {
    const id = await ask(member)
    await ask(viewer)
    await look(id)
    const silent = (minutes: number) =>
      app.context.pool.query(
        `update job_askers set seen_at = now() - make_interval(mins => $1), asked_at = now() - interval '1 day'
         where seen_at is not null`,
        [minutes],
      )
    await silent(29)
    expect((await look(id, admin)).shared).toMatchObject({ others: 2 })
    await silent(31)
    expect((await look(id, admin)).shared).toMatchObject({ others: 1 })
    expect((await viewer.delete(`/api/jobs/${id}`)).json()).toBeNull()
    expect((await stored(id)).status).toBe('cancelled')
    const unseen = await ask(member)
    await app.context.pool.query(`update job_askers set asked_at = now() - interval '1 day'`)
    await ask(viewer)
    expect((await viewer.delete(`/api/jobs/${unseen}`)).json()).toEqual(goesOn(1, 'one other'))
  })

  it('records a poll only from time to time', async () => {
    const id = await ask(member)
    const seen = async () =>
      (await app.context.db.selectFrom('job_askers').select('seen_at').executeTakeFirstOrThrow()).seen_at
    await look(id)
    const first = await seen()
    expect(first).not.toBeNull()
    await look(id)
    expect(await seen()).toEqual(first)
  })

  it('counts all callers with a key as one, and does not let them end the run', async () => {
    const id = await ask(member)
    expect(await askByKey()).toBe(id)
    expect((await look(id)).shared).toEqual({ others: 1, is_scheduled: false, may_end_for_all: true })
    expect((await app.anonymous.delete(`/api/jobs/${id}?api_key=${query.api_key}`)).statusCode).toBe(401)
    const shown = await app.anonymous.get(`/api/queries/${query.id}/jobs/${id}?api_key=${query.api_key}`)
    expect(shown.json().job.shared).toBeNull()
    expect((await member.delete(`/api/jobs/${id}`)).json()).toEqual(goesOn(1, 'one other'))
  })
})

describe('a scheduled run', () => {
  const schedule = () =>
    insertJob(app.context.db, {
      ...{ org_id: app.organization.id, kind: 'query', data_source_id: source, is_scheduled: true },
      ...{
        user_id: app.member.id,
        actor_name: app.member.email,
        query_text: 'select 1',
        query_hash: 'scheduled',
      },
    })
  const join = () =>
    insertJob(app.context.db, {
      ...{ org_id: app.organization.id, kind: 'query', data_source_id: source },
      ...{
        user_id: app.viewer.id,
        actor_name: app.viewer.email,
        query_text: 'select 1',
        query_hash: 'scheduled',
      },
    })

  it('continues for its schedule, behind users again', async () => {
    const { id } = await schedule()
    await join()
    expect(await stored(id)).toMatchObject({ is_awaited: true, asker: `user ${app.viewer.id}` })
    expect((await viewer.delete(`/api/jobs/${id}`)).json()).toEqual(goesOn(0, 'its schedule', true))
    expect(await stored(id)).toMatchObject({ status: 'queued', is_awaited: false })
  })

  it('joins the run of a user, and continues without that user', async () => {
    const { id } = await join()
    expect((await schedule()).id).toBe(id)
    expect((await viewer.delete(`/api/jobs/${id}`)).json()).toEqual(goesOn(0, 'its schedule', true))
    expect((await stored(id)).status).toBe('queued')
  })
})

describe('ending a run for all askers', () => {
  it('is for users with full access and admins, and the others see who did it', async () => {
    const id = await ask(viewer)
    await ask(member)
    await askByKey()
    expect((await look(id, viewer)).shared).toMatchObject({ others: 2, may_end_for_all: false })
    expect((await look(id)).shared).toMatchObject({ others: 2, may_end_for_all: true })
    expect((await app.anonymous.delete(`/api/jobs/${id}?for_all=true`)).statusCode).toBe(401)
    expect((await viewer.delete(`/api/jobs/${id}?for_all=yes`)).statusCode).toBe(400)
    expect((await viewer.delete(`/api/jobs/${id}?for_all=true`)).statusCode).toBe(403)
    expect((await stored(id)).status).toBe('queued')
    expect((await member.delete(`/api/jobs/${id}?for_all=true`)).json()).toBeNull()
    const { name } = await app.context.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', app.member.id)
      .executeTakeFirstOrThrow()
    expect((await look(id, viewer)).error).toBe(`Query cancelled by ${name}, for everyone who waited for it.`)
    expect((await look(id)).error).toBe('Query cancelled by user.')
    const shown = await app.anonymous.get(`/api/queries/${query.id}/jobs/${id}?api_key=${query.api_key}`)
    expect(shown.json().job.error).toBe('Query cancelled by user.')
  })

  it('ends it in the database when it is running, even for a user who never requested it', async () => {
    const worker = await workerUnderTest(app)
    try {
      const id = await ask(viewer)
      await expect.poll(async () => (await stored(id)).backend).not.toBeNull()
      expect((await admin.delete(`/api/jobs/${id}?for_all=true`)).json()).toBeNull()
      const ended = await untilEnded(viewer, id)
      expect(ended).toMatchObject({
        status: 4,
        error: expect.stringMatching(/^Query cancelled by .+, for everyone/),
      })
    } finally {
      await worker.stop()
    }
  })
})
