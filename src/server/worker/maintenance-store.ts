import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** Deletes ended jobs: finished ones after 12 hours, failed ones after 7 days (docs/reference/api-results.md#job-retention). */
export async function deleteOldJobs(db: Db): Promise<void> {
  await sql`
    delete from jobs
    where (status = 'finished' and finished_at < now() - interval '12 hours')
      or (status in ('failed', 'cancelled') and finished_at < now() - interval '7 days')`.execute(db)
  // a caller without a run for a day counts as new
  await sql`delete from served_turns where served_at < now() - interval '1 day'`.execute(db)
}
