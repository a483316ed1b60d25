import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { JobsTable } from '../db/tables.ts'
import { queueAttempts } from './create-job-queue.ts'
import { jobChangedChannel } from './job-channels.ts'
import { scheduledFlag, scheduledPlaces } from './scheduled-share.ts'

/** graphile-worker takes lower numbers first. */
const scheduledPriority = 10

type Sql = ReturnType<typeof sql>

/** Scheduled runs that nobody waits for come after all others. `row`: a row of jobs. */
export function comesLast(row: Sql) {
  return sql`(${row}.is_scheduled and not ${row}.is_awaited)`
}

/** SQL that puts a row of jobs into the queue; the key keeps it there once. */
export function addToQueue(row: Sql) {
  return sql`graphile_worker.add_job('run_job', json_build_object('job_id', ${row}.id),
    max_attempts := ${queueAttempts}, job_key := 'run_job:' || ${row}.id,
    priority := case when ${comesLast(row)} then ${scheduledPriority} else 0 end,
    flags := case when ${comesLast(row)} then array[${sql.lit(scheduledFlag)}] end)`
}

/**
 * Starts the run that is next in line on the job's data source, if a slot is free, and answers it; null when there is
 * nothing to start. The job named is only the occasion: the oldest waiting run goes first, people before schedules,
 * which never take the last slot of several.
 * Schema refreshes and connection tests need no slot.
 */
export async function claimJob(
  db: Db,
  jobId: string,
  worker: { id: string; maxRuns: number },
): Promise<Selectable<JobsTable> | null> {
  return await db.transaction().execute(async (tx) => {
    const named = await tx
      .selectFrom('jobs')
      .innerJoin('data_sources', 'data_sources.id', 'jobs.data_source_id')
      .select(['jobs.kind', 'jobs.data_source_id', 'data_sources.max_runs'])
      .where('jobs.id', '=', jobId)
      .executeTakeFirst()
    if (named === undefined) return null
    const line =
      named.kind === 'query'
        ? nextInLine(named.data_source_id, named.max_runs ?? worker.maxRuns)
        : sql`${jobId}`
    if (named.kind === 'query') await lockSlots(tx, named.data_source_id)
    const { rows } = await sql<Selectable<JobsTable>>`
      with claimed as (
        update jobs set status = 'started', worker_id = ${worker.id}, attempts = attempts + 1, started_at = now(),
          result_id = case when kind = 'query' then nextval('query_results_id_seq') end,
          backend = null, row_count = 0, result_json = null
        where id = (${line}) and status = 'queued'
        returning *
      )
      select claimed.*, ${notifyChanged(sql`claimed.id`)} from claimed`.execute(tx)
    return rows[0] ?? null
  })
}

function nextInLine(dataSourceId: number, slots: number) {
  return sql`
    select id from jobs
    where kind = 'query' and status = 'queued' and data_source_id = ${dataSourceId}
      and (select count(*) from jobs
           where kind = 'query' and status = 'started' and data_source_id = ${dataSourceId}) < ${slots}
      and (not ${comesLast(sql`jobs`)} or (select count(*) from jobs running
           where kind = 'query' and status = 'started' and data_source_id = ${dataSourceId}
             and ${comesLast(sql`running`)}) < ${scheduledPlaces(slots)})
    order by ${comesLast(sql`jobs`)}, queued_at, id limit 1`
}

/** First half of the key of the advisory lock that guards the slots of a data source. */
const slotLockSpace = 7_366_173

async function lockSlots(tx: Db, dataSourceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${slotLockSpace}::int, ${dataSourceId}::int)`.execute(tx)
}

/** SQL that tells whoever waits for a job. */
export function notifyChanged(id: Sql) {
  return sql`pg_notify(${jobChangedChannel}, ${id}::text)`
}

/** Puts the next waiting run of the data source back into the queue, when there is one. */
export async function wakeNextRun(db: Db, dataSourceId: number): Promise<void> {
  await sql`
    select ${addToQueue(sql`next`)} from (
      select * from jobs
      where kind = 'query' and status = 'queued' and data_source_id = ${dataSourceId}
      order by ${comesLast(sql`jobs`)}, queued_at, id limit 1
    ) next`.execute(db)
}
