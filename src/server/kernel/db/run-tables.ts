import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { JobProgress } from '#shared/results/job.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import type { CreatedAt } from './columns.ts'

export interface QueryResultsTable {
  id: number
  org_id: number
  data_source_id: number
  query_hash: string
  query_text: string
  columns_json: string
  extras_json: Generated<string>
  row_count: number
  byte_count: number
  truncated: Generated<boolean>
  runtime: number
  retrieved_at: ColumnType<Date, Date | undefined, never>
}
export interface QueryResultChunksTable {
  result_id: number
  seq: number
  first_row: number
  row_count: number
  byte_count: number
  frame: Buffer
}

export type JobKind = 'query' | 'schema' | 'connection_test' | 'file' | 'level'
export type JobState = 'queued' | 'started' | 'finished' | 'failed' | 'cancelled'
export interface JobError {
  message: string
  /** schema jobs: 1 unsupported, 2 failed */
  code?: number
  details?: string
  position?: { line: number; column: number }
}
export interface JobsTable {
  id: string
  org_id: number
  kind: JobKind
  status: Generated<JobState>
  data_source_id: number
  user_id: number | null
  actor_name: string
  query_id: number | null
  query_hash: string | null
  query_text: string | null
  submitted: string | null
  /** see shared/sql/bound-value.ts */
  bound: ColumnType<BoundValue[] | null, string | null | undefined, never>
  /** in whose line it waits; for fair scheduling */
  asker: string
  line: GeneratedAlways<number>
  turn: Generated<number>
  ended_by_id: number | null
  ended_by_name: string | null
  is_scheduled: Generated<boolean>
  is_awaited: Generated<boolean>
  attempts: Generated<number>
  worker_id: string | null
  backend: ColumnType<Record<string, string | number> | null, string | null, string | null>
  /** the session of a lost run that must still be ended in its database */
  orphan: ColumnType<Record<string, string | number> | null, string | null | undefined, string | null>
  took_workers: Generated<boolean>
  cancel_requested_at: Date | null
  row_count: Generated<number>
  /** how far the data source is, while the run goes on */
  progress: ColumnType<JobProgress | null, string | null | undefined, string | null>
  result_id: number | null
  result_json: string | null
  error: ColumnType<JobError | null, string | null, string | null>
  queued_at: ColumnType<Date, Date | undefined, Date>
  started_at: Date | null
  finished_at: Date | null
}

/** The callers who wait for the result of a run. */
export interface JobAskersTable {
  job_id: string
  asker: string
  asked_at: CreatedAt
  seen_at: Date | null
}
export interface ServedTurnsTable {
  asker: string
  line: number
  served_at: Date
}

/** What people have run by hand. */
export interface RunHistoryTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  data_source_id: number
  query_id: number | null
  job_id: string
  query_text: string
  asked_at: CreatedAt
  outcome: string | null
  runtime: number | null
  row_count: number | null
  result_id: number | null
  error: string | null
}

export interface RunTables {
  run_history: RunHistoryTable
  query_results: QueryResultsTable
  query_result_chunks: QueryResultChunksTable
  jobs: JobsTable
  job_askers: JobAskersTable
  served_turns: ServedTurnsTable
}
