import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Ended jobs are kept for those who still ask: results 12 hours, failures 7 days (reference-api 6.2). */
export async function deleteOldJobs(db: Db): Promise<void> {
  await sql`
    delete from jobs
    where (status = 'finished' and finished_at < now() - interval '12 hours')
      or (status in ('failed', 'cancelled') and finished_at < now() - interval '7 days')`.execute(db)
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db)
}

/** Windows of rate limits are an hour long at most; yesterday's are of no use. */
export async function deleteOldRateLimits(db: Db): Promise<void> {
  await sql`delete from rate_limit_hits where window_start < now() - interval '1 day'`.execute(db)
}
