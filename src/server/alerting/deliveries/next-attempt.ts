import type { DeliveryFailed } from '#destinations/destination.ts'
import type { AttemptOutcome } from './delivery-store.ts'

/** Pauses after failed attempts, in seconds: seven attempts in a little more than an hour. */
const pauses = [10, 60, 5 * 60, 15 * 60, 20 * 60, 25 * 60]
const maxRetryAfter = 30 * 60

/** The step after a failed attempt: another attempt, or the end of the delivery. A test is tried once. */
export function afterFailure(
  failure: Pick<DeliveryFailed, 'message' | 'status' | 'retryAfter' | 'isFinal'>,
  { attempts, isTest }: { attempts: number; isTest: boolean },
): AttemptOutcome {
  const said = { status: failure.status, detail: failure.message }
  if (failure.isFinal) return { state: 'failed', seconds: null, ...said }
  const pause = pauses[attempts - 1]
  if (pause === undefined || isTest) return { state: 'given_up', seconds: null, ...said }
  const asked = Math.min(failure.retryAfter ?? 0, maxRetryAfter)
  return { state: 'queued', seconds: Math.max(pause, asked), ...said }
}
