import { t } from '#shared/messages/translate.ts'
import { type Job, jobStatus, type SharedRun } from '#shared/results/job.ts'
import type { WaitingJob } from './job-line.ts'
import type { StoredJob } from './job-store.ts'

const statusOf = {
  queued: jobStatus.waiting,
  started: jobStatus.processing,
  finished: jobStatus.done,
  failed: jobStatus.failed,
  cancelled: jobStatus.failed,
} as const

/** Facts looked up for one reader. */
export interface JobNews {
  waiting?: WaitingJob | null
  shared?: SharedRun | null
  /** the user who reads; null: a caller with a key, who sees no names */
  reader?: number | null
}

/**
 * A job as the API shows it (docs/reference/api-conventions.md#job). The answer of a schema job is already JSON text:
 * it is null here, and `presentJobText` inserts it.
 */
export function presentJob(
  job: StoredJob,
  { waiting = null, shared = null, reader = null }: JobNews = {},
): Job {
  const result = job.status === 'finished' && job.kind === 'query' ? job.result_id : null
  return {
    id: job.id,
    updated_at: job.started_at === null ? 0 : job.started_at.toISOString(),
    status: statusOf[job.status],
    error: presentError(job, reader),
    result,
    query_result_id: result,
    ...(job.status === 'cancelled' && { is_cancelled: true as const }),
    waiting,
    shared,
    rows: job.row_count,
    ...(job.progress !== null && { progress: job.progress }),
    error_position: job.error?.position ?? null,
  }
}

/** The run of a dropdown list, for readers of the list who may not see its data source. */
export function presentListRun(job: StoredJob): Job {
  const shown = presentJob(job)
  // error messages of databases may quote the query
  const error = shown.status === jobStatus.failed ? t('The list could not be read.') : ''
  return { ...shown, error, error_position: null, result: null, query_result_id: null }
}

function presentError(job: StoredJob, reader: number | null): unknown {
  if (job.error === null) return ''
  if (
    job.status === 'cancelled' &&
    job.ended_by_name !== null &&
    reader !== null &&
    reader !== job.ended_by_id
  )
    return t('Query cancelled by {name}, for everyone who waited for it.', { name: job.ended_by_name })
  if (job.error.code === undefined) return job.error.message
  const { code, message, details } = job.error
  return details === undefined ? { code, message } : { code, message, details }
}

/** `{"job": …}` as JSON text. Inserts the stored answer of a schema job without parsing it. */
export function presentJobText(job: StoredJob, news: JobNews): string {
  const shown = presentJob(job, news)
  const { result, query_result_id, ...rest } = shown
  const payload =
    job.kind !== 'query' && job.status === 'finished' && job.result_json !== null
      ? job.result_json
      : JSON.stringify(result)
  return `{"job":${JSON.stringify(rest).slice(0, -1)},"result":${payload},"query_result_id":${payload}}}`
}
