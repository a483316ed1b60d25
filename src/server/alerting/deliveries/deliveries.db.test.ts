import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertMessage } from '#destinations/destination.ts'
import { sampleMessage } from '#destinations/sample-messages.ts'
import { createAlert, createDelivery, createDestination } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser } from '#test/factories.ts'
import { type ChannelReceiver, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { deliverer } from '#test/live/deliverer.ts'
import { cleanDeliveries } from './clean-deliveries-job.ts'
import { claimDueDelivery, supersedeDeliveries } from './delivery-store.ts'
import { queueDeliveries } from './queue-deliveries.ts'

let app: AppUnderTest
let receiver: ChannelReceiver
const running = new Set<Awaited<ReturnType<typeof deliverer>>>()

beforeAll(async () => {
  app = await appUnderTest({ config: { allowedPrivateHosts: ['127.0.0.1'] } })
  receiver = await startChannelReceiver()
})
afterAll(async () => {
  await receiver?.close()
  await app?.close()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('alert_deliveries').execute()
  receiver.setMood('takes')
  receiver.requests.length = 0
})
afterEach(async () => {
  await Promise.all([...running].map((each) => each.stop(0)))
  running.clear()
})

async function start(options: Parameters<typeof deliverer>[1] = {}) {
  const started = await deliverer(app, { receiver, ...options })
  running.add(started)
  return started
}

const nowhere = { destinations: [], mail: false }
const pathOf = (name: string) => `/webhook/canary-${name}`
const hook = (name: string) =>
  createDestination(app.context, { type: 'webhook', options: { url: `${receiver.address}${pathOf(name)}` } })
const states = async () => {
  const rows = await app.context.db.selectFrom('alert_deliveries').select('state').orderBy('id').execute()
  return rows.map((row) => row.state)
}
const oneDelivery = async () =>
  await app.context.db.selectFrom('alert_deliveries').selectAll().executeTakeFirstOrThrow()
const dueAgain = () =>
  app.context.pool.query(`update alert_deliveries set next_attempt_at = now() where state = 'queued'`)
const delivered = () => receiver.requests.map(({ body }) => JSON.parse(body).alert.state)

async function deliver(
  options: { destination_id?: number; alert_id?: number; state?: AlertMessage['state'] } = {},
): Promise<{ id: number }> {
  const alert_id = options.alert_id ?? (await createAlert(app.context)).id
  const destination_id = options.destination_id ?? (await hook('a')).id
  return await createDelivery(app.context, {
    ...{ alert_id, destination_id },
    message: sampleMessage(options.state ?? 'triggered'),
  })
}

describe('a channel that is down', () => {
  it('gets its messages when it works again, and the log shows each attempt', async () => {
    receiver.setMood('down')
    await deliver()
    const deliveries = await start()
    await expect.poll(oneDelivery).toMatchObject({ state: 'queued', attempts: 1, claimed_by: null })
    await dueAgain()
    deliveries.wake()
    await expect.poll(oneDelivery).toMatchObject({ attempts: 2, claimed_by: null })
    receiver.setMood('takes')
    await dueAgain()
    deliveries.wake()
    await expect.poll(states).toEqual(['sent'])
    const log = await app.context.db.selectFrom('alert_delivery_attempts').selectAll().orderBy('id').execute()
    expect(log.map(({ ok, status }) => [ok, status])).toEqual([
      [false, 503],
      [false, 503],
      [true, null],
    ])
    // the same message in every attempt: its key lets a receiver detect it
    const keys = receiver.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it('is given up in the end', async () => {
    receiver.setMood('down')
    await deliver()
    await app.context.pool.query('update alert_deliveries set attempts = 6')
    await start()
    await expect.poll(states).toEqual(['given_up'])
    expect(await oneDelivery()).toMatchObject({ attempts: 7, next_attempt_at: null, sent_at: null })
  })

  it('does not block others, even if it never answers', async () => {
    const [silent, busy] = [await hook('silent'), await hook('busy')]
    receiver.setMood('silent', pathOf('silent'))
    for (let count = 0; count < 30; count++) await deliver({ destination_id: silent.id })
    for (let count = 0; count < 5; count++) await deliver({ destination_id: busy.id })
    await start()
    await expect
      .poll(async () => (await states()).filter((state) => state === 'sent').length, { timeout: 8000 })
      .toBe(5)
    expect(receiver.requests.filter(({ path }) => path.endsWith('silent'))).toHaveLength(2)
  })
})

describe('the messages of an alert to one channel', () => {
  it('arrive in order if the channel accepts them', async () => {
    const [alert, first] = [await createAlert(app.context), await hook('first')]
    for (const state of ['triggered', 'ok', 'triggered'] as const) {
      await deliver({ alert_id: alert.id, destination_id: first.id, state })
    }
    await start()
    await expect.poll(states).toEqual(Array(3).fill('sent'))
    expect(delivered()).toEqual(['triggered', 'ok', 'triggered'])
  })

  it('are reduced to the newest after an outage; other channels miss nothing', async () => {
    const [alert, first, second] = [await createAlert(app.context), await hook('first'), await hook('second')]
    const other = await createAlert(app.context)
    receiver.setMood('down', pathOf('first'))
    const deliveries = await start()
    const delivered = async (state: AlertMessage['state'], soFar: string[]) => {
      await deliver({ alert_id: alert.id, destination_id: first.id, state })
      await deliver({ alert_id: alert.id, destination_id: second.id, state })
      deliveries.wake()
      await expect.poll(states).toEqual(soFar)
    }
    await delivered('triggered', ['queued', 'sent'])
    await delivered('ok', ['superseded', 'sent', 'queued', 'sent'])
    await delivered('triggered', ['superseded', 'sent', 'superseded', 'sent', 'queued', 'sent'])
    // of another alert, so it is not replaced
    await deliver({ alert_id: other.id, destination_id: first.id })
    receiver.setMood('takes', pathOf('first'))
    receiver.requests.length = 0
    await dueAgain()
    deliveries.wake()
    await expect.poll(async () => (await states()).slice(4)).toEqual(['sent', 'sent', 'sent'])
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/canary-first', '/canary-first'])
    const rows = await app.context.db
      .selectFrom('alert_deliveries')
      .select(['message', 'next_attempt_at', 'last_error', 'attempts'])
      .where('state', '=', 'superseded')
      .execute()
    // the reason of the failure stays in the log; the rows do not
    expect(rows).toEqual(
      Array(2).fill({
        ...{ message: null, next_attempt_at: null, attempts: 1 },
        last_error: expect.stringContaining('503'),
      }),
    )
  })

  it('wait as long as an overloaded channel has requested, even if newer', async () => {
    const [alert, first] = [await createAlert(app.context), await hook('first')]
    receiver.setMood('busy', pathOf('first'))
    const deliveries = await start()
    await deliver({ alert_id: alert.id, destination_id: first.id, state: 'triggered' })
    deliveries.wake()
    await expect.poll(async () => (await oneDelivery()).last_error).toContain('429')
    const { next_attempt_at: until } = await oneDelivery()
    await deliver({ alert_id: alert.id, destination_id: first.id, state: 'ok' })
    deliveries.wake()
    await expect.poll(states).toEqual(['superseded', 'queued'])
    const newer = app.context.db.selectFrom('alert_deliveries').where('state', '=', 'queued')
    expect(await newer.select(['attempts', 'next_attempt_at']).execute()).toEqual([
      { attempts: 0, next_attempt_at: until },
    ])
    expect(receiver.requests).toHaveLength(1)
    receiver.setMood('takes', pathOf('first'))
    await dueAgain()
    deliveries.wake()
    await expect.poll(states).toEqual(['superseded', 'sent'])
  })

  it('are not replaced by newer ones during an attempt, nor before the first one', async () => {
    const [alert, first] = [await createAlert(app.context), await hook('first')]
    receiver.setMood('silent', pathOf('first'))
    const deliveries = await start()
    await deliver({ alert_id: alert.id, destination_id: first.id, state: 'triggered' })
    deliveries.wake()
    await expect.poll(() => receiver.requests.length).toBe(1)
    await deliver({ alert_id: alert.id, destination_id: first.id, state: 'ok' })
    await deliver({ alert_id: alert.id, destination_id: first.id, state: 'triggered' })
    await supersedeDeliveries(app.context.db)
    expect(await states()).toEqual(['queued', 'queued', 'queued'])
  })
})

describe('several workers', () => {
  it('deliver each message once', async () => {
    const hooks = await Promise.all(['a', 'b', 'c', 'd'].map(hook))
    for (let count = 0; count < 40; count++) await deliver({ destination_id: hooks[count % 4]?.id ?? 0 })
    await Promise.all([start(), start(), start()])
    await expect.poll(states, { timeout: 20_000 }).toEqual(Array(40).fill('sent'))
    expect(receiver.requests).toHaveLength(40)
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(40)
  })

  it('take over from a dead worker, but not from a live one', async () => {
    await deliver()
    const dead = await start()
    await dead.stop(0)
    running.delete(dead)
    await app.context.pool.query(
      `update alert_deliveries set state = 'queued', next_attempt_at = now(), message = $1`,
      [JSON.stringify(sampleMessage('ok'))],
    )
    const claimed = await claimDueDelivery(app.context.db, dead.id, nowhere)
    expect(claimed).not.toBeNull()
    receiver.requests.length = 0
    const heir = await start()
    heir.wake()
    expect(await claimDueDelivery(app.context.db, heir.id, nowhere)).toBeNull()
    await app.context.db.deleteFrom('workers').where('id', '=', dead.id).execute()
    heir.wake()
    await expect.poll(states).toEqual(['sent'])
    expect(delivered()).toEqual(['ok'])
  })

  it('return what they cannot finish before they stop', async () => {
    receiver.setMood('silent')
    await deliver()
    const stopped = await start()
    await expect.poll(() => receiver.requests.length).toBe(1)
    await stopped.stop(0)
    expect(await oneDelivery()).toMatchObject({ state: 'queued', attempts: 0, claimed_by: null })
  })
})

describe('messages that cannot be delivered', () => {
  it('end: an unsupported type of destination, a user who is disabled or may not see the query', async () => {
    const gone = await createDestination(app.context, { type: 'carrier_pigeon', options: {} })
    await deliver({ destination_id: gone.id })
    const user = await createUser(app.context)
    await app.context.pool.query('update users set disabled_at = now() where id = $1', [user.id])
    await createDelivery(app.context, { user_id: user.id, alert_id: (await createAlert(app.context)).id })
    // subscribed while they were in a group of the data source
    const stranger = await createUser(app.context, { groups: [] })
    await createDelivery(app.context, { user_id: stranger.id, alert_id: (await createAlert(app.context)).id })
    await start()
    await expect.poll(states).toEqual(['failed', 'failed', 'failed'])
    const errors = await app.context.db
      .selectFrom('alert_deliveries')
      .select('last_error')
      .orderBy('id')
      .execute()
    expect(errors.map(({ last_error }) => last_error)).toEqual([
      'There is no destination type "carrier_pigeon".',
      'The account of this person is disabled.',
      'This person may no longer see the query of the alert.',
    ])
  })

  it('are deleted with their alert and their destination', async () => {
    const [alert, kept] = [await createAlert(app.context), await hook('kept')]
    await deliver({ alert_id: alert.id })
    const { id } = await hook('deleted')
    await deliver({ destination_id: id })
    await deliver({ destination_id: kept.id })
    await app.context.db.deleteFrom('alerts').where('id', '=', alert.id).execute()
    await app.context.db.deleteFrom('destinations').where('id', '=', id).execute()
    expect(await states()).toEqual(['queued'])
  })
})

it('are queued exactly when the transaction commits, and wake a worker', async () => {
  const { db, pool } = app.context
  const alert = await createAlert(app.context)
  const destination = await hook('a')
  const delivery = {
    ...{ org_id: app.organization.id, alert_id: alert.id, evaluation_id: null },
    ...{ destination_id: destination.id, user_id: app.admin.id },
    message: { ...sampleMessage('ok'), custom_body: 'NUL \0 and half a pair \ud800' },
  }
  await expect(
    db.transaction().execute(async (tx) => {
      await queueDeliveries(tx, [delivery])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await states()).toEqual([])
  const ids = await queueDeliveries(db, [delivery, delivery])
  expect(ids).toHaveLength(2)
  expect(await queueDeliveries(db, [])).toEqual([])
  const { rows } = await pool.query(`select from graphile_worker.jobs where key = 'send_deliveries'`)
  expect(rows).toHaveLength(1)
  expect((await oneDelivery()).message?.custom_body).toBe('NUL \ufffd and half a pair \ufffd')
})

it('stay in the log for a month', async () => {
  await deliver()
  await deliver()
  await deliver()
  await app.context.pool.query(
    `update alert_deliveries set created_at = now() - interval '31 days',
      state = case when id = (select max(id) from alert_deliveries) then 'queued' else 'sent' end
      where id > (select min(id) from alert_deliveries)`,
  )
  await cleanDeliveries(app.context)
  expect(await states()).toEqual(['queued', 'queued'])
})

it('keep their text for a week if they failed, but not if they were sent or are tests', async () => {
  await deliver()
  await deliver()
  const { id } = await hook('x')
  await createDelivery(app.context, { destination_id: id })
  await start()
  await expect.poll(states).toEqual(['sent', 'sent', 'sent'])
  receiver.setMood('down')
  await deliver()
  await createDelivery(app.context, { destination_id: id })
  await app.context.pool.query(`update alert_deliveries set attempts = 6 where state = 'queued'`)
  const deliveries = await start()
  deliveries.wake()
  await expect.poll(states).toEqual(['sent', 'sent', 'sent', 'given_up', 'given_up'])
  const kept = async () => {
    const rows = await app.context.db.selectFrom('alert_deliveries').select('message').orderBy('id').execute()
    return rows.map(({ message }) => message !== null)
  }
  expect(await kept()).toEqual([false, false, false, true, false])
  await app.context.pool.query(`update alert_deliveries set created_at = now() - interval '8 days'`)
  await cleanDeliveries(app.context)
  expect(await kept()).toEqual(Array(5).fill(false))
})

it('write no secret to the log of the worker', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  receiver.setMood('down')
  const secret = { password: 'canary-password', username: 'me', signing_secret: 'canary-signing' }
  const urls = [
    `${receiver.address}${pathOf('x')}`,
    'http://127.0.0.1:9/canary-of-a-path',
    'http://10.0.0.1/canary',
  ]
  for (const url of urls) {
    const { id } = await createDestination(app.context, { type: 'webhook', options: { url, ...secret } })
    await deliver({ destination_id: id })
  }
  await start({ log })
  await expect
    .poll(
      async () => (await app.context.db.selectFrom('alert_delivery_attempts').select('id').execute()).length,
    )
    .toBe(3)
  expect(lines.length).toBeGreaterThanOrEqual(3)
  expect(lines.join('')).not.toContain('canary')
})
