import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertEvaluation } from '#shared/alerts/alert-evaluations-api.ts'
import { createAlert, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest } from '#test/clock-under-test.ts'
import { createDataSource, createQuery, createResult, createUser, type TestQuery } from '#test/factories.ts'
import { forgetHits, limitRate } from '../../kernel/rate-limits/limit-rate.ts'
import { evaluationsPerHour, prepareAlerts } from './evaluate-alerts.ts'

let app: AppUnderTest
let member: Caller
const clock = clockUnderTest('2026-03-01T12:00:00Z')
let query: TestQuery
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { publicUrl: 'https://bi.example.com' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.set(new Date())
  member = await app.as(app.member)
  const source = await createDataSource(app.context, {
    groups: { [app.viewerGroup]: true, [app.organization.defaultGroup]: false },
  })
  query = await createQuery(app.context, {
    data_source_id: source.id,
    user_id: app.member.id,
    name: 'Orders',
  })
})

type Row = Record<string, unknown>
const later = (seconds: number) => {
  clock.pass(seconds * 1000)
}

/** A result as the worker stores it. */
async function newResult(rows: Row[], { fails = false, metadata = {} } = {}): Promise<number> {
  const { db } = app.context
  const columns = Object.keys(rows[0] ?? { n: 1 }).map((name) => ({ name, friendly_name: name, type: null }))
  const { id } = await createResult(app.context, { data_source_id: query.data_source_id, rows, columns })
  const { query_hash } = await db
    .selectFrom('queries')
    .select('query_hash')
    .where('id', '=', query.id)
    .executeTakeFirstOrThrow()
  const evaluate = await prepareAlerts(app.context, {
    ...{ id, query_hash, data_source_id: query.data_source_id },
    ...{ columns_json: JSON.stringify(columns), row_count: rows.length },
  })
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('queries').set({ latest_result_id: id }).where('id', '=', query.id).execute()
    await evaluate(tx, metadata)
    if (fails) throw new Error('the run was lost')
  })
  return id
}

async function alertOf(given: Parameters<typeof createAlert>[1] = {}): Promise<number> {
  return (await createAlert(app.context, { query_id: query.id, user_id: app.member.id, ...given })).id
}

/** An alert that notifies the member by mail and a webhook. */
async function heardAlert(given: Parameters<typeof createAlert>[1] = {}) {
  const id = await alertOf(given)
  const destination = await createDestination(app.context)
  await createSubscription(app.context, { alert_id: id, user_id: app.member.id })
  await createSubscription(app.context, {
    alert_id: id,
    user_id: app.member.id,
    destination_id: destination.id,
  })
  return { id, destination }
}

const deliveriesOf = (alertId: number) =>
  app.context.db
    .selectFrom('alert_deliveries')
    .select(['destination_id', 'user_id', 'evaluation_id', 'state', 'message'])
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .execute()

/** As if the channels had accepted everything. */
const deliverAll = () =>
  app.context.db.updateTable('alert_deliveries').set({ state: 'sent', message: null }).execute()

const stateOf = (alertId: number) =>
  app.context.db
    .selectFrom('alerts')
    .select(['state', 'last_triggered_at'])
    .where('id', '=', alertId)
    .executeTakeFirstOrThrow()

async function evaluationsOf(alertId: number): Promise<AlertEvaluation[]> {
  return (await member.get(`/api/alerts/${alertId}/evaluations`)).json().results
}

