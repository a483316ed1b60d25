import { presentJob } from '#server/runs/index.ts'
import { type Refusal, refuse } from '#shared/errors/refusal.ts'
import type { Job } from '#shared/results/job.ts'
import { jobStatus } from '#shared/results/job.ts'

/** What a database says of an error may quote the query, so strangers are told only that there was one. */
const queryFailed = 'The query of this widget could not be run.'

/** A run as the bearer of a token sees it, under the name that he was given for it. */
export function presentPublicJob(job: Parameters<typeof presentJob>[0], name: string): Job {
  const shown = presentJob(job)
  return {
    ...shown,
    id: name,
    error: shown.status === jobStatus.failed ? queryFailed : '',
    error_position: null,
  }
}

/** The refusal without the names of data sources. */
export function publicRefusal(refusal: Refusal): Refusal {
  const isPaused = refusal.code === 'execution.paused' || refusal.code === 'execution.paused_reason'
  return isPaused ? refuse('execution.paused', { name: 'The data source' }) : refusal
}
