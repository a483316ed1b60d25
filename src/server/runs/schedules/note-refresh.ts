import type { Db } from '#server/kernel/index.ts'
import { addFailure, clearFailures, type FailedRefresh, holdQuery } from './schedule-store.ts'

/** Longer messages add no information. */
const maxMessageLength = 4000

/**
 * Call this before touching the run's job. Code that starts the next run or stores a result locks the query first and
 * the job after it; the other order would deadlock.
 */
export async function holdRefreshed(tx: Db, queryId: number): Promise<void> {
  await holdQuery(tx, queryId)
}

/**
 * Counts the failure of a scheduled run, or of its start, and queues a report to the owner. Belongs in the transaction
 * that ends the run. Version and dates of the query stay.
 */
export async function noteFailedRefresh(
  tx: Db,
  { maxFailureReports }: { maxFailureReports: number },
  failed: FailedRefresh,
): Promise<void> {
  const message = failed.message.slice(0, maxMessageLength)
  await addFailure(tx, { ...failed, message }, maxFailureReports)
}

/**
 * A run of this query succeeded, scheduled or not: resets the consecutive failures
 * (docs/reference/api-results.md#when-a-run-succeeds).
 */
export async function noteGoodRefresh(tx: Db, queryId: number): Promise<void> {
  await clearFailures(tx, queryId)
}
