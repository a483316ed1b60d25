import { createHmac } from 'node:crypto'
import type { lookup } from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlert, createDelivery, createDestination } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { channelOptions } from '#test/live/channel-options.ts'
import { type ChannelReceiver, type Mood, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { type ChannelRules, channelRules } from '#test/live/channel-rules.ts'
import { deliverer } from '#test/live/deliverer.ts'
import { createOutboundFetch } from '../../kernel/net/outbound-guard.ts'

let app: AppUnderTest
let receiver: ChannelReceiver
let deliveries: Awaited<ReturnType<typeof deliverer>>

beforeAll(async () => {
  app = await appUnderTest({ config: { allowedPrivateHosts: ['127.0.0.1'] } })
  receiver = await startChannelReceiver()
  deliveries = await deliverer(app, { receiver })
})
afterAll(async () => {
  await deliveries?.stop(0)
  await receiver?.close()
  await app?.close()
})
beforeEach(async () => {
  // deliveries left by an earlier test must not be tried again in this one
  await app.context.db.deleteFrom('alert_deliveries').execute()
  receiver.setMood('takes')
  receiver.requests.length = 0
})

/** One attempt in this mood, as recorded. */
async function attemptOf(
  type: string,
  mood: Mood,
  change: (options: Record<string, unknown>) => void = () => {},
) {
  const options = channelOptions[type]?.(receiver.address) ?? {}
  change(options)
  const destination = await createDestination(app.context, { type, options })
  receiver.setMood(mood)
  deliveries.outbound.postMilliseconds = mood === 'silent' ? 500 : 10_000
  const { id } = await createDelivery(app.context, {
    destination_id: destination.id,
    alert_id: await alertId(),
  })
  deliveries.wake()
  const attempts = () =>
    app.context.db.selectFrom('alert_delivery_attempts').selectAll().where('delivery_id', '=', id).execute()
  await expect.poll(attempts).toHaveLength(1)
  const delivery = await app.context.db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [attempt] = await attempts()
  expect(JSON.stringify([attempt, delivery.last_error])).not.toContain('canary')
  return { ...delivery, attempt, seconds: secondsUntil(delivery.next_attempt_at) }
}

function secondsUntil(at: Date | null): number | null {
  return at === null ? null : Math.round((at.getTime() - Date.now()) / 1000)
}

async function alertId(): Promise<number> {
  return (await createAlert(app.context)).id
}

function rulesOf(type: string): ChannelRules {
  const rules = channelRules[type]
  if (rules === undefined) throw new Error(`There are no rules of ${type}.`)
  return rules
}

describe.each(Object.keys(channelOptions))('%s', (type) => {
  it('gets the message', async () => {
    const attempted = await attemptOf(type, 'takes')
    expect(attempted).toMatchObject({ state: 'sent', attempts: 1, last_error: null, next_attempt_at: null })
    expect(attempted).toMatchObject({ message: null, sent_at: expect.any(Date), claimed_by: null })
    expect(receiver.requests.map((request) => request.type)).toEqual(
      Array(type === 'webex' ? 2 : 1).fill(type),
    )
  })

  it('that refuses the key is not tried again', async () => {
    const refused = await attemptOf(type, 'takes', (options) => {
      for (const [name, value] of Object.entries(options)) {
        if (typeof value === 'string') options[name] = value.replaceAll('canary', 'expired')
      }
    })
    expect(refused).toMatchObject({ state: 'failed', next_attempt_at: null })
    expect(refused.attempt?.status).toBeGreaterThanOrEqual(400)
    expect(refused.last_error).toMatch(/^The answer was 4\d\d /)
  })

  it('that gets too many requests is given the time it wants', async () => {
    const busy = await attemptOf(type, 'busy')
    expect(busy).toMatchObject({ state: 'queued', attempts: 1, attempt: { ok: false, status: 429 } })
    expect(busy.seconds).toBeGreaterThan(110)
    expect(busy.seconds).toBeLessThanOrEqual(120)
  })

  it.each([
    ['down', 503, /^The answer was 503 Service Unavailable: <h1>/],
    ['silent', null, /^There was no answer within 0.5 seconds/],
    ['breaks off', null, /^The answer broke off/],
    ['hangs up', null, /cannot be reached/],
  ] as const)('that is %s is asked again', async (mood, status, said) => {
    const failed = await attemptOf(type, mood)
    expect(failed).toMatchObject({ state: 'queued', attempts: 1, attempt: { ok: false, status } })
    expect(failed.last_error).toMatch(said)
    expect(failed.seconds).toBeLessThanOrEqual(10)
  })

  it('that redirects is not followed', async () => {
    const redirected = await attemptOf(type, 'redirects')
    expect(redirected).toMatchObject({ state: 'failed', attempt: { status: 302 } })
    expect(redirected.last_error).toContain('a redirect, which is not followed')
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('a worker without access to private addresses', () => {
  it.each(Object.keys(channelOptions))('reaches none for %s', async (type) => {
    await deliveries.stop(0)
    // every vendor address leads to this machine, as an attacker’s name could
    const guarded = await deliverer(app, { receiver, config: { allowedPrivateHosts: [] } })
    const options = channelOptions[type]?.(receiver.address) ?? {}
    const { id } = await createDestination(app.context, { type, options })
    await createDelivery(app.context, { destination_id: id, alert_id: await alertId() })
    const delivery = () => app.context.db.selectFrom('alert_deliveries').selectAll().executeTakeFirstOrThrow()
    guarded.wake()
    await expect.poll(delivery).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('This address is not a public one'),
    })
    await guarded.stop(0)
    deliveries = await deliverer(app, { receiver })
    expect(receiver.requests).toEqual([])
  })

  it('reaches none through a name that resolves to one', async () => {
    await deliveries.stop(0)
    const guarded = await deliverer(app, { config: { allowedPrivateHosts: [] } })
    guarded.outbound.fetch = createOutboundFetch({
      ...{ allowedPrivateHosts: [], version: null, followsRedirects: false },
      resolve: ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [{ address: '10.0.0.5', family: 4 }])) as unknown as typeof lookup,
    })
    const { id } = await createDestination(app.context, {
      ...{ type: 'webhook', options: { url: 'https://hooks.intranet.example/canary' } },
    })
    await createDelivery(app.context, { destination_id: id, alert_id: await alertId() })
    guarded.wake()
    await expect
      .poll(() => app.context.db.selectFrom('alert_deliveries').selectAll().executeTakeFirstOrThrow())
      .toMatchObject({
        ...{ state: 'failed', attempts: 1 },
        last_error:
          'This address is not a public one; the operator can open it with SEXTANT_ALLOWED_PRIVATE_HOSTS.',
      })
    await guarded.stop(0)
    deliveries = await deliverer(app, { receiver })
  })
})

it('a webhook with a shared secret can verify the sender and the integrity of the message', async () => {
  expect(await attemptOf('webhook', 'takes')).toMatchObject({ state: 'sent' })
  const [delivered] = receiver.requests
  const signed = (body: string) =>
    `sha256=${createHmac('sha256', 'canary-signing').update(`${delivered?.headers['x-sextant-timestamp']}.${body}`).digest('hex')}`
  expect(delivered?.headers['x-sextant-signature']).toBe(signed(delivered?.body ?? ''))
  expect(delivered?.headers['x-sextant-signature']).not.toBe(signed(`${delivered?.body} `))
  expect(Math.abs(Date.now() / 1000 - Number(delivered?.headers['x-sextant-timestamp']))).toBeLessThan(60)
  expect(delivered?.headers.authorization).toBe(`Basic ${btoa('me:canary-password')}`)
})

it('Teams may report in a 200 that it did not accept the message', async () => {
  const rules = rulesOf('microsoft_teams_webhook')
  const { judge } = rules
  rules.judge = () => ({
    status: 200,
    text: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
  })
  const attempted = await attemptOf('microsoft_teams_webhook', 'takes').finally(() => {
    rules.judge = judge
  })
  expect(attempted).toMatchObject({ state: 'queued', attempt: { status: 429 } })
})

it('private addresses are refused permanently, unless the operator has allowed them', async () => {
  for (const url of [
    'http://10.0.0.1/x',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://0x7f000002/',
  ]) {
    const refused = await attemptOf('webhook', 'takes', (options) => {
      options['url'] = url
    })
    expect(refused).toMatchObject({ state: 'failed', attempt: { status: null } })
    expect(refused.last_error).toContain('SEXTANT_ALLOWED_PRIVATE_HOSTS')
  }
  expect(receiver.requests).toEqual([])
})

it('only those of several receivers that missed a message get it again', async () => {
  const options = channelOptions['webex']?.(receiver.address) ?? {}
  const { id } = await createDestination(app.context, { type: 'webex', options })
  const rules = rulesOf('webex')
  const { judge } = rules
  rules.judge = (request) => (request.body.includes('ben@') ? { status: 500 } : judge(request))
  const delivery = await createDelivery(app.context, { destination_id: id, alert_id: await alertId() })
  const state = () =>
    app.context.db.selectFrom('alert_deliveries').selectAll().where('id', '=', delivery.id).executeTakeFirst()
  deliveries.wake()
  await expect.poll(state).toMatchObject({ attempts: 1, claimed_by: null, done_parts: ['anna@example.com'] })
  rules.judge = judge
  await app.context.pool.query('update alert_deliveries set next_attempt_at = now() where id = $1', [
    delivery.id,
  ])
  deliveries.wake()
  await expect.poll(state).toMatchObject({ state: 'sent', attempts: 2 })
  const delivered = receiver.requests.map(({ body }) => JSON.parse(body).toPersonEmail)
  expect(delivered).toEqual(['anna@example.com', 'ben@example.com', 'ben@example.com'])
})