describe('a new result', () => {
  it('updates the alert, is recorded, and is sent to every subscriber', async () => {
    const { id, destination } = await heardAlert({
      options: { column: 'n', op: '>', value: 1, custom_subject: '{{ALERT_STATUS}}' },
    })
    const resultId = await newResult([{ n: 5 }, { n: 0 }], { metadata: { Scheduled: true } })
    expect(await stateOf(id)).toEqual({ state: 'triggered', last_triggered_at: clock() })
    const [evaluation, ...none] = await evaluationsOf(id)
    expect(none).toEqual([])
    expect(evaluation).toEqual({
      ...{ id: expect.any(Number), at: clock().toISOString(), query_result_id: resultId, is_manual: false },
      ...{ state_before: 'unknown', state: 'triggered', value: '5', why: 'holds', notice: 'changed' },
      criteria: { selector: 'first', column: 'n', op: '>', value: 1 },
      notified: true,
      explanation: 'The condition holds: 5 > 1. The state has changed, so the subscribers are notified.',
      deliveries: { queued: 2, sent: 0, superseded: 0, failed: 0 },
    })
    const delivered = await deliveriesOf(id)
    expect(delivered.map(({ message: _, ...delivery }) => delivery)).toEqual(
      [null, destination.id].map((destination_id) => ({
        ...{ destination_id, user_id: app.member.id, evaluation_id: evaluation?.id, state: 'queued' },
      })),
    )
    // nothing is delivered yet: the history shows what became of the messages
    for (const state of ['failed', 'superseded', 'given_up'] as const) {
      await app.context.db.updateTable('alert_deliveries').set({ state }).where('alert_id', '=', id).execute()
      const [seen] = await evaluationsOf(id)
      const counted = state === 'superseded' ? { superseded: 2, failed: 0 } : { superseded: 0, failed: 2 }
      expect(seen?.deliveries).toEqual({ queued: 0, sent: 0, ...counted })
    }
    expect(delivered[0]?.message).toEqual(delivered[1]?.message)
    expect(delivered[0]?.message).toMatchObject({
      state: 'triggered',
      alert: { id, url: `https://bi.example.com/alerts/${id}`, last_triggered_at: clock().toISOString() },
      query: { id: query.id, name: 'Orders', text: 'select 1' },
      ...{ custom_subject: 'TRIGGERED', custom_body: null },
      result: { value: '5', condition: '>', threshold: '1', rows: [['5'], ['0']], row_count: 2 },
      metadata: { Scheduled: true },
    })
  })

  it('is reported once for each change, except for the first one to ok', async () => {
    const { id } = await heardAlert()
    const notifiedBy = async (n: unknown) => {
      const before = (await deliveriesOf(id)).length
      later(10)
      await newResult([{ n }])
      return ((await deliveriesOf(id)).length - before) / 2
    }
    expect([
      await notifiedBy(0),
      await notifiedBy(5),
      await notifiedBy(6),
      await notifiedBy(0),
      await notifiedBy(0),
    ]).toEqual([0, 1, 0, 1, 0])
    expect([
      await notifiedBy(null),
      await notifiedBy(null),
      await notifiedBy(0),
      await notifiedBy(null),
      await notifiedBy(9),
    ]).toEqual([1, 0, 0, 1, 1])
    const notices = (await evaluationsOf(id)).map(({ notice }) => notice).reverse()
    expect(notices).toEqual([
      ...['first_ok', 'changed', 'told_once', 'changed', 'unchanged'],
      ...['changed', 'unchanged', 'first_ok', 'changed', 'changed'],
    ])
  })

  it('repeats a lasting state as rearm says', async () => {
    const every = await heardAlert({ rearm: 1 })
    const hourly = await heardAlert({ rearm: 3600 })
    for (const seconds of [0, 1, 3598, 1, 10]) {
      later(seconds)
      await newResult([{ n: 5 }])
      await deliverAll()
    }
    expect((await deliveriesOf(every.id)).length / 2).toBe(5)
    expect((await deliveriesOf(hourly.id)).length / 2).toBe(2)
    const notices = (await evaluationsOf(hourly.id)).map(({ notice }) => notice).reverse()
    expect(notices).toEqual(['changed', 'told_lately', 'told_lately', 'repeated', 'told_lately'])
  })

  it('is not reported again to a recipient where the same message still waits', async () => {
    const { id, destination } = await heardAlert({ rearm: 1 })
    await newResult([{ n: 5 }])
    await app.context.db
      .updateTable('alert_deliveries')
      .set({ state: 'sent', message: null })
      .where('destination_id', 'is', null)
      .execute()
    for (let again = 0; again < 2; again++) await newResult([{ n: 6 }])
    const delivered = await deliveriesOf(id)
    expect(delivered.map(({ destination_id }) => destination_id)).toEqual([null, destination.id, null])
    expect((await evaluationsOf(id)).map(({ notice, notified }) => [notice, notified])).toEqual([
      ['on_its_way', false],
      ['repeated', true],
      ['changed', true],
    ])
    // other messages are sent
    await newResult([{ n: 0 }])
    await newResult([{ n: 5 }])
    expect(await deliveriesOf(id)).toHaveLength(7)
  })

  it('is not reported while the alert is muted, but updates it', async () => {
    const { id } = await heardAlert({ options: { column: 'n', op: '>', value: 1, muted: true } })
    await newResult([{ n: 5 }])
    expect(await deliveriesOf(id)).toEqual([])
    expect((await stateOf(id)).state).toBe('triggered')
    expect(await evaluationsOf(id)).toMatchObject([{ notified: false, notice: 'muted' }])
    await member.delete(`/api/alerts/${id}/mute`)
    await newResult([{ n: 6 }])
    expect(await deliveriesOf(id)).toEqual([])
    await newResult([{ n: 0 }])
    expect(await deliveriesOf(id)).toHaveLength(2)
  })

  it('is evaluated by all alerts of all queries with its text', async () => {
    const twin = await createQuery(app.context, {
      data_source_id: query.data_source_id,
      user_id: app.viewer.id,
    })
    const other = await createQuery(app.context, { user_id: app.member.id })
    const ids = [
      await alertOf({ options: { column: 'n', op: '>', value: 4 } }),
      await alertOf({ options: { column: 'n', op: '<', value: 4, selector: 'max' } }),
      await alertOf({
        query_id: twin.id,
        options: { column: 'm', selector: 'min', op: '==', value: '-9007199254740993' },
      }),
      await alertOf({ query_id: other.id }),
    ]
    await newResult([
      { n: 5, m: '-9007199254740993' },
      { n: 1, m: '-9007199254740992' },
    ])
    const states = await Promise.all(ids.map(async (id) => (await stateOf(id)).state))
    expect(states).toEqual(['triggered', 'ok', 'triggered', 'unknown'])
  })

  it('is evaluated by the current criteria if they change while it is being stored', async () => {
    const id = await alertOf({ options: { column: 'n', op: '>', value: 1 } })
    const { db } = app.context
    const rows = [
      { n: 5, m: 1 },
      { n: 5, m: 7 },
    ]
    const columns = ['n', 'm'].map((name) => ({ name, friendly_name: name, type: null }))
    const result = await createResult(app.context, { query_id: query.id, rows, columns })
    const { query_hash } = await db
      .selectFrom('queries')
      .select('query_hash')
      .where('id', '=', query.id)
      .executeTakeFirstOrThrow()
    const columns_json = JSON.stringify(columns)
    const evaluate = await prepareAlerts(app.context, { ...result, query_hash, columns_json, row_count: 2 })
    const options = { column: 'm', selector: 'max', op: '<', value: 7 }
    await member.post(`/api/alerts/${id}`, { options })
    await db.transaction().execute((tx) => evaluate(tx, {}))
    expect(await evaluationsOf(id)).toMatchObject([{ state: 'ok', value: '7', criteria: options }])
  })

  it('leaves nothing behind when its transaction is rolled back', async () => {
    const { id } = await heardAlert()
    await expect(newResult([{ n: 5 }], { fails: true })).rejects.toThrow('the run was lost')
    expect(await stateOf(id)).toEqual({ state: 'unknown', last_triggered_at: null })
    expect(await evaluationsOf(id)).toEqual([])
    expect(await deliveriesOf(id)).toEqual([])
  })

  it('is mailed only to users who may still see it; destinations get it, no matter which user subscribed them', async () => {
    const id = await alertOf()
    const disabled = await createUser(app.context, { disabled_at: new Date() })
    for (const user of [app.viewer, app.outsider, app.admin, disabled]) {
      await createSubscription(app.context, { alert_id: id, user_id: user.id })
    }
    const { id: destination_id } = await createDestination(app.context)
    const { id: other_id } = await createDestination(app.context)
    await createSubscription(app.context, { alert_id: id, user_id: disabled.id, destination_id })
    await createSubscription(app.context, {
      ...{ alert_id: id, user_id: app.outsider.id, destination_id: other_id },
    })
    await newResult([{ n: 5 }])
    expect((await deliveriesOf(id)).map((delivery) => [delivery.user_id, delivery.destination_id])).toEqual([
      [app.viewer.id, null],
      [app.admin.id, null],
      [disabled.id, destination_id],
      [app.outsider.id, other_id],
    ])
  })

  it('is stored even while a subscription and its destination are being deleted', async () => {
    const { id, destination } = await heardAlert()
    const deleting = await app.context.pool.connect()
    await deleting.query('begin')
    await deleting.query('delete from alert_subscriptions where alert_id = $1 and destination_id = $2', [
      ...[id, destination.id],
    ])
    const stored = newResult([{ n: 5 }])
    await expect
      .poll(async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return (await app.context.pool.query(waiting)).rowCount
      })
      .toBe(1)
    await deleting.query('delete from destinations where id = $1', [destination.id])
    await deleting.query('commit')
    deleting.release()
    await stored
    expect((await deliveriesOf(id)).map(({ destination_id }) => destination_id)).toEqual([null])
    expect((await stateOf(id)).state).toBe('triggered')
  })

  it('reports when there are no recipients', async () => {
    const id = await alertOf()
    await createSubscription(app.context, { alert_id: id, user_id: app.outsider.id })
    await newResult([{ n: 5 }])
    expect(await evaluationsOf(id)).toMatchObject([{ notified: false, notice: 'nobody', state: 'triggered' }])
  })

  it('may contain what PostgreSQL cannot store', async () => {
    const { id } = await heardAlert({
      options: { column: 'n', op: '!=', value: 'x', custom_body: '{{QUERY_RESULT_VALUE}}' },
    })
    await newResult([{ n: 'a\0b' }])
    expect(await evaluationsOf(id)).toMatchObject([{ state: 'triggered', value: 'a\uFFFDb' }])
    expect((await deliveriesOf(id))[0]?.message).toMatchObject({ custom_body: 'a\uFFFDb' })
  })

  it('does not move the date of the last change', async () => {
    const id = await alertOf()
    const { updated_at } = (await member.get(`/api/alerts/${id}`)).json()
    await newResult([{ n: 5 }])
    expect((await member.get(`/api/alerts/${id}`)).json()).toMatchObject({ updated_at, state: 'triggered' })
  })
})

