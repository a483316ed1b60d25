import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Db } from './db/database.ts'
import type { Secrets } from './net/secrets.ts'

/** Background jobs by name; the handlers are in server/worker/job-handlers.ts. Payloads hold ids, not data. */
export interface JobPayloads {
  /** runs the row of `jobs` with this id: a query, a schema refresh or a connection test */
  run_job: { job_id: string }
  /** tries the options of the row of `option_tests` with this id */
  test_options: { test_id: string }
  /** takes back jobs of dead workers, starts waiting jobs, ends expired ones */
  sweep_jobs: Record<string, never>
  clean_results: Record<string, never>
  refresh_schemas: Record<string, never>
  clean_sessions: Record<string, never>
  /** deletes old events of the audit log */
  clean_events: Record<string, never>
  /** brings the content of a git repository: the row of `git_sync_runs` with this id */
  git_sync: { run_id: number }
  /** starts the git syncs whose schedule asks for it */
  queue_git_syncs: Record<string, never>
  /** sends waiting mails to the mail server */
  send_mails: Record<string, never>
  /** mails owners of queries about failed scheduled runs */
  queue_failure_mails: Record<string, never>
  /** asks for the newest version of Sextant */
  check_version: Record<string, never>
  /** wakes the sender of alert deliveries */
  send_deliveries: Record<string, never>
  clean_deliveries: Record<string, never>
  /** clears schedules after their last day */
  clear_schedules: Record<string, never>
}
export type JobName = keyof JobPayloads

export interface JobQueue {
  add<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: { jobKey?: string; runAt?: Date; priority?: number },
  ): Promise<void>
}

/** Reports changes of jobs at once, through one LISTEN connection per web process (channel `job_changed`). */
export interface JobWatch {
  /** Resolves when the job changes or after `milliseconds`, or when the signal is aborted. */
  changed(jobId: string, milliseconds: number, signal?: AbortSignal): Promise<void>
  /** wakes every waiter: at shutdown, before the server is closed */
  close(): Promise<void>
  isClosed(): boolean
}

/** The dependencies of a web process (main.ts, test/app-under-test.ts). Use cases take the parts they need. */
export interface ServerContext {
  db: Db
  pool: pg.Pool
  config: Config
  secrets: Secrets
  jobs: JobQueue
  jobWatch: JobWatch
  log: Logger
  clock: () => Date
}
