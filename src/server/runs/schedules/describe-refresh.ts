import type { Db } from '#server/kernel/index.ts'
import { nextRefresh } from '#shared/schedules/next-refresh.ts'
import { findRefreshFacts } from './schedule-store.ts'

/** Schedule facts for the detail of a query: the next run, and the consecutive failures that delay it. */
export async function describeRefresh(
  db: Db,
  queryId: number,
): Promise<{ next_refresh_at: string | null; schedule_failures: number }> {
  const facts = await findRefreshFacts(db, queryId)
  return {
    next_refresh_at: facts === null ? null : (nextRefresh(facts)?.toISOString() ?? null),
    schedule_failures: facts?.schedule_failures ?? 0,
  }
}
