import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createGroup,
  createQuery,
  createUser,
  createVisualization,
  createWidget,
} from '#test/factories.ts'

let app: AppUnderTest
let admin: Caller
beforeAll(async () => {
  app = await appUnderTest()
  admin = await app.as(app.admin)
})
afterAll(() => app?.close())

/**
 * A user with a query, a shared dashboard, a schedule and an alert. `isOfGroup`: the group of colleagues can use
 * the data source too.
 */
async function leaver(isOfGroup: boolean) {
  const { context } = app
  const own = await createGroup(context, { name: 'alone' })
  const user = await createUser(context, { groups: [isOfGroup ? app.organization.defaultGroup : own] })
  const source = await createDataSource(context, {
    groups: { [isOfGroup ? app.organization.defaultGroup : own]: false },
  })
  const query = await createQuery(context, { data_source_id: source.id, user_id: user.id })
  await context.db
    .updateTable('queries')
    .set({
      schedule: JSON.stringify({ interval: 3600, time: null, day_of_week: null, until: null }) as never,
    })
    .where('id', '=', query.id)
    .execute()
  const visualization = await createVisualization(context, { query_id: query.id })
  const dashboard = await createDashboard(context, { user_id: user.id })
  await createWidget(context, { dashboard_id: dashboard.id, visualization_id: visualization.id })
  const browser = await app.as(user)
  const share = await browser.post(`/api/dashboards/${dashboard.id}/share`)
  expect(share.statusCode).toBe(200)
  const alert = await createAlert(context, { query_id: query.id, user_id: user.id })
  return { user, query, dashboard, alert, browser, publicPath: new URL(share.json().public_url).pathname }
}
type Leaver = Awaited<ReturnType<typeof leaver>>

async function whatWorks({ query, alert, publicPath, user }: Leaver) {
  const { db } = app.context
  const token = publicPath.split('/').pop()
  const page = await app.anonymous.get(`/api/dashboards/public/${token}`)
  const keyed = await app.anonymous.get(`/api/queries/${query.id}?api_key=${query.api_key}`)
  const { schedule } = await db
    .selectFrom('queries')
    .select('schedule')
    .where('id', '=', query.id)
    .executeTakeFirstOrThrow()
  const { options } = await db
    .selectFrom('alerts')
    .select('options')
    .where('id', '=', alert.id)
    .executeTakeFirstOrThrow()
  return {
    own_key: (await app.withKey(user.api_key).get('/api/session')).statusCode === 200,
    query_key: keyed.statusCode === 200,
    shared: page.statusCode === 200,
    schedule: schedule !== null,
    alert: JSON.parse(options).muted !== true,
  }
}
const disable = (user: { id: number }, body?: object) => admin.post(`/api/users/${user.id}/disable`, body)

describe('what a user has opened', () => {
  it('is listed', async () => {
    const { user, query, dashboard, alert } = await leaver(true)
    const one = ({ id }: { id: number }) => [expect.objectContaining({ id, is_of_group: true })]
    expect((await admin.get(`/api/users/${user.id}/opened`)).json()).toEqual({
      query_keys: one(query),
      schedules: one(query),
      shared_dashboards: one(dashboard),
      alerts: one(alert),
    })
  })

  it('works until the user is disabled; then keys end, and what a group owns continues', async () => {
    const person = await leaver(true)
    const all = { own_key: true, query_key: true, shared: true, schedule: true, alert: true }
    expect(await whatWorks(person)).toEqual(all)
    expect((await disable(person.user)).statusCode).toBe(200)
    const after = { ...all, own_key: false, query_key: false }
    expect(await whatWorks(person)).toEqual(after)
    // enabling the user restores no key
    await admin.delete(`/api/users/${person.user.id}/disable`)
    expect(await whatWorks(person)).toEqual(after)
  })

  it('ends with the user where no group owns it', async () => {
    const person = await leaver(false)
    await disable(person.user)
    const nothing = { own_key: false, query_key: false, shared: false, schedule: false, alert: false }
    expect(await whatWorks(person)).toEqual(nothing)
    await admin.delete(`/api/users/${person.user.id}/disable`)
    expect(await whatWorks(person)).toEqual(nothing)
  })

  it('is kept or revoked as the admin chooses', async () => {
    const kept = await leaver(false)
    const keep = { query_keys: 'keep', shared_dashboards: 'keep', schedules: 'keep', alerts: 'keep' }
    await disable(kept.user, keep)
    expect(await whatWorks(kept)).toEqual({
      own_key: false,
      query_key: true,
      shared: true,
      schedule: true,
      alert: true,
    })
    const ended = await leaver(true)
    await disable(ended.user, { shared_dashboards: 'revoke', schedules: 'revoke', alerts: 'revoke' })
    expect(await whatWorks(ended)).toEqual({
      own_key: false,
      query_key: false,
      shared: false,
      schedule: false,
      alert: false,
    })
  })

  it('ends for archived queries too, which keys still open', async () => {
    const { db } = app.context
    const person = await leaver(true)
    for (const [table, id] of [
      ['queries', person.query.id],
      ['dashboards', person.dashboard.id],
    ] as const)
      await db.updateTable(table).set({ is_archived: true }).where('id', '=', id).execute()
    const opened = (await admin.get(`/api/users/${person.user.id}/opened`)).json()
    expect([opened.query_keys.length, opened.schedules.length, opened.shared_dashboards.length]).toEqual([
      1, 0, 1,
    ])
    expect((await whatWorks(person)).query_key).toBe(true)
    await disable(person.user, { shared_dashboards: 'revoke' })
    expect((await whatWorks(person)).query_key).toBe(false)
    await db
      .updateTable('dashboards')
      .set({ is_archived: false })
      .where('id', '=', person.dashboard.id)
      .execute()
    expect((await whatWorks(person)).shared).toBe(false)
  })

  it('is handed over to an admin, who sees everything, without a common group', async () => {
    const person = await leaver(false)
    const choices = { query_keys: 'hand_over', shared_dashboards: 'hand_over', alerts: 'hand_over' }
    const reply = await disable(person.user, { ...choices, hand_over_to: app.admin.id })
    expect([reply.statusCode, (await whatWorks(person)).query_key]).toEqual([200, true])
  })

  it('is handed over to a user who may see it, completely or not at all', async () => {
    const person = await leaver(true)
    const all = {
      query_keys: 'hand_over',
      shared_dashboards: 'hand_over',
      schedules: 'hand_over',
      alerts: 'hand_over',
    }
    const refused = async (to: object) => (await disable(person.user, { ...all, ...to })).json().code
    expect(await refused({})).toBe('user.hand_over_whom')
    expect(await refused({ hand_over_to: person.user.id })).toBe('user.hand_over_whom')
    expect(await refused({ hand_over_to: 999_999 })).toBe('user.hand_over_whom')
    expect(await refused({ hand_over_to: app.outsider.id })).toBe('user.hand_over_hidden')
    expect((await person.browser.get('/api/session')).statusCode).toBe(200)
    expect((await disable(person.user, { ...all, hand_over_to: app.member.id })).statusCode).toBe(200)
    expect(await whatWorks(person)).toMatchObject({
      own_key: false,
      query_key: true,
      shared: true,
      schedule: true,
      alert: true,
    })
    for (const [table, id] of [
      ['queries', person.query.id],
      ['dashboards', person.dashboard.id],
      ['alerts', person.alert.id],
    ] as const) {
      const row = await app.context.db
        .selectFrom(table)
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect([table, row.user_id]).toEqual([table, app.member.id])
    }
  })
})
