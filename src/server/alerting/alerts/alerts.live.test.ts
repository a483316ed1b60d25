import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let member: Caller
let worker: { stop(): Promise<void> }
let queryId: number

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  worker = await workerUnderTest(app)
  await app.context.pool.query('create table watched (n numeric)')
  const source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  const reply = await member.post('/api/queries', {
    ...{ data_source_id: source.id, name: 'Watched', query: 'select n from watched order by n' },
  })
  queryId = reply.json().id
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

/** Runs the query on these numbers, like a user who presses Execute. */
async function run(numbers: string[]) {
  await app.context.pool.query('truncate watched')
  await app.context.pool.query('insert into watched select unnest($1::numeric[])', [numbers])
  const asked = await member.post(`/api/queries/${queryId}/results`, { max_age: 0 })
  return await untilEnded(member, asked.json().job.id)
}

const facts = async (alertId: number) => {
  const { results } = (await member.get(`/api/alerts/${alertId}/evaluations`)).json()
  const { state } = (await member.get(`/api/alerts/${alertId}`)).json()
  const delivered = await app.context.db
    .selectFrom('alert_deliveries')
    .where('alert_id', '=', alertId)
    .select(['user_id'])
    .execute()
  return {
    state,
    why: results[0]?.why,
    value: results[0]?.value,
    evaluations: results.length,
    delivered: delivered.length,
  }
}

describe('a run of a query', () => {
  it('updates its alerts together with its result, and reports each change once', async () => {
    const alert = await createAlert(app.context, {
      ...{ query_id: queryId, user_id: app.member.id },
      options: { column: 'n', selector: 'max', op: '>', value: '9007199254740992' },
    })
    await createSubscription(app.context, { alert_id: alert.id, user_id: app.member.id })
    const steps: [string[], object][] = [
      [
        ['1', '9007199254740992'],
        { state: 'ok', why: 'does_not_hold', value: '9007199254740992', delivered: 0 },
      ],
      [
        ['1', '9007199254740993'],
        { state: 'triggered', why: 'holds', value: '9007199254740993', delivered: 1 },
      ],
      [['2', '9007199254740993'], { state: 'triggered', delivered: 1 }],
      [[], { state: 'unknown', why: 'no_rows', value: null, delivered: 2 }],
      [['1e30'], { state: 'triggered', value: '1000000000000000000000000000000', delivered: 3 }],
      [['0.5'], { state: 'ok', value: '0.5', delivered: 4 }],
    ]
    for (const [index, [numbers, expected]] of steps.entries()) {
      const job = await run(numbers)
      expect(job.status).toBe(3)
      expect(await facts(alert.id)).toMatchObject({ ...expected, evaluations: index + 1 })
    }
  })

  it('contains the origin of the result', async () => {
    const alert = await createAlert(app.context, {
      ...{ query_id: queryId, user_id: app.member.id, options: { column: 'n', op: '>', value: 1 } },
    })
    await createSubscription(app.context, { alert_id: alert.id, user_id: app.member.id })
    // kept as queued, because no worker sends it
    await app.context.pool.query(`create table messages as select message from alert_deliveries where false`)
    await app.context.pool.query(`create function keep_message() returns trigger language plpgsql as
      $$ begin insert into messages values (new.message); return null; end $$`)
    await app.context.pool.query(`create trigger keep_message after insert on alert_deliveries
      for each row execute function keep_message()`)
    const job = await run(['5', '7'])
    const { rows } = await app.context.pool.query(`select message from messages`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.message).toMatchObject({
      metadata: {
        ...{
          Username: app.member.email,
          query_id: queryId,
          Queue: 'queries',
          'Job ID': job.id,
          Scheduled: false,
        },
        'Query Hash': expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      result: { value: '5', rows: [['5'], ['7']], row_count: 2 },
    })
  })

  it('evaluates nothing when it fails', async () => {
    const alert = await createAlert(app.context, { query_id: queryId, user_id: app.member.id })
    await app.context.pool.query('alter table watched rename to hidden')
    const asked = await member.post(`/api/queries/${queryId}/results`, { max_age: 0 })
    expect((await untilEnded(member, asked.json().job.id)).status).toBe(4)
    await app.context.pool.query('alter table hidden rename to watched')
    expect(await facts(alert.id)).toMatchObject({ state: 'unknown', evaluations: 0 })
  })
})
