import type { Db } from '#server/kernel/index.ts'
import { addFailure, clearFailures, type FailedRefresh, holdQuery } from './schedule-store.ts'

/** Longer messages tell nobody more. */
const maxMessageLength = 4000

/**
 * To be called before the job of the run is touched: whoever starts the next run, or stores a result, holds the query
 * first and the job after it. In the other order two of them would wait for each other.
 */
export async function holdRefreshed(tx: Db, queryId: number): Promise<void> {
  await holdQuery(tx, queryId)
}

/**
 * A scheduled run failed, or could not be started: it counts, and its owner is to be told. For the transaction that ends
 * the run. Neither version nor dates of the query move.
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
 * A run that names this query succeeded, scheduled or not: no failures in a row any more
 * (docs/reference/api-results.md#when-a-run-succeeds).
 */
export async function noteGoodRefresh(tx: Db, queryId: number): Promise<void> {
  await clearFailures(tx, queryId)
}
