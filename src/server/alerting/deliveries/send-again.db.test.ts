import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleMessage } from '#destinations/sample-messages.ts'
import { createAlert, createDelivery, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createUser } from '#test/factories.ts'
import { type ChannelReceiver, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { deliverer } from '#test/live/deliverer.ts'

let app: AppUnderTest
let admin: Caller
let receiver: ChannelReceiver

beforeAll(async () => {
  app = await appUnderTest({ config: { allowedPrivateHosts: ['127.0.0.1'] } })
  admin = await app.as(app.admin)
  receiver = await startChannelReceiver()
})
afterAll(async () => {
  await receiver?.close()
  await app?.close()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('alert_deliveries').execute()
  receiver.requests.length = 0
  receiver.setMood('takes')
})

const again = (id: number, caller = admin) => caller.post(`/api/deliveries/${id}/send_again`)

/** A message about an alert that was given up: to a webhook, or to a user's own mail. */
async function givenUp(to: { user_id?: number } = {}) {
  const { context } = app
  const alert = await createAlert(context, { state: 'triggered' })
  const user_id = to.user_id ?? app.admin.id
  const options = { url: `${receiver.address}/webhook/canary` }
  const place =
    to.user_id === undefined ? { destination_id: (await createDestination(context, { options })).id } : {}
  const subscription = await createSubscription(context, { alert_id: alert.id, user_id, ...place })
  const facts = { alert_id: alert.id, user_id, ...place, message: sampleMessage('triggered') }
  const { id } = await createDelivery(context, { ...facts, last_error: 'down' })
  return { id, alert, subscription, facts }
}

const refusal = async (id: number) => {
  const reply = await again(id)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().code).toBe('delivery.not_again')
  expect((await admin.get(`/api/deliveries/${id}`)).json().can_send_again).toBe(false)
  return reply.json().message as string
}

it('is for admins, and for existing deliveries', async () => {
  const { id } = await givenUp()
  expect((await again(id, app.anonymous)).statusCode).toBe(401)
  expect((await again(id, await app.as(app.member))).statusCode).toBe(403)
  expect((await again(999999)).statusCode).toBe(404)
  expect((await admin.post('/api/deliveries/x/send_again')).statusCode).toBe(404)
})

describe('a delivery that was given up', () => {
  it('is sent once, even after a double click, with its original key; its attempts start again', async () => {
    const { id } = await givenUp()
    expect((await admin.get(`/api/deliveries/${id}`)).json().can_send_again).toBe(true)
    const [first, second] = await Promise.all([again(id), again(id)])
    for (const reply of [first, second]) {
      expect([reply.statusCode, reply.json().state]).toEqual([200, 'queued'])
      expect(reply.json()).toMatchObject({ id, attempts: 7, last_error: null, can_send_again: false })
    }
    receiver.setMood('down')
    const deliveries = await deliverer(app, { receiver })
    const delivery = async () => (await admin.get(`/api/deliveries/${id}`)).json()
    // the eighth in all is the first of this round: another one follows soon
    await expect.poll(delivery).toMatchObject({ state: 'queued', attempts: 8, log: [{ status: 503 }] })
    receiver.setMood('takes')
    await app.context.pool.query('update alert_deliveries set next_attempt_at = now()')
    deliveries.wake()
    await expect.poll(delivery).toMatchObject({ state: 'sent', attempts: 9, can_send_again: false })
    expect((await again(id)).json()).toMatchObject({ state: 'sent', attempts: 9 })
    await deliveries.stop(0)
    expect(receiver.requests).toHaveLength(2)
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('may have been refused permanently: the cause may be fixed by then', async () => {
    const { id } = await givenUp()
    await app.context.pool.query(`update alert_deliveries set state = 'failed' where id = $1`, [id])
    expect((await again(id)).json().state).toBe('queued')
  })

  it('is not sent if it is no longer true, or something newer was sent', async () => {
    const moved = await givenUp()
    await app.context.pool.query(`update alerts set state = 'ok' where id = $1`, [moved.alert.id])
    expect(await refusal(moved.id)).toContain('no longer true')
    const followed = await givenUp()
    await createDelivery(app.context, followed.facts)
    expect(await refusal(followed.id)).toContain('newer')
    const elsewhere = await givenUp()
    await createDelivery(app.context, { ...elsewhere.facts, destination_id: null })
    expect((await again(elsewhere.id)).statusCode).toBe(200)
  })

  it('is not sent without a subscription, nor to users who may not see it', async () => {
    const left = await givenUp()
    await app.context.db.deleteFrom('alert_subscriptions').where('id', '=', left.subscription.id).execute()
    expect(await refusal(left.id)).toContain('the recipient no longer gets messages of this alert')
    const stranger = await createUser(app.context)
    const foreign = await givenUp({ user_id: stranger.id })
    await app.context.db.deleteFrom('group_members').where('user_id', '=', stranger.id).execute()
    expect(await refusal(foreign.id)).toContain('may not see')
    const gone = await createUser(app.context)
    const lost = await givenUp({ user_id: gone.id })
    await app.context.pool.query('update users set disabled_at = now() where id = $1', [gone.id])
    expect(await refusal(lost.id)).toContain('may not see')
    const own = await givenUp({ user_id: app.admin.id })
    expect((await again(own.id)).statusCode).toBe(200)
  })

  it('is not sent if it was a test, or its text was deleted', async () => {
    const old = await givenUp()
    await app.context.pool.query('update alert_deliveries set message = null where id = $1', [old.id])
    expect(await refusal(old.id)).toContain('a week')
    const { id } = await createDelivery(app.context, { destination_id: old.facts.destination_id ?? null })
    expect(await refusal(id)).toContain('test')
  })
})
