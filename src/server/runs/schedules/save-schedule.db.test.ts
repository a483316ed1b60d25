import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createGroup, createQuery, createResult, createUser } from '#test/factories.ts'

let app: AppUnderTest
let member: Caller
let sourceId: number

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  sourceId = (await createDataSource(app.context)).id
})
afterAll(() => app?.close())

const query = async () =>
  (await createQuery(app.context, { data_source_id: sourceId, user_id: app.member.id })).id
const save = (id: number, body: Record<string, unknown>, caller = member) =>
  caller.post(`/api/queries/${id}`, body)
const schedule = { interval: 86_400, time: '09:15', day_of_week: null, until: '2099-12-31' }

describe('the schedule of a saved query', () => {
  it('is stored whole and returned with the next run', async () => {
    const id = await query()
    await createResult(app.context, { query_id: id, retrieved_at: new Date('2026-01-05T10:00:00Z') })
    const saved = await save(id, { schedule: { interval: '86400', time: '09:15', until: '2099-12-31' } })
    expect(saved.statusCode).toBe(200)
    expect(saved.json()).toMatchObject({
      schedule,
      schedule_failures: 0,
      next_refresh_at: '2026-01-06T09:15:00.000Z',
    })
    const detail = (await member.get(`/api/queries/${id}`)).json()
    expect(detail).toMatchObject({ schedule, next_refresh_at: '2026-01-06T09:15:00.000Z' })
    const cleared = await save(id, { schedule: null })
    expect(cleared.json()).toMatchObject({ schedule: null, next_refresh_at: null })
    // what older clients send for "never"
    const nothing = { interval: null, time: null, day_of_week: null, until: null }
    expect((await save(id, { schedule: nothing })).json().schedule).toBeNull()
  })

  it('may be sent with a new query', async () => {
    const created = await member.post('/api/queries', {
      ...{ data_source_id: sourceId, query: 'select 1 as fresh', schedule },
    })
    expect(created.json()).toMatchObject({ schedule, schedule_failures: 0 })
    // never run, so due from the start
    expect(created.json().next_refresh_at).toBe(created.json().updated_at)
  })

  it('shows failures and how they delay the next run', async () => {
    const id = await query()
    await save(id, { schedule: { interval: 3600 } })
    await app.context.db
      .updateTable('queries')
      .set({ schedule_failures: 3, last_scheduled_at: new Date('2026-01-05T10:00:00Z') })
      .where('id', '=', id)
      .execute()
    expect((await member.get(`/api/queries/${id}`)).json()).toMatchObject({
      schedule_failures: 3,
      next_refresh_at: '2026-01-05T11:08:00.000Z',
    })
  })

  it.each([
    ['schedule', 'daily'],
    ['schedule', [60]],
    ['schedule', 60],
    ['schedule.interval', { interval: 59 }],
    ['schedule.interval', { interval: 'soon' }],
    ['schedule.interval', { interval: null, time: '09:15' }],
    ['schedule.time', { interval: 86_400, time: '25:00' }],
    ['schedule.time', { interval: 86_400, time: { $gt: '' } }],
    ['schedule.day_of_week', { interval: 604_800, day_of_week: 'Mon' }],
    ['schedule.until', { interval: 60, until: '31.12.2026' }],
    ['schedule.disabled', { interval: 60, disabled: 1 }],
    ['schedule.cron', { interval: 60, cron: '* * * * *' }],
  ])('is refused with 400 naming %s: %j', async (field, bad) => {
    const id = await query()
    const saved = await save(id, { schedule: bad })
    expect(saved.statusCode).toBe(400)
    expect(saved.json().message).toContain(field)
    const created = await member.post('/api/queries', {
      ...{ data_source_id: sourceId, query: 'select 1', schedule: bad },
    })
    expect(created.statusCode).toBe(400)
    expect(created.json().message).toContain(field)
  })

  it('that is invalid may be sent back unchanged, so that the rest can be saved', async () => {
    const id = await query()
    const broken = { interval: 'soon', keep: 'me' }
    await app.context.db
      .updateTable('queries')
      .set({ schedule: JSON.stringify(broken) })
      .where('id', '=', id)
      .execute()
    const saved = await save(id, { name: 'Mended', schedule: broken })
    expect(saved.json()).toMatchObject({ name: 'Mended', schedule: broken, next_refresh_at: null })
    expect((await save(id, { schedule: { ...broken, keep: 'you' } })).statusCode).toBe(400)
  })

  it('is for users who may schedule, and may edit the query', async () => {
    const id = await query()
    const withoutScheduling = await createGroup(app.context, {
      permissions: ['view_query', 'edit_query', 'create_query', 'execute_query'],
    })
    const unscheduled = await createUser(app.context, {
      groups: [withoutScheduling],
      email: 'unscheduled@example.com',
    })
    await app.context.db
      .insertInto('data_source_groups')
      .values({ data_source_id: sourceId, group_id: withoutScheduling, view_only: false })
      .execute()
    const caller = await app.as(unscheduled)
    const own = (await createQuery(app.context, { data_source_id: sourceId, user_id: unscheduled.id })).id
    expect((await save(own, { schedule }, caller)).statusCode).toBe(403)
    expect((await save(own, { schedule: null, name: 'Mine' }, caller)).statusCode).toBe(200)
    expect(
      (await caller.post('/api/queries', { data_source_id: sourceId, query: '', schedule })).statusCode,
    ).toBe(403)
    expect((await save(id, { schedule }, await app.as(app.viewer))).statusCode).toBe(403)
    expect((await save(id, { schedule }, app.anonymous)).statusCode).toBe(401)
    expect((await save(id, { schedule })).statusCode).toBe(200)
  })
})
