import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createUser } from '#test/factories.ts'

let app: AppUnderTest
let alertId: number
let base: string
beforeAll(async () => {
  app = await appUnderTest()
  const source = await createDataSource(app.context, {
    groups: { [app.viewerGroup]: true, [app.organization.defaultGroup]: false },
  })
  const query = await createQuery(app.context, { data_source_id: source.id, user_id: app.member.id })
  alertId = (await createAlert(app.context, { query_id: query.id, user_id: app.member.id })).id
  base = `/api/alerts/${alertId}/subscriptions`
})
afterAll(() => app.close())

async function destinationElsewhere(): Promise<number> {
  const { id: org_id } = await app.context.db
    .insertInto('organizations')
    .values({ name: 'Other', slug: `other-${Math.random()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await createDestination(app.context, { org_id })).id
}

describe('POST /api/alerts/:id/subscriptions', () => {
  it('401, 400, 403, 404', async () => {
    expect((await app.anonymous.post(base, {})).statusCode).toBe(401)
    const outsider = await app.as(app.outsider)
    expect((await outsider.post(base, {})).json().code).toBe('auth.forbidden')
    const member = await app.as(app.member)
    for (const destination_id of ['1', 1.5, 0, -1, 2 ** 31, {}]) {
      const reply = await member.post(base, { destination_id })
      expect([reply.statusCode, reply.json().field], String(destination_id)).toEqual([400, 'destination_id'])
    }
    for (const destination_id of [999_999, await destinationElsewhere()]) {
      const reply = await member.post(base, { destination_id })
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        {
          code: 'alert.unknown_destination',
          message: 'destination_id: there is no such alert destination.',
          field: 'destination_id',
        },
      ])
    }
    expect((await member.post(base, [1])).statusCode).toBe(400)
    expect((await member.post('/api/alerts/999999/subscriptions', {})).statusCode).toBe(404)
    expect((await member.get(base)).json()).toEqual([])
  })

  it('subscribes the caller’s own mail once, for all users who may view the query', async () => {
    const viewer = await app.as(app.viewer)
    const first = await viewer.post(base, { alert_id: alertId })
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { id: expect.any(Number), alert_id: alertId, user: expect.objectContaining({ id: app.viewer.id }) },
    ])
    const posts = [1, 2, 3].map(() => viewer.post(base, { destination_id: null }))
    for (const again of await Promise.all(posts)) expect(again.json()).toEqual(first.json())
    const other = await (await app.as(app.member)).post(base, {})
    expect(other.json().id).not.toBe(first.json().id)
  })

  it('subscribes a destination once, without its options', async () => {
    const { id, name } = await createDestination(app.context, {
      type: 'slack',
      options: { url: 'https://secret' },
    })
    const member = await app.as(app.member)
    const first = await member.post(base, { destination_id: id })
    expect([first.statusCode, first.json()]).toEqual([
      200,
      {
        ...{ id: expect.any(Number), alert_id: alertId },
        user: expect.objectContaining({ id: app.member.id }),
        destination: { id, name, type: 'slack', icon: 'fa-slack' },
      },
    ])
    const again = await (await app.as(app.viewer)).post(base, { destination_id: id })
    expect(again.json()).toEqual(first.json())
  })
})

describe('GET /api/alerts/:id/subscriptions', () => {
  it('401, 403, 404, then all of them, including types that Sextant no longer supports', async () => {
    expect((await app.anonymous.get(base)).statusCode).toBe(401)
    expect((await (await app.as(app.outsider)).get(base)).statusCode).toBe(403)
    const viewer = await app.as(app.viewer)
    expect((await viewer.get('/api/alerts/999999/subscriptions')).statusCode).toBe(404)
    const { id: destination_id } = await createDestination(app.context, { type: 'hipchat' })
    await createSubscription(app.context, { alert_id: alertId, user_id: app.admin.id, destination_id })
    const listed: { id: number; destination?: { type: string; icon: string } }[] = (
      await viewer.get(base)
    ).json()
    expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).sort((a, b) => a - b))
    expect(listed.at(-1)).toMatchObject({ destination: { id: destination_id, type: 'hipchat', icon: '' } })
    expect(listed.some(({ destination }) => destination === undefined)).toBe(true)
    expect(JSON.stringify(listed)).not.toMatch(/hooks.example.com|secret/)
  })
})

describe('DELETE /api/alerts/:id/subscriptions/:subscription_id', () => {
  it('401, 403, 404', async () => {
    const { id } = await createSubscription(app.context, { alert_id: alertId, user_id: app.admin.id })
    const url = `${base}/${id}`
    expect((await app.anonymous.delete(url)).statusCode).toBe(401)
    expect((await (await app.as(app.outsider)).delete(url)).json().code).toBe('auth.forbidden')
    // the owner of the alert is not the owner of the subscription
    expect((await (await app.as(app.member)).delete(url)).json().code).toBe('auth.not_owner')
    const admin = await app.as(app.admin)
    expect((await admin.delete(`${base}/999999`)).statusCode).toBe(404)
    const other = await createAlert(app.context, { user_id: app.member.id })
    expect((await admin.delete(`/api/alerts/${other.id}/subscriptions/${id}`)).statusCode).toBe(404)
  })

  it('is for the subscriber, even if they can no longer see the query, and for admins', async () => {
    const leaver = await createUser(app.context, { groups: [app.viewerGroup] })
    const own = await createSubscription(app.context, { alert_id: alertId, user_id: leaver.id })
    await app.context.db.deleteFrom('group_members').where('user_id', '=', leaver.id).execute()
    const caller = await app.as(leaver)
    expect((await caller.get(base)).statusCode).toBe(403)
    const reply = await caller.delete(`${base}/${own.id}`)
    expect([reply.statusCode, reply.json()]).toEqual([200, null])
    expect((await caller.delete(`${base}/${own.id}`)).statusCode).toBe(403)
    const others = await createSubscription(app.context, { alert_id: alertId, user_id: leaver.id })
    expect((await (await app.as(app.admin)).delete(`${base}/${others.id}`)).statusCode).toBe(200)
  })
})
