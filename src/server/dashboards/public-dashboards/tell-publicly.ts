import { presentJob } from '#server/runs/index.ts'
import { type Refusal, refuse } from '#shared/errors/refusal.ts'
import type { Job } from '#shared/results/job.ts'
import { jobStatus } from '#shared/results/job.ts'

/** Database error messages may quote the query, so visitors learn only that there was an error. */
const queryFailed = 'The query of this widget could not be run.'

/** A run for a caller with a token, under its signed name. */
export function presentPublicJob(job: Parameters<typeof presentJob>[0], name: string): Job {
  const shown = presentJob(job)
  return {
    ...shown,
    id: name,
    error: shown.status === jobStatus.failed ? queryFailed : '',
    error_position: null,
  }
}

/** The refusal without names of data sources. */
export function publicRefusal(refusal: Refusal): Refusal {
  const isPaused = refusal.code === 'execution.paused' || refusal.code === 'execution.paused_reason'
  return isPaused ? refuse('execution.paused', { name: 'The data source' }) : refusal
}
