import { type RawBuilder, sql } from 'kysely'
import { type Db, listMigrations } from '#server/kernel/index.ts'

interface InstanceCounts {
  queries_count: number
  query_results_count: number
  unused_query_results_count: number
  dashboards_count: number
  widgets_count: number
  alerts_count: number
  data_sources_count: number
  users_count: number
  /** bytes */
  results_size: number
  database_size: number
}

/**
 * Counts of the whole instance, without archived queries and dashboards and disabled users. A result counts as unused
 * when the cleanup would remove it.
 */
export async function countInstance(db: Db, resultCleanupDays: number): Promise<InstanceCounts> {
  const { rows } = await sql<InstanceCounts>`
    select
      (select count(*) from queries where not is_archived) as queries_count,
      (select count(*) from query_results) as query_results_count,
      (select count(*) from query_results
        where retrieved_at < now() - make_interval(days => ${resultCleanupDays})
          and not exists (select from queries where queries.latest_result_id = query_results.id)
      ) as unused_query_results_count,
      (select count(*) from dashboards where not is_archived) as dashboards_count,
      (select count(*) from widgets) as widgets_count,
      (select count(*) from alerts) as alerts_count,
      (select count(*) from data_sources) as data_sources_count,
      (select count(*) from users where disabled_at is null) as users_count,
      pg_total_relation_size('query_results') + pg_total_relation_size('query_result_chunks') as results_size,
      pg_database_size(current_database()) as database_size`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('PostgreSQL has answered no row.')
  return counts
}

interface OutdatedRow {
  id: number
  name: string
  tags: string[]
  is_draft: boolean
  is_archived: boolean
  schedule: Record<string, unknown> | null
  data_source_id: number | null
  runtime: number | null
  retrieved_at: Date | null
  created_at: Date
  user_id: number
}

/** These queries, newest first. */
export async function listOutdatedRows(db: Db, ids: readonly number[]): Promise<OutdatedRow[]> {
  return await db
    .selectFrom('queries')
    .select([
      'id',
      'name',
      'tags',
      'is_draft',
      'is_archived',
      'schedule',
      'data_source_id',
      'created_at',
      'user_id',
    ])
    .select(['latest_runtime as runtime', 'latest_retrieved_at as retrieved_at'])
    .where(sql<boolean>`id = any(${sql.val([...ids])}::integer[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether the database has exactly the schema of this version. */
export async function hasCurrentSchema(db: Db): Promise<boolean> {
  const [{ rows }, known] = await Promise.all([
    sql<{ name: string }>`select name from migrations order by name`.execute(db),
    listMigrations(),
  ])
  return rows.map((row) => row.name).join() === known.join()
}

/** A waiting or running job, with the field names of the status pages. */
export interface QueuedJob {
  id: string
  name: string
  origin: string
  enqueued_at: Date
  started_at: Date | null
  worker_id: string | null
  org_id: number | null
  data_source_id: number | null
  query_id: number | null
  user_id: number | null
  scheduled: boolean
  data_source_name: string | null
  query_name: string | null
  user_name: string | null
}

/** Queues that are listed even when empty. */
const standingQueues = ['queries', 'scheduled_queries', 'schemas', 'emails', 'periodic', 'default'] as const

/** The queue of a row of `jobs`, joined with its data source. */
const queueOfJob: RawBuilder<string> = sql`case
  when jobs.kind = 'query' and jobs.is_scheduled then data_sources.scheduled_queue_name
  when jobs.kind = 'query' then data_sources.queue_name
  when jobs.kind = 'schema' then 'schemas' else 'default' end`

/** The queue of a row of graphile's queue, aliased `tasks`. */
const queueOfTask: RawBuilder<string> = sql`case
  when tasks.task_identifier in ('send_mails', 'queue_failure_mails') then 'emails'
  when tasks.task_identifier = 'send_deliveries' then 'default' else 'periodic' end`

/** Queries, schema refreshes and connection tests are rows of `jobs`; other tasks exist only in graphile's queue. */
const ownTasks: RawBuilder<unknown> = sql`graphile_worker.jobs as tasks where tasks.task_identifier <> 'run_job'`

/** Running jobs, longest running first. */
export async function listStarted(db: Db): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select jobs.id::text as id, ${queueOfJob} as origin, jobs.worker_id::text as worker_id,
      case jobs.kind when 'query' then 'run_query' when 'schema' then 'refresh_schema' else 'test_connection' end as name,
      jobs.queued_at as enqueued_at, jobs.started_at, jobs.org_id, jobs.data_source_id, jobs.query_id, jobs.user_id,
      jobs.is_scheduled as scheduled, data_sources.name as data_source_name, queries.name as query_name,
      users.name as user_name
    from jobs
    join data_sources on data_sources.id = jobs.data_source_id
    left join queries on queries.id = jobs.query_id
    left join users on users.id = jobs.user_id
    where jobs.status = 'started'
    union all
    select tasks.id::text, ${queueOfTask}, null, tasks.task_identifier, tasks.run_at, tasks.locked_at, null, null, null,
      null, false, null, null, null
    from ${ownTasks} and tasks.locked_at is not null
    order by started_at, id`.execute(db)
  return rows
}

/** Number of waiting jobs by queue. */
export async function countQueued(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ origin: string; queued: number }>`
    select origin, sum(queued)::integer as queued from (
      select ${queueOfJob} as origin, count(*) as queued
      from jobs join data_sources on data_sources.id = jobs.data_source_id
      where jobs.status = 'queued' group by 1
      union all
      select ${queueOfTask}, count(*) from ${ownTasks} and tasks.locked_at is null and tasks.run_at <= now()
        and tasks.attempts < tasks.max_attempts group by 1
      union all
      select unnest(${sql.val([...standingQueues])}::text[]), 0
    ) as parts group by origin order by origin`.execute(db)
  return new Map(rows.map((row) => [row.origin, row.queued]))
}

export interface StandingWorker {
  id: string
  hostname: string
  pid: number
  started_at: Date
  heartbeat_at: Date
  is_silent: boolean
  concurrency: number
  successful_jobs: number
  failed_jobs: number
  working_seconds: number
}

/** All registered workers; one silent for `silentSeconds` is about to be considered dead. */
export async function listWorkers(db: Db, silentSeconds: number): Promise<StandingWorker[]> {
  return await db
    .selectFrom('workers')
    .select(['id', 'hostname', 'pid', 'started_at', 'heartbeat_at', 'concurrency'])
    .select(['successful_jobs', 'failed_jobs', 'working_seconds'])
    .select(sql<boolean>`heartbeat_at < now() - make_interval(secs => ${silentSeconds})`.as('is_silent'))
    .orderBy('hostname')
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}
