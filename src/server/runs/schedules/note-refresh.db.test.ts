import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endFailedJob } from '#server/runs/jobs/end-failed-job.ts'
import { insertJob } from '#server/runs/jobs/insert-job-store.ts'
import { findJob } from '#server/runs/jobs/job-store.ts'
import { scheduledPlaces, scheduledShare } from '#server/runs/jobs/scheduled-share.ts'
import { takeBack } from '#server/runs/jobs/take-back.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createQuery } from '#test/factories.ts'
import { claimScheduled } from './schedule-store.ts'

let app: AppUnderTest

beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

/** A run whose worker died, at this attempt. */
async function lostRun(attempts: number, is_scheduled: boolean) {
  const query = await createQuery(app.context)
  const id = randomUUID()
  await app.context.db
    .insertInto('jobs')
    .values({
      ...{ id, org_id: query.org_id, kind: 'query', status: 'started', data_source_id: query.data_source_id },
      ...{
        user_id: app.member.id,
        actor_name: app.member.email,
        asker: `user ${app.member.id}`,
        query_id: query.id,
        query_hash: id.slice(0, 32),
      },
      ...{ query_text: 'select 1', is_scheduled, attempts, worker_id: randomUUID() },
    })
    .execute()
  const lost = await findJob(app.context.db, id)
  if (lost === null) throw new Error('no job')
  return {
    job: lost,
    takeBack: () => takeBack(app.context, lost, { how: 'silent' }),
    failures: async () => {
      const row = await app.context.db
        .selectFrom('queries')
        .select('schedule_failures')
        .where('id', '=', query.id)
        .executeTakeFirstOrThrow()
      return row.schedule_failures
    },
  }
}

it('counts a scheduled run that is lost with its workers once, however many processes find it', async () => {
  const run = await lostRun(2, true)
  await Promise.all([run.takeBack(), run.takeBack(), run.takeBack()])
  await run.takeBack()
  expect(await run.failures()).toBe(1)
})

it('does not deadlock when a failed run ends while the next run of its query starts', async () => {
  const { db } = app.context
  const { job, failures } = await lostRun(1, true)
  const queryId = job.query_id ?? 0
  await db.updateTable('queries').set({ schedule: '{"interval": 60}' }).where('id', '=', queryId).execute()
  const attempt = { job_id: job.id, worker_id: job.worker_id ?? '', attempts: job.attempts }
  const outcome = { status: 'failed', error: { message: 'too slow' } } as const
  let ending: Promise<void> | undefined
  const next = await db.transaction().execute(async (tx) => {
    expect(await claimScheduled(tx, [queryId])).toHaveLength(1)
    ending = endFailedJob(app.context, job, attempt, outcome)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)))
          as waiting`.execute(tx)
      expect(rows[0]?.waiting).toBe(true)
    }, 10_000)
    const { org_id, data_source_id, user_id, actor_name, query_hash } = job
    const run = { ...{ org_id, data_source_id, user_id, actor_name, query_hash }, query_id: queryId }
    return await insertJob(tx, { ...run, kind: 'query', query_text: 'select 1', is_scheduled: true })
  })
  await ending
  expect(next.id).toBe(job.id)
  expect((await findJob(db, job.id))?.status).toBe('failed')
  expect(await failures()).toBe(1)
})

it('does not count runs that are tried again, or runs requested by users', async () => {
  const again = await lostRun(1, true)
  await again.takeBack()
  expect(await again.failures()).toBe(0)
  const asked = await lostRun(2, false)
  await asked.takeBack()
  expect(await asked.failures()).toBe(0)
})

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [6, 5],
  [8, 6],
  [100, 75],
])('of %i places schedules may take %i', (places, forSchedules) => {
  expect(scheduledPlaces(places)).toBe(forSchedules)
})

it('leaves scheduled runs in the queue while their places are taken', () => {
  const share = scheduledShare(2)
  expect(share.forbiddenFlags()).toBeNull()
  const leave = share.enter()
  expect(share.enter()).toBeNull()
  expect(share.forbiddenFlags()).toEqual(['scheduled'])
  leave?.()
  expect(share.forbiddenFlags()).toBeNull()
})
