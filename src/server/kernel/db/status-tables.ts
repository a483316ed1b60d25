import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt } from './columns.ts'

interface WorkersTable {
  id: string
  hostname: string
  pid: number
  started_at: CreatedAt
  heartbeat_at: ColumnType<Date, Date | undefined, Date>
  concurrency: ColumnType<number, number | undefined, number>
  successful_jobs: ColumnType<number, number | undefined, number>
  failed_jobs: ColumnType<number, number | undefined, number>
  working_seconds: ColumnType<number, number | undefined, number>
  /** MeasuredFamily[] */
  measures: ColumnType<unknown[], string | undefined, string>
}

/** At most one row. */
interface ScheduleLooksTable {
  id: ColumnType<boolean, never, never>
  started_at: Date
  ended_at: Date
  due_count: number
  latest_seconds: number
}

/** At most one row. */
interface SecretKeyChecksTable {
  id: ColumnType<boolean, never, never>
  encrypted_check: Buffer
  created_at: CreatedAt
}

export interface StatusTables {
  workers: WorkersTable
  schedule_looks: ScheduleLooksTable
  secret_key_checks: SecretKeyChecksTable
}

interface EventsTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number | null
  actor_name: string | null
  action: string
  object_type: string
  object_id: string | null
  additional_properties: ColumnType<Record<string, unknown>, string, never>
  user_agent: string | null
  ip: string | null
  is_reported: Generated<boolean>
  created_at: CreatedAt
}

export interface EventTables {
  events: EventsTable
}
