import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert, createDelivery, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { type ChannelReceiver, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let admin: Caller
let member: Caller

beforeAll(async () => {
  app = await appUnderTest({ config: { allowedPrivateHosts: ['127.0.0.1'] } })
  admin = await app.as(app.admin)
  member = await app.as(app.member)
})
afterAll(() => app?.close())

let count = 0
const body = (changes: object = {}) => ({
  name: `Shop alerts ${++count}`,
  type: 'webhook',
  options: { url: 'https://hooks.example.com/canary', username: 'me', password: 'canary' },
  ...changes,
})
const path = '/api/destinations'

async function create(changes: object = {}) {
  const reply = await admin.post(path, body(changes))
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

async function storedOptions(id: number): Promise<unknown> {
  const row = await app.context.db
    .selectFrom('destinations')
    .where('id', '=', id)
    .select('encrypted_options')
    .executeTakeFirstOrThrow()
  return app.context.secrets.unseal(row.encrypted_options)
}

describe('types', () => {
  it('are for admins, in the order of the menu', async () => {
    expect((await app.anonymous.get(`${path}/types`)).statusCode).toBe(401)
    expect((await member.get(`${path}/types`)).statusCode).toBe(403)
    const types = (await admin.get(`${path}/types`)).json()
    expect(types.map(({ type }: { type: string }) => type)).toEqual([
      ...['email', 'slack', 'webhook', 'discord', 'mattermost', 'chatwork', 'pagerduty', 'hangouts_chat'],
      ...['microsoft_teams_webhook', 'asana', 'webex', 'datadog'],
    ])
    expect(types[1]).toEqual({
      ...{ name: 'Slack', type: 'slack', icon: 'fa-slack' },
      configuration_schema: {
        type: 'object',
        properties: { url: { type: 'string', title: 'Slack Webhook URL' } },
        required: ['url'],
        secret: ['url'],
      },
    })
  })
})

describe('create', () => {
  it('is for admins and names invalid fields', async () => {
    expect((await app.anonymous.post(path, body())).statusCode).toBe(401)
    expect((await member.post(path, body())).statusCode).toBe(403)
    const refused = async (change: object, named: string) => {
      const reply = await admin.post(path, body(change))
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toContain(named)
      if (named.startsWith('options.')) expect(reply.json().field).toBe(named)
    }
    await refused({ type: 'carrier_pigeon' }, 'carrier_pigeon')
    await refused({ name: ' ' }, 'name')
    await refused({ name: 'x'.repeat(256) }, 'name')
    await refused({ options: {} }, 'options.url')
    await refused({ options: { url: 5 } }, 'options.url')
    await refused({ options: { url: 'ftp://x' } }, 'options.url')
    await refused({ options: 'https://x' }, 'options')
    await refused({ type: 'email', options: { addresses: 'nobody' } }, 'options.addresses')
  })

  it('keeps options sealed, masks secrets, drops nulls', async () => {
    const created = await create({
      options: { url: 'https://hooks.example.com/canary', username: null, signing_secret: 'canary' },
    })
    expect(created).toEqual({
      ...{ id: expect.any(Number), name: expect.any(String), type: 'webhook', icon: 'fa-bolt' },
      options: { url: '--------', signing_secret: '--------' },
    })
    const { rows } = await app.database.pool.query('select * from destinations where id = $1', [created.id])
    expect(rows[0].user_id).toBe(app.admin.id)
    expect(rows[0].encrypted_options.includes('canary')).toBe(false)
  })

  it('neither stores nor shows options unknown to the type, and reports them', async () => {
    const options = { url: 'https://hooks.example.com/canary', token: 'foreign' }
    const created = await create({ options })
    expect(created).toMatchObject({ options: { url: '--------' }, dropped_options: ['token'] })
    expect(await storedOptions(created.id)).toEqual({ url: options.url })
  })

  it('accepts a name once', async () => {
    const { name } = await create()
    const again = await admin.post(path, body({ name }))
    expect([again.statusCode, again.json().message, again.json().field]).toEqual([
      ...[400, `Alert Destination with the name ${name} already exists.`, 'name'],
    ])
  })
})

describe('reading', () => {
  it('all users with a session see names and types, by id', async () => {
    const [first, second] = [await create({ name: 'zz first' }), await create({ name: 'aa second' })]
    expect((await app.anonymous.get(path)).statusCode).toBe(401)
    const list = (await member.get(path)).json() as { id: number }[]
    const ids = list.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((one, other) => one - other))
    expect(list.filter(({ id }) => id === first.id || id === second.id)).toEqual([
      { id: first.id, name: 'zz first', type: 'webhook', icon: 'fa-bolt' },
      { id: second.id, name: 'aa second', type: 'webhook', icon: 'fa-bolt' },
    ])
    expect(JSON.stringify(list)).not.toContain('canary')
  })

  it('admins see options, with masked secrets', async () => {
    const { id, name } = await create()
    expect((await app.anonymous.get(`${path}/${id}`)).statusCode).toBe(401)
    expect((await member.get(`${path}/${id}`)).statusCode).toBe(403)
    expect((await admin.get(`${path}/${id}`)).json()).toEqual({
      ...{ id, name, type: 'webhook', icon: 'fa-bolt', alerts: [], alert_count: 0 },
      options: { url: '--------', username: 'me', password: '--------' },
    })
    for (const wrong of ['999999', 'x', '99999999999999']) {
      expect((await admin.get(`${path}/${wrong}`)).statusCode).toBe(404)
    }
  })

  it('a type that is no longer supported is left out of the list', async () => {
    const { id } = await createDestination(app.context, { type: 'carrier_pigeon' })
    const list = (await member.get(path)).json() as { id: number }[]
    expect(list.map((each) => each.id)).not.toContain(id)
    expect((await admin.get(`${path}/${id}`)).json().message).toContain('carrier_pigeon')
  })
})

describe('save', () => {
  it('keeps a secret sent as its placeholder, replaces a new one, drops one left out', async () => {
    const { id, name } = await create()
    const save = (options: object) => admin.post(`${path}/${id}`, { name, type: 'webhook', options })
    const url = 'https://hooks.example.com/canary'
    expect((await save({ url: '--------', password: '--------' })).json().options).toEqual({
      ...{ url: '--------', password: '--------' },
    })
    expect(await storedOptions(id)).toEqual({ url, password: 'canary' })
    await save({ url: '--------', password: 'new' })
    expect(await storedOptions(id)).toEqual({ url, password: 'new' })
    await save({ url: '--------' })
    expect(await storedOptions(id)).toEqual({ url })
    const refused = await save({ url: '--------', password: '--------' })
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ field: 'options.password', message: expect.stringContaining('password') }),
    ])
  })

  it('sends a stored secret to no new address', async () => {
    const { id, name } = await create()
    const save = (options: object) => admin.post(`${path}/${id}`, { name, type: 'webhook', options })
    const moved = await save({ url: 'https://evil.example.com/', password: '--------' })
    expect([moved.statusCode, moved.json()]).toEqual([
      400,
      {
        ...{ code: 'destination.secret_moved', field: 'options.password' },
        message: expect.stringMatching(/^options\.password: please enter this secret again/),
      },
    ])
    expect(await storedOptions(id)).toMatchObject({ url: 'https://hooks.example.com/canary' })
    expect((await save({ url: 'https://evil.example.com/', password: 'mine' })).statusCode).toBe(200)
  })

  it('gives the secret of one type to no other', async () => {
    const { id, name } = await create()
    const reply = await admin.post(`${path}/${id}`, { name, type: 'slack', options: { url: '--------' } })
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining('options.url')])
  })

  it('answers 401, 403, 404, and 400 for a name in use', async () => {
    const [one, other] = [await create(), await create()]
    expect((await app.anonymous.post(`${path}/${one.id}`, body())).statusCode).toBe(401)
    expect((await member.post(`${path}/${one.id}`, body())).statusCode).toBe(403)
    expect((await admin.post(`${path}/999999`, body())).statusCode).toBe(404)
    const taken = await admin.post(`${path}/${one.id}`, body({ name: other.name }))
    expect([taken.statusCode, taken.json().code]).toEqual([400, 'destination.name_taken'])
    expect((await admin.post(`${path}/${one.id}`, body({ name: one.name }))).statusCode).toBe(200)
  })
})

