import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import { addToQueue, comesLast } from './job-line-store.ts'
import type { Attempt, StoredJob } from './job-store.ts'
import { deadAfterSeconds, keptSlot, mayTakeSlot } from './kept-slot.ts'

/** What a worker reports about itself. */
export interface Heartbeat {
  id: string
  hostname: string
  pid: number
  concurrency: number
  successful_jobs: number
  failed_jobs: number
  working_seconds: number
  /** as JSON text; null: unchanged since the last report */
  measures: string | null
}

/** Writes the heartbeat of a worker and returns the database's time. Restores a row that a sweeper removed. */
export async function beat(db: Db, worker: Heartbeat): Promise<number> {
  const { id, hostname, pid, measures, ...report } = worker
  const columns = { ...report, heartbeat_at: sql<Date>`now()`, ...(measures === null ? {} : { measures }) }
  const { heartbeat_at } = await db
    .insertInto('workers')
    .values({ id, hostname, pid, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .returning('heartbeat_at')
    .executeTakeFirstOrThrow()
  return heartbeat_at.getTime()
}

export async function removeWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute()
}

/**
 * The worker that started a process for one run notices its end sooner and knows the cause, so it gets time to act
 * first.
 */
const ownProcessDeadAfterSeconds = deadAfterSeconds + 5

/**
 * A heartbeat in the future was written before the database's clock was set back. A living worker would have
 * written a newer one, so it counts as silent.
 */
const silence = sql`abs(extract(epoch from now() - workers.heartbeat_at))`
const isDead = sql`${silence} > ${sql.lit(ownProcessDeadAfterSeconds)}`

/** Deletes the rows of dead workers. */
export async function removeDeadWorkers(db: Db): Promise<void> {
  await sql`delete from workers where ${isDead}`.execute(db)
}

/** Started jobs whose worker is dead or unknown. */
const orphanedJobs = sql`
  from jobs left join workers on workers.id = jobs.worker_id
  where jobs.status = 'started' and (workers.id is null or ${silence} >
    case when jobs.attempts > 1 then ${sql.lit(ownProcessDeadAfterSeconds)} else ${sql.lit(deadAfterSeconds)} end)`

export async function listOrphanedJobs(db: Db): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`select jobs.* ${orphanedJobs}`.execute(db)
  return rows
}

/** The database's time in milliseconds, and whether lost work needs a sweep. */
export async function lookForLostWork(db: Db): Promise<{ now: number; is_lost: boolean }> {
  const { rows } = await sql<{ now: Date; is_lost: boolean }>`
    select now() as now, exists (select from workers where ${isDead}) or exists (select ${orphanedJobs}) as is_lost`.execute(
    db,
  )
  const [look] = rows
  if (look === undefined) throw new Error('PostgreSQL has answered no row.')
  return { ...look, now: look.now.getTime() }
}

/** Takes over a run that another worker has claimed; null if that worker has lost it in the meantime. */
export async function adoptJob(db: Db, from: Attempt, workerId: string): Promise<StoredJob | null> {
  const { rows } = await sql<StoredJob>`
    update jobs set worker_id = ${workerId}
    where id = ${from.job_id} and status = 'started' and worker_id = ${from.worker_id} and attempts = ${from.attempts}
    returning *`.execute(db)
  return rows[0] ?? null
}

/** Started jobs that the database assigns to this worker. */
export async function listJobsOf(db: Db, workerId: string): Promise<StoredJob[]> {
  return await db
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'started')
    .where('worker_id', '=', workerId)
    .execute()
}

/**
 * Requeues a run whose worker died; the conditions exclude that another process already did so. A twin requested in the
 * meantime (only possible if this run was to be cancelled) is no obstacle: such a job is ended, not repeated.
 */
export async function requeueJob(db: Db, job: StoredJob): Promise<boolean> {
  const { rows } = await sql`
    with back as (
      update jobs set status = 'queued', worker_id = null, backend = null, started_at = null, result_id = null,
        row_count = 0, result_json = null, progress = null
      where id = ${job.id} and status = 'started' and attempts = ${job.attempts} and worker_id = ${job.worker_id}
      returning id
    )
    select pg_notify('job_changed', id::text) from back`.execute(db)
  return rows.length > 0
}

/**
 * Requeues waiting jobs that would never start: their entry in graphile's queue was lost with a killed worker, or used
 * up while all slots were in use. Adding an entry that already exists changes nothing.
 */
export async function requeueLostJobs(db: Db, maxRuns: number): Promise<void> {
  await sql`
    with ${keptSlot()}
    select ${addToQueue(sql`lost`)}
    from (
      select jobs.id, jobs.asker, jobs.kind, jobs.is_scheduled, jobs.is_awaited, data_sources.max_runs,
        row_number() over (partition by jobs.data_source_id, jobs.kind
          order by ${comesLast(sql`jobs`)}, jobs.turn, jobs.queued_at, jobs.id) as place,
        (select count(*) from jobs running where running.kind = 'query' and running.status = 'started'
          and running.data_source_id = jobs.data_source_id) as running
      from jobs join data_sources on data_sources.id = jobs.data_source_id
      where jobs.status = 'queued' and jobs.queued_at < now() - interval '2 seconds'
    ) lost
    where (lost.kind <> 'query' or lost.place <= coalesce(lost.max_runs, ${maxRuns}) - lost.running)
      and ${mayTakeSlot(sql`lost.asker`)} and not exists (
        select from graphile_worker.jobs waiting
        where waiting.key = 'run_job:' || lost.id and waiting.locked_at is null and waiting.attempts < waiting.max_attempts
      )`.execute(db)
}

/** From now on, runs of this text get their own process. */
export async function blameJob(db: Db, id: string): Promise<void> {
  await db.updateTable('jobs').set({ took_workers: true }).where('id', '=', id).execute()
}

/** Deletes the chunks of a run that will never have a row in query_results. */
export async function deleteChunks(db: Db, resultId: number): Promise<void> {
  await db.deleteFrom('query_result_chunks').where('result_id', '=', resultId).execute()
}

/** Runs `work` unless another process is doing so. */
export async function underSweepLock(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  return await underLock(db, 7_366_180, work)
}

/** Runs `work` with the advisory lock `key`, unless another session has it. */
export async function underLock(db: Db, key: number, work: (tx: Db) => Promise<void>): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(
      connection,
    )
    if (rows[0]?.got !== true) return false
    try {
      await work(connection)
      return true
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
