import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { GroupAccess } from '#shared/permissions/can.ts'
import type { Db } from '../db/database.ts'
import type { JobError, JobKind, JobsTable } from '../db/tables.ts'
import { jobCancelChannel } from './job-channels.ts'
import { addToQueue, notifyChanged } from './job-line-store.ts'

export type StoredJob = Selectable<JobsTable>

export interface NewJob {
  org_id: number
  kind: JobKind
  data_source_id: number
  user_id: number | null
  actor_name: string
  query_id?: number | null
  query_hash?: string | null
  query_text?: string | null
  /** see server/results/submitted-text.ts */
  submitted?: string | null
  /** values beside the text, as JSON text of a list of BoundValue */
  bound?: string | null
  is_scheduled?: boolean
}

/** A twin that ends between our two statements is looked for again: this often at most. */
const twinAttempts = 5

/**
 * Inserts the job and its place in the queue in one statement, or answers the twin that lives already: the same text on
 * the same data source (kind query), or the same data source (kind schema).
 */
export async function insertJob(db: Db, job: NewJob): Promise<StoredJob> {
  for (let attempt = 1; ; attempt++) {
    const inserted = await tryInsert(db, job)
    if (inserted !== null) return inserted
    const twin = await findTwin(db, job)
    if (twin !== null) return job.is_scheduled === true ? twin : await awaitTwin(db, twin)
    if (attempt === twinAttempts) throw new Error('A twin of the job keeps coming and going.')
  }
}

async function tryInsert(db: Db, job: NewJob): Promise<StoredJob | null> {
  const id = randomUUID()
  const { rows } = await sql<StoredJob>`
    with inserted as (
      insert into jobs (id, org_id, kind, data_source_id, user_id, actor_name, query_id, query_hash, query_text,
        submitted, bound, is_scheduled)
      values (${id}, ${job.org_id}, ${job.kind}, ${job.data_source_id}, ${job.user_id}, ${job.actor_name},
        ${job.query_id ?? null}, ${job.query_hash ?? null}, ${job.query_text ?? null}, ${job.submitted ?? null},
        ${job.bound ?? null}::jsonb, ${job.is_scheduled ?? false})
      on conflict do nothing
      returning *
    ), queued as (
      select ${addToQueue(sql`inserted`)} from inserted
    )
    select inserted.* from inserted, queued`.execute(db)
  return rows[0] ?? null
}

/** Of a scheduled run that waits somebody has asked as well now: it moves up to the runs of people. */
async function awaitTwin(db: Db, twin: StoredJob): Promise<StoredJob> {
  if (!twin.is_scheduled || twin.is_awaited || twin.status !== 'queued') return twin
  const { rows } = await sql<StoredJob>`
    with awaited as (
      update jobs set is_awaited = true where id = ${twin.id} and status = 'queued' returning *
    )
    select awaited.*, ${addToQueue(sql`awaited`)} from awaited`.execute(db)
  return rows[0] ?? twin
}

async function findTwin(db: Db, job: NewJob): Promise<StoredJob | null> {
  let query = db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', job.kind)
    .where('data_source_id', '=', job.data_source_id)
    .where('status', 'in', ['queued', 'started'])
    .where('cancel_requested_at', 'is', null)
  if (job.kind === 'query') query = query.where('query_hash', '=', job.query_hash ?? '')
  return (await query.executeTakeFirst()) ?? null
}

export async function findJob(db: Db, id: string): Promise<StoredJob | null> {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** What decides who may see a job. */
export interface JobScope {
  groups: GroupAccess
}

/** Groups of the job's data source. */
export async function findJobScope(db: Db, job: StoredJob): Promise<JobScope> {
  const groups = await db
    .selectFrom('data_source_groups')
    .select(['group_id', 'view_only'])
    .where('data_source_id', '=', job.data_source_id)
    .execute()
  return { groups: Object.fromEntries(groups.map((group) => [group.group_id, group.view_only])) }
}

/** A query by whose address a job is asked for. */
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
    .select(
      sql<GroupAccess>`(select coalesce(json_object_agg(group_id, view_only), '{}') from data_source_groups
        where data_source_groups.data_source_id = queries.data_source_id)`.as('groups'),
    )
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return query ?? null
}

/** How a run ended. `result_id` is set aside when the job was claimed. */
export type JobOutcome =
  | { status: 'finished'; result_json?: string | null; row_count?: number }
  | { status: 'failed' | 'cancelled'; error: JobError }

/** Identifies one attempt of a run: nothing is written for one that was taken away from this worker. */
export interface Attempt {
  job_id: string
  worker_id: string
  attempts: number
}

/** Ends a run and tells it. false: the attempt is not ours any more and nothing was written. */
export async function endJob(db: Db, attempt: Attempt, outcome: JobOutcome): Promise<boolean> {
  const error = outcome.status === 'finished' ? null : JSON.stringify(outcome.error)
  const resultJson = outcome.status === 'finished' ? (outcome.result_json ?? null) : null
  const rowCount = outcome.status === 'finished' ? (outcome.row_count ?? null) : null
  const { rows } = await sql`
    with ended as (
      update jobs set status = ${outcome.status}, finished_at = now(), error = ${error}::jsonb, backend = null,
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

/** Tells how many rows are stored so far; with the first ones also the columns, for readers of the unfinished result. */
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

export async function rememberBackend(
  db: Db,
  attempt: Attempt,
  backend: Readonly<Record<string, string | number>>,
): Promise<void> {
  await sql`update jobs set backend = ${JSON.stringify(backend)}::jsonb where ${isAttempt(attempt)}`.execute(
    db,
  )
}

/**
 * Asks for the end of a job. A waiting one ends at once; a running one is told to its worker, which ends it in the
 * database first. A finished one stays as it is.
 */
export async function cancelJob(db: Db, id: string): Promise<void> {
  const error = JSON.stringify({ message: 'Query cancelled by user.' } satisfies JobError)
  await sql`
    with cancelled as (
      update jobs set
        cancel_requested_at = now(),
        status = case when status = 'queued' then 'cancelled' else status end,
        error = case when status = 'queued' then ${error}::jsonb else error end,
        finished_at = case when status = 'queued' then now() end
      where id = ${id} and status in ('queued', 'started') and cancel_requested_at is null
      returning id, status
    )
    select case when status = 'started' then pg_notify(${jobCancelChannel}, id::text)
      else ${notifyChanged(sql`id`)} end
    from cancelled`.execute(db)
}

/** Which of this worker's runs somebody wants to end. */
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

/** What a worker needs of a data source. */
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

/** Puts a run back into line because its worker is asked to end; that is no attempt of the job's own. */
export async function handBackJob(db: Db, attempt: Attempt): Promise<void> {
  await sql`
    with back as (
      update jobs set status = 'queued', attempts = attempts - 1, worker_id = null, backend = null, started_at = null,
        result_id = null, row_count = 0, result_json = null
      where ${isAttempt(attempt)}
      returning *
    )
    select ${notifyChanged(sql`back.id`)}, ${addToQueue(sql`back`)} from back`.execute(db)
}
