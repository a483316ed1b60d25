import type { ExecutionEvent } from '#shared/results/execution-step.ts'
import type { Job } from '#shared/results/job.ts'
import { executionRefusal } from '#shared/results/read-job.ts'
import { ApiError } from '#web/api/api-error.ts'

/** A job, or the stored result. */
export function answerEvent(
  reply: { job: Job } | { query_result: { id: number } },
  run: number,
): ExecutionEvent {
  const at = Date.now()
  return 'job' in reply
    ? { type: 'answered', run, job: reply.job, at }
    : { type: 'answered-with-result', run, resultId: reply.query_result.id, at }
}

/** No answer, or one of a restarting server, is worth another attempt. Any other answer is final. */
export function failureEvent(error: unknown, run: number): ExecutionEvent {
  const at = Date.now()
  if (!(error instanceof ApiError)) {
    return { type: 'refused', run, message: error instanceof Error ? error.message : String(error), at }
  }
  if (error.status === 0 || (error.status >= 502 && error.status <= 504))
    return { type: 'unreachable', run, at }
  return { type: 'refused', run, message: executionRefusal(error.status, error.body), at }
}
