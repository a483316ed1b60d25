/** Reports changes of jobs at once, through one LISTEN connection per web process (channel `job_changed`). */
export interface JobWatch {
  /** Resolves when the job changes or after `milliseconds`, or when the signal is aborted. */
  changed(jobId: string, milliseconds: number, signal?: AbortSignal): Promise<void>
  /** wakes every waiter: at shutdown, before the server is closed */
  close(): Promise<void>
  isClosed(): boolean
}
