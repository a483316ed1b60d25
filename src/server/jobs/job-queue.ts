/** Background work by name; the handlers stand in server/jobs/job-handlers.ts. Payloads hold ids, not data. */
export interface JobPayloads {
  /** runs the row of `jobs` with this id: a query, a schema refresh or a connection test */
  run_job: { job_id: string }
  /** takes back what dead workers left, starts waiting jobs, ends expired ones */
  sweep_jobs: Record<string, never>
  clean_results: Record<string, never>
  refresh_schemas: Record<string, never>
  clean_sessions: Record<string, never>
}
export type JobName = keyof JobPayloads

export interface JobQueue {
  add<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: { jobKey?: string; runAt?: Date; priority?: number },
  ): Promise<void>
}
