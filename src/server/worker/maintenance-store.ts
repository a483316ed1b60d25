import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import { keepOutcomes } from '#server/runs/index.ts'

const expired = sql`(jobs.status = 'finished' and jobs.finished_at < now() - interval '12 hours')
  or (jobs.status in ('failed', 'cancelled') and jobs.finished_at < now() - interval '7 days')`

/** Deletes ended jobs: finished ones after 12 hours, failed ones after 7 days (docs/reference/api-results.md#job-retention). */
export async function deleteOldJobs(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // now() is the same for both statements
    await keepOutcomes(tx, expired)
    await sql`delete from jobs where ${expired}`.execute(tx)
  })
  // a caller without a run for a day counts as new
  await sql`delete from served_turns where served_at < now() - interval '1 day'`.execute(db)
}