describe('POST /api/alerts/:id/eval', () => {
  it('401, 403, 404', async () => {
    const id = await alertOf()
    const url = `/api/alerts/${id}/eval`
    expect((await app.anonymous.post(url)).statusCode).toBe(401)
    expect((await (await app.as(app.outsider)).post(url)).json().code).toBe('auth.forbidden')
    expect((await (await app.as(app.viewer)).post(url)).json().code).toBe('auth.not_owner')
    expect((await member.post('/api/alerts/999999/eval')).statusCode).toBe(404)
    expect(await evaluationsOf(id)).toEqual([])
  })

  it('evaluates the newest result and always notifies, unless muted', async () => {
    const { id } = await heardAlert()
    const { id: resultId } = await createResult(app.context, {
      query_id: query.id,
      rows: [{ n: 5 }, { n: 9 }],
    })
    for (const caller of [member, await app.as(app.admin)]) {
      later(5)
      const reply = await caller.post(`/api/alerts/${id}/eval`)
      expect([reply.statusCode, reply.json()]).toEqual([200, null])
      if (caller === member) await deliverAll()
    }
    expect(await stateOf(id)).toEqual({ state: 'triggered', last_triggered_at: clock() })
    const found = await evaluationsOf(id)
    expect(found.map(({ state_before, state, notice }) => [state_before, state, notice])).toEqual([
      ['triggered', 'triggered', 'asked'],
      ['unknown', 'triggered', 'asked'],
    ])
    expect(found[0]).toMatchObject({ is_manual: true, query_result_id: resultId, value: '5', notified: true })
    const delivered = await deliveriesOf(id)
    expect(delivered).toHaveLength(4)
    expect(delivered[3]?.message).toMatchObject({ metadata: {}, result: { rows: [['5'], ['9']] } })

    await member.post(`/api/alerts/${id}/mute`)
    await member.post(`/api/alerts/${id}/eval`)
    expect(await deliveriesOf(id)).toHaveLength(4)
    expect((await evaluationsOf(id))[0]).toMatchObject({ notice: 'muted', notified: false })
  })

  it('sets the state to unknown if there is no result', async () => {
    const { id } = await heardAlert({ state: 'ok' })
    expect((await member.post(`/api/alerts/${id}/eval`)).statusCode).toBe(200)
    expect((await stateOf(id)).state).toBe('unknown')
    expect(await evaluationsOf(id)).toMatchObject([
      { why: 'no_result', query_result_id: null, notified: true },
    ])
    expect((await deliveriesOf(id))[0]?.message).toMatchObject({
      state: 'unknown',
      result: { rows: [], columns: [] },
    })
  })

  it('records each of several concurrent evaluations', async () => {
    const { id } = await heardAlert()
    await createResult(app.context, { query_id: query.id, rows: [{ n: 5 }] })
    await Promise.all([1, 2, 3, 4].map(() => member.post(`/api/alerts/${id}/eval`)))
    const found = await evaluationsOf(id)
    expect(found.map(({ state_before }) => state_before).sort()).toEqual([
      ...['triggered', 'triggered', 'triggered', 'unknown'],
    ])
    // serialized, so three find the messages of the first still waiting
    expect(await deliveriesOf(id)).toHaveLength(2)
  })
})

