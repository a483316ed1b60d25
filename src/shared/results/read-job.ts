import { t } from '../messages/translate.ts'
import { type Job, type JobReply, jobStatus } from './job.ts'

/** The id of the job's result, if any. */
export function readResultId(job: Job): number | null {
  if (typeof job.query_result_id === 'number') return job.query_result_id
  if (job.status === jobStatus.done && typeof job.result === 'number') return job.result
  return null
}

/** The error of a failed job. */
export function readJobError(job: Job): string {
  const { error } = job
  if (typeof error === 'string' && error !== '') return error
  if (error && typeof error === 'object' && 'message' in error && typeof error.message === 'string') {
    return error.message
  }
  return t('Unknown error occurred. Please try again later.')
}

/**
 * The message for an unsuccessful reply, worded as in docs/reference/screens.md#result-errors: `body` is the parsed
 * reply, if any.
 */
export function executionRefusal(status: number, body: unknown): string {
  const job = readJob(body)
  if ((status === 400 || status === 401 || status === 403) && job) return readJobError(job)
  if (status === 404) return t('cached query result unavailable, please execute again.')
  if (body && typeof body === 'object' && 'message' in body && typeof body.message === 'string') {
    return body.message
  }
  return t('Unknown error occurred. Please try again later.')
}

function readJob(body: unknown): Job | null {
  if (!body || typeof body !== 'object' || !('job' in body)) return null
  const { job } = body as JobReply
  return job && typeof job === 'object' ? job : null
}
