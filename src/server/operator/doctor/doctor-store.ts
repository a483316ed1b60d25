import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { TableSize } from './upgrade-plan.ts'

export interface InstanceFacts {
  server_version: number
  /** time of the database's clock */
  now: Date
  is_set_up: boolean
  live_workers: number
  waiting_jobs: number
  /** seconds */
  longest_wait: number
  mails_given_up: number
  last_mail_error: string | null
  failed_deliveries: number
  /** seconds since a worker last looked for due schedules; null: never */
  look_age: number | null
}

export async function readFacts(db: Db, silentSeconds: number): Promise<InstanceFacts> {
  const { rows } = await sql<InstanceFacts>`
    select
      current_setting('server_version_num')::integer as server_version,
      clock_timestamp() as now,
      exists (select from users) as is_set_up,
      (select count(*)::integer from workers
        where heartbeat_at > now() - make_interval(secs => ${silentSeconds})) as live_workers,
      (select count(*)::integer from jobs where status = 'queued') as waiting_jobs,
      (select coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 from jobs where status = 'queued')
        as longest_wait,
      (select count(*)::integer from mails where given_up_at is not null) as mails_given_up,
      (select last_error from mails where last_error is not null order by id desc limit 1) as last_mail_error,
      (select count(*)::integer from alert_deliveries
        where state in ('failed', 'given_up') and created_at > now() - interval '1 day') as failed_deliveries,
      (select extract(epoch from now() - ended_at)::float8 from schedule_looks) as look_age`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL has answered no row.')
  return facts
}

/** Tables by name; rows as the last vacuum counted them, -1: never. Large values and indexes count to the bytes. */
export async function listTableSizes(db: Db): Promise<Map<string, TableSize>> {
  const { rows } = await sql<TableSize & { name: string }>`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db)
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}
