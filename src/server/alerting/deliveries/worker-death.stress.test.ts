import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlert, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'
import { type ChannelReceiver, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { startWorkerProcess } from '#test/start-alone-process.ts'
import { ownDatabaseOptions } from '#test/worker-under-test.ts'

const allowed = { allowedPrivateHosts: ['127.0.0.1'] }
let app: AppUnderTest
let admin: Caller
let receiver: ChannelReceiver
const children = new Set<ChildProcess>()

beforeAll(async () => {
  app = await appUnderTest({ config: allowed })
  admin = await app.as(app.admin)
  receiver = await startChannelReceiver()
  await app.context.pool.query(`
    create table numbers (n integer);
    insert into numbers values (5);
    create function wait_for_test() returns trigger language plpgsql as $$
      begin
        if new.claimed_by is not null and old.claimed_by is null then perform pg_advisory_xact_lock_shared(4711); end if;
        return new;
      end $$;
    create trigger wait_for_test before update on alert_deliveries for each row execute function wait_for_test()`)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await receiver?.close()
  await app?.close()
})
beforeEach(() => {
  receiver.setMood('takes')
  receiver.requests.length = 0
})

/** A worker process that is ready to take jobs. */
async function startProcess(): Promise<ChildProcess> {
  const child = await startWorkerProcess(app.database.url, allowed)
  children.add(child)
  return child
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  children.delete(child)
}

/** An alert on `numbers.n > 1` that notifies a webhook. */
async function watchNumbers() {
  const source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  const query = await createQuery(app.context, { data_source_id: source.id, query: 'select n from numbers' })
  const alert = await createAlert(app.context, { query_id: query.id })
  const options = { url: `${receiver.address}/webhook/canary` }
  const destination = await createDestination(app.context, { options })
  await createSubscription(app.context, {
    ...{ alert_id: alert.id, user_id: app.admin.id, destination_id: destination.id },
  })
  return {
    async run() {
      const reply = await admin.post(`/api/queries/${query.id}/results`, { max_age: 0 })
      expect(reply.statusCode).toBe(200)
    },
    state: async () =>
      (
        await app.context.db
          .selectFrom('alerts')
          .where('id', '=', alert.id)
          .select('state')
          .executeTakeFirst()
      )?.state,
    deliveries: () =>
      app.context.db
        .selectFrom('alert_deliveries')
        .selectAll()
        .where('alert_id', '=', alert.id)
        .orderBy('id')
        .execute(),
  }
}

const delivered = () => receiver.requests.map(({ body }) => JSON.parse(body).alert.state)
const soon = { timeout: 40_000 }

describe('kill -9 of the worker', () => {
  it('between the state and the delivery loses and duplicates nothing', async () => {
    const watched = await watchNumbers()
    const held: PoolClient = await app.context.pool.connect()
    await held.query('select pg_advisory_lock(4711)')
    const first = await startProcess()
    await watched.run()
    await expect.poll(watched.state, soon).toBe('triggered')
    expect(await watched.deliveries()).toMatchObject([{ state: 'queued' }])
    await killHard(first)
    await held.query('select pg_advisory_unlock(4711)')
    held.release()
    expect(delivered()).toEqual([])

    const second = await startProcess()
    await expect.poll(watched.deliveries, soon).toMatchObject([{ state: 'sent' }])
    expect(delivered()).toEqual(['triggered'])

    await app.context.pool.query('update numbers set n = 0')
    await watched.run()
    await expect.poll(watched.state, soon).toBe('ok')
    await expect.poll(delivered, soon).toEqual(['triggered', 'ok'])
    await watched.run()
    await expect
      .poll(
        async () => (await app.context.db.selectFrom('query_results').select('id').execute()).length,
        soon,
      )
      .toBe(3)
    expect(delivered()).toEqual(['triggered', 'ok'])
    await killHard(second)
  }, 120_000)

  it('while the channel has the message sends it again with the same key', async () => {
    await app.context.pool.query('update numbers set n = 7')
    const watched = await watchNumbers()
    receiver.setMood('silent')
    const first = await startProcess()
    await watched.run()
    await expect.poll(delivered, soon).toEqual(['triggered'])
    await killHard(first)
    receiver.setMood('takes')
    const second = await startProcess()
    await expect.poll(watched.deliveries, soon).toMatchObject([{ state: 'sent', attempts: 2 }])
    expect(delivered()).toEqual(['triggered', 'triggered'])
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await killHard(second)
  }, 120_000)
})
