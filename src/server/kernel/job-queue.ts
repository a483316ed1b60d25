/** Background work by name; the handlers stand in server/worker/job-handlers.ts. Payloads hold ids, not data. */
export interface JobPayloads {
  /** runs the row of `jobs` with this id: a query, a schema refresh or a connection test */
  run_job: { job_id: string }
  /** takes back what dead workers left, starts waiting jobs, ends expired ones */
  sweep_jobs: Record<string, never>
  clean_results: Record<string, never>
  refresh_schemas: Record<string, never>
  clean_sessions: Record<string, never>
  /** removes what the audit log has kept long enough */
  clean_events: Record<string, never>
  /** hands waiting mails to the mail server */
  send_mails: Record<string, never>
  /** writes to owners of queries which scheduled runs have failed */
  queue_failure_mails: Record<string, never>
  /** asks for the newest version of Sextant */
  check_version: Record<string, never>
  /** wakes what sends deliveries */
  send_deliveries: Record<string, never>
  clean_deliveries: Record<string, never>
  /** clears schedules whose last day is over */
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
