import { type Job, jobStatus } from '#shared/results/job.ts'
import type { WaitingJob } from './job-line.ts'
import type { StoredJob } from './job-store.ts'

const statusOf = {
  queued: jobStatus.waiting,
  started: jobStatus.processing,
  finished: jobStatus.done,
  failed: jobStatus.failed,
  cancelled: jobStatus.failed,
} as const

/**
 * A job as the wire shows it (reference-api 5.0). The answer of a schema job is text already: `presentJobText` puts it
 * in; here its place holds null.
 */
export function presentJob(job: StoredJob, waiting: WaitingJob | null = null): Job {
  const result = job.status === 'finished' && job.kind === 'query' ? job.result_id : null
  return {
    id: job.id,
    updated_at: job.started_at === null ? 0 : job.started_at.toISOString(),
    status: statusOf[job.status],
    error: presentError(job),
    result,
    query_result_id: result,
    waiting,
    rows: job.row_count,
    error_position: job.error?.position ?? null,
  }
}

/** What a database says of an error may quote the query. */
const listFailed = 'The list could not be read.'

/** The run of a list, for those who may read the list and not see the data source that it comes from. */
export function presentListRun(job: StoredJob): Job {
  const shown = presentJob(job)
  const error = shown.status === jobStatus.failed ? listFailed : ''
  return { ...shown, error, error_position: null, result: null, query_result_id: null }
}

function presentError(job: StoredJob): unknown {
  if (job.error === null) return ''
  if (job.error.code === undefined) return job.error.message
  const { code, message, details } = job.error
  return details === undefined ? { code, message } : { code, message, details }
}

/** `{"job": …}` as JSON text, with the stored answer of a schema job put in without reading it. */
export function presentJobText(job: StoredJob, waiting: WaitingJob | null = null): string {
  const shown = presentJob(job, waiting)
  const { result, query_result_id, ...rest } = shown
  const payload =
    job.kind !== 'query' && job.status === 'finished' && job.result_json !== null
      ? job.result_json
      : JSON.stringify(result)
  return `{"job":${JSON.stringify(rest).slice(0, -1)},"result":${payload},"query_result_id":${payload}}}`
}