describe('delete', () => {
  it('is refused while alerts use it, naming them; then it is deleted', async () => {
    const { id } = await create()
    const alert = await createAlert(app.context, { name: 'Few orders' })
    const subscription = await createSubscription(app.context, {
      ...{ alert_id: alert.id, user_id: app.member.id, destination_id: id },
    })
    expect((await app.anonymous.delete(`${path}/${id}`)).statusCode).toBe(401)
    expect((await member.delete(`${path}/${id}`)).statusCode).toBe(403)
    const refused = await admin.delete(`${path}/${id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Alerts still use this destination: "Few orders". Please remove it from them first.',
    ])
    await app.context.db.deleteFrom('alert_subscriptions').where('id', '=', subscription.id).execute()
    const reply = await admin.delete(`${path}/${id}`)
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect((await admin.delete(`${path}/${id}`)).statusCode).toBe(404)
  })

  it('also ends the subscriptions if requested', async () => {
    const { id } = await create()
    const alert = await createAlert(app.context, { name: 'Many orders' })
    const user_id = app.member.id
    await createSubscription(app.context, { alert_id: alert.id, user_id, destination_id: id })
    const kept = await createSubscription(app.context, { alert_id: alert.id, user_id })
    expect((await admin.get(`${path}/${id}`)).json()).toMatchObject({
      ...{ alerts: [{ id: alert.id, name: 'Many orders' }], alert_count: 1 },
    })
    expect((await member.delete(`${path}/${id}?unsubscribe=true`)).statusCode).toBe(403)
    expect((await admin.delete(`${path}/${id}?unsubscribe=maybe`)).statusCode).toBe(400)
    expect((await admin.delete(`${path}/999999?unsubscribe=true`)).statusCode).toBe(404)
    expect((await admin.delete(`${path}/${id}?unsubscribe=true`)).statusCode).toBe(204)
    expect((await admin.get(`${path}/${id}`)).statusCode).toBe(404)
    const left = await app.context.db.selectFrom('alert_subscriptions').select('id').execute()
    expect(left).toEqual([{ id: kept.id }])
  })
})

describe('test', () => {
  it('is for admins', async () => {
    const { id } = await create()
    expect((await app.anonymous.post(`${path}/${id}/test`)).statusCode).toBe(401)
    expect((await member.post(`${path}/${id}/test`)).statusCode).toBe(403)
    expect((await admin.post(`${path}/999999/test`)).statusCode).toBe(404)
  })

  describe('with a worker', () => {
    let receiver: ChannelReceiver
    let worker: Awaited<ReturnType<typeof workerUnderTest>>
    beforeAll(async () => {
      receiver = await startChannelReceiver()
      worker = await workerUnderTest(app)
    })
    afterAll(async () => {
      await worker?.stop()
      await receiver?.close()
    })

    it('sends a message that says so, once, and reports the outcome', async () => {
      const url = `${receiver.address}/webhook/canary`
      const { id, name } = await create({ options: { url } })
      expect((await admin.post(`${path}/${id}/test`)).json()).toEqual({ ok: true, message: 'success' })
      expect(receiver.requests).toHaveLength(1)
      expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
        is_test: true,
        alert: { state: 'triggered', name: `Test of the destination ${name}` },
      })
      receiver.setMood('down')
      const failed = (await admin.post(`${path}/${id}/test`)).json()
      expect(failed).toMatchObject({ ok: false, message: expect.stringMatching(/^The answer was 503 /) })
      const log = (await admin.get(`/api/deliveries?destination_id=${id}`)).json()
      expect(
        log.results.map(({ state, is_test }: { state: string; is_test: boolean }) => [state, is_test]),
      ).toEqual([
        ['given_up', true],
        ['sent', true],
      ])
    })
  })
})

describe('the log of deliveries', () => {
  it('is for admins: newest first, by page, destination, alert and state, each with its attempts', async () => {
    const destination = await create()
    const alert = await createAlert(app.context, { name: 'Many orders' })
    const facts = { alert_id: alert.id, destination_id: destination.id, user_id: app.member.id }
    const first = await createDelivery(app.context, facts)
    const second = await createDelivery(app.context, { ...facts, destination_id: null })
    await app.database.pool.query(
      `update alert_deliveries set state = 'failed', last_error = 'no' where id = $1`,
      [first.id],
    )
    await app.database.pool.query(
      `insert into alert_delivery_attempts (delivery_id, ok, status, detail) values ($1, false, 503, 'later'), ($1, false, 404, 'no')`,
      [first.id],
    )
    const list = '/api/deliveries'
    for (const url of [list, `${list}/${first.id}`]) {
      expect((await app.anonymous.get(url)).statusCode).toBe(401)
      expect((await member.get(url)).statusCode).toBe(403)
    }
    expect((await admin.get(`${list}?state=lost`)).statusCode).toBe(400)
    expect((await admin.get(`${list}?alert_id=x`)).statusCode).toBe(400)
    const ids = async (query: string) =>
      (await admin.get(`${list}?${query}`)).json().results.map(({ id }: { id: number }) => id)
    expect(await ids(`alert_id=${alert.id}`)).toEqual([second.id, first.id])
    expect(await ids(`alert_id=${alert.id}&page_size=1&page=2`)).toEqual([first.id])
    expect(await ids(`destination_id=${destination.id}`)).toEqual([first.id])
    expect(await ids(`alert_id=${alert.id}&state=queued`)).toEqual([second.id])
    expect((await admin.get(`${list}/${first.id}`)).json()).toMatchObject({
      ...{ id: first.id, state: 'failed', is_test: false, last_error: 'no', sent_at: null },
      alert: { id: alert.id, name: 'Many orders' },
      destination: { id: destination.id, name: destination.name, type: 'webhook', icon: 'fa-bolt' },
      user: { id: app.member.id, name: app.member.name },
      log: [
        { ok: false, status: 503, detail: 'later' },
        { ok: false, status: 404, detail: 'no' },
      ],
    })
    expect((await admin.get(`${list}/${second.id}`)).json()).toMatchObject({ destination: null, log: [] })
    expect((await admin.get(`${list}/999999`)).statusCode).toBe(404)
  })
})