it('is limited per hour for each user, over all alerts together', async () => {
  const [one, other] = [await alertOf(), await alertOf()]
  await forgetHits(app.context, new Date(clock().getTime() + 3_600_000))
  for (let time = 1; time < evaluationsPerHour; time++) {
    const caller = `user ${app.member.id}`
    await limitRate(app.context, { name: 'evaluation', caller, perHour: evaluationsPerHour })
  }
  expect((await member.post(`/api/alerts/${one}/eval`)).statusCode).toBe(200)
  for (const id of [one, other]) {
    const reply = await member.post(`/api/alerts/${id}/eval`)
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'request.rate_limited'])
    expect(reply.json().message).toBe('120 per 1 hour')
  }
  expect([(await evaluationsOf(one)).length, (await evaluationsOf(other)).length]).toEqual([1, 0])
  expect((await (await app.as(app.admin)).post(`/api/alerts/${other}/eval`)).statusCode).toBe(200)
  later(3600)
  expect((await member.post(`/api/alerts/${one}/eval`)).statusCode).toBe(200)
})

describe('GET /api/alerts/:id/evaluations', () => {
  it('401, 400, 403, 404', async () => {
    const url = `/api/alerts/${await alertOf()}/evaluations`
    expect((await app.anonymous.get(url)).statusCode).toBe(401)
    expect((await (await app.as(app.outsider)).get(url)).statusCode).toBe(403)
    expect((await member.get(`${url}?page=0`)).json().message).toBe('Page must be positive integer.')
    expect((await member.get('/api/alerts/999999/evaluations')).statusCode).toBe(404)
    expect((await (await app.as(app.viewer)).get(url)).json()).toEqual({
      count: 0,
      page: 1,
      page_size: 20,
      results: [],
    })
  })

  it('shows pages, newest first, of the 500 that are kept', async () => {
    const id = await alertOf()
    const other = await alertOf()
    await app.context.pool.query(
      `insert into alert_evaluations (alert_id, at, state_before, state, criteria, why, notice, notified)
        select alert, now(), 'ok', 'ok', '{"selector":"first","column":"n","op":">","value":1}', 'does_not_hold',
          'unchanged', false
        from generate_series(1, 600) as n, unnest($1::integer[]) as alert`,
      [[id, other]],
    )
    await newResult([{ n: 0 }])
    const first = (await member.get(`/api/alerts/${id}/evaluations?page_size=2`)).json()
    expect([first.count, first.results.length, first.results[0].notice]).toEqual([500, 2, 'first_ok'])
    expect(first.results[0].id).toBeGreaterThan(first.results[1].id)
    const last = await member.get(`/api/alerts/${id}/evaluations?page_size=250&page=2`)
    expect(last.json().results).toHaveLength(250)
    expect((await member.get(`/api/alerts/${id}/evaluations?page_size=250&page=3`)).statusCode).toBe(400)
  })
})
