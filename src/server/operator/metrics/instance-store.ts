import { sql } from 'kysely'
import type { Db, MeasuredFamily } from '#server/kernel/index.ts'

export interface MeasuredWorker {
  hostname: string
  pid: number
  concurrency: number
  measures: MeasuredFamily[]
}

/** Live workers with the metrics they reported last. */
export async function listMeasuredWorkers(db: Db, silentSeconds: number): Promise<MeasuredWorker[]> {
  const rows = await db
    .selectFrom('workers')
    .select(['hostname', 'pid', 'concurrency', 'measures'])
    .where('heartbeat_at', '>', sql<Date>`now() - make_interval(secs => ${silentSeconds})`)
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({ ...row, measures: row.measures as MeasuredFamily[] }))
}

export interface StandingJobs {
  kind: string
  queue: string
  state: string
  jobs: number
  /** seconds that the oldest waiting job has waited */
  longest_wait: number
}

/** Waiting and running jobs by kind, state and queue. */
export async function countJobs(db: Db): Promise<StandingJobs[]> {
  const { rows } = await sql<StandingJobs>`
    select jobs.kind, jobs.status as state, count(*)::integer as jobs,
      case when jobs.kind <> 'query' then jobs.kind
        when jobs.is_scheduled then data_sources.scheduled_queue_name else data_sources.queue_name end as queue,
      coalesce(extract(epoch from now() - min(jobs.queued_at) filter (where jobs.status = 'queued')), 0)::float8
        as longest_wait
    from jobs join data_sources on data_sources.id = jobs.data_source_id
    where jobs.status in ('queued', 'started')
    group by 1, 2, 4`.execute(db)
  return rows
}

export interface Backlog {
  deliveries: number
  mails: number
  mails_given_up: number
  database_size: number
}

/** Unsent messages, and the size of the database. */
export async function measureBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select count(*)::integer from alert_deliveries where state = 'queued') as deliveries,
      (select count(*)::integer from mails where given_up_at is null) as mails,
      (select count(*)::integer from mails where given_up_at is not null) as mails_given_up,
      pg_database_size(current_database())::float8 as database_size`.execute(db)
  const [backlog] = rows
  if (backlog === undefined) throw new Error('PostgreSQL has answered no row.')
  return backlog
}
