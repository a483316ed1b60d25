import { type Selectable, sql } from 'kysely'
import {
  type Db,
  findGroupsOfSource,
  groupsOfSource,
  type JobError,
  type JobsTable,
} from '#server/kernel/index.ts'
import type { GroupAccess } from '#shared/permissions/can.ts'
import type { JobProgress } from '#shared/results/job.ts'
import { addToQueue, notifyChanged } from './job-line-store.ts'

export type StoredJob = Selectable<JobsTable>

export async function findJob(db: Db, id: string): Promise<StoredJob | null> {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Facts that decide who may see a job. */
export interface JobScope {
  groups: GroupAccess
}

/** Groups of the job's data source. */
export async function findJobScope(db: Db, job: StoredJob): Promise<JobScope> {
  return { groups: await findGroupsOfSource(db, job.data_source_id) }
}

/** A query whose address a caller uses to read a job. */
export interface AskingQuery extends JobScope {
  data_source_id: number | null
  /** JSON text as stored */
  options: string
}

/** With the groups of its data source. */
export async function findAskingQuery(db: Db, orgId: number, id: number): Promise<AskingQuery | null> {
  const query = await db
    .selectFrom('queries')
    .select(['data_source_id', 'options'])
    .select(groupsOfSource('queries.data_source_id').as('groups'))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return query ?? null
}

/** How a run ended. `result_id` is reserved when the job is claimed. */
export type JobOutcome =
  | { status: 'finished'; result_json?: string | null; row_count?: number }
  | { status: 'failed' | 'cancelled'; error: JobError }

/** Identifies one attempt of a run: nothing is written for an attempt that this worker has lost. */
export interface Attempt {
  job_id: string
  worker_id: string
  attempts: number
}

/** Ends a run and notifies its waiters. Returns false, and writes nothing, if this worker has lost the attempt. */
export async function endJob(db: Db, attempt: Attempt, outcome: JobOutcome): Promise<boolean> {
  const error = outcome.status === 'finished' ? null : JSON.stringify(outcome.error)
  const resultJson = outcome.status === 'finished' ? (outcome.result_json ?? null) : null
  const rowCount = outcome.status === 'finished' ? (outcome.row_count ?? null) : null
  const { rows } = await sql`
    with ended as (
      update jobs set status = ${outcome.status}, finished_at = now(), error = ${error}::jsonb, backend = null, progress = null,
        result_json = ${resultJson}, row_count = coalesce(${rowCount}::bigint, row_count),
        result_id = case when ${outcome.status} = 'finished' then result_id end
      where ${isAttempt(attempt)}
      returning id
    )
    select id, ${notifyChanged(sql`id`)} from ended`.execute(db)
  return rows.length > 0
}

function isAttempt(attempt: Attempt) {
  return sql`id = ${attempt.job_id} and status = 'started' and worker_id = ${attempt.worker_id}
    and attempts = ${attempt.attempts}`
}

/**
 * Reports the number of rows stored so far; the first report also contains the columns, for readers of the unfinished
 * result.
 */
export async function reportProgress(
  db: Db,
  attempt: Attempt,
  rowCount: number,
  columnsJson: string | null,
): Promise<void> {
  await sql`
    with moved as (
      update jobs set row_count = ${rowCount}, result_json = coalesce(${columnsJson}, result_json)
      where ${isAttempt(attempt)} returning id
    )
    select ${notifyChanged(sql`id`)} from moved`.execute(db)
}

/** Reports how far the data source is. */
export async function reportWork(db: Db, attempt: Attempt, progress: JobProgress): Promise<void> {
  await sql`
    with moved as (
      update jobs set progress = ${JSON.stringify(progress)}::jsonb where ${isAttempt(attempt)} returning id
    )
    select ${notifyChanged(sql`id`)} from moved`.execute(db)
}

export async function rememberBackend(
  db: Db,
  attempt: Attempt,
  backend: Readonly<Record<string, string | number>>,
): Promise<void> {
  await sql`update jobs set backend = ${JSON.stringify(backend)}::jsonb where ${isAttempt(attempt)}`.execute(
    db,
  )
}

/** This worker's runs that a user wants to end. */
export async function listCancelRequests(db: Db, workerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('worker_id', '=', workerId)
    .where('status', '=', 'started')
    .where('cancel_requested_at', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

/** The fields of a data source that a worker needs. */
export interface RunnableSource {
  id: number
  name: string
  type: string
  encrypted_options: Buffer
  queue_name: string
  scheduled_queue_name: string
  max_rows: number | null
  max_bytes: number | null
  max_seconds: number | null
}

export async function findDataSourceOf(db: Db, dataSourceId: number): Promise<RunnableSource | null> {
  const source = await db
    .selectFrom('data_sources')
    .select(['id', 'name', 'type', 'encrypted_options', 'queue_name', 'scheduled_queue_name'])
    .select(['max_rows', 'max_bytes', 'max_seconds'])
    .where('id', '=', dataSourceId)
    .executeTakeFirst()
  return source ?? null
}

/** Requeues a run because its worker has to stop; this does not count as an attempt. */
export async function handBackJob(db: Db, attempt: Attempt): Promise<void> {
  await sql`
    with back as (
      update jobs set status = 'queued', attempts = attempts - 1, worker_id = null, backend = null, started_at = null,
        result_id = null, row_count = 0, result_json = null, progress = null
      where ${isAttempt(attempt)}
      returning *
    )
    select ${notifyChanged(sql`back.id`)}, ${addToQueue(sql`back`)} from back`.execute(db)
}
