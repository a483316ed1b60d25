import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** True for exactly one caller, when the last check was before `before`. */
export async function claimCheck(db: Db, now: Date, before: Date): Promise<boolean> {
  const row = await db
    .insertInto('version_checks')
    .values({ newest_version: null, checked_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ checked_at: now }).where('version_checks.checked_at', '<=', before),
    )
    .returning('checked_at')
    .executeTakeFirst()
  return row !== undefined
}

export async function storeNewestVersion(db: Db, version: string): Promise<void> {
  await db.updateTable('version_checks').set({ newest_version: version }).execute()
}

export async function findNewestVersion(db: Db): Promise<string | null> {
  const row = await db.selectFrom('version_checks').select('newest_version').executeTakeFirst()
  return row?.newest_version ?? null
}

/** The data that an organization sends if it has agreed: only counts. */
export interface UsageCounts {
  users: number
  data_sources: number
  queries: number
  visualizations: number
  dashboards: number
}

/** null: the organization has not agreed. */
export async function countUsage(db: Db): Promise<UsageCounts | null> {
  const { rows } = await sql<UsageCounts>`
    select
      (select count(*) from users where disabled_at is null) as users,
      (select count(*) from data_sources) as data_sources,
      (select count(*) from queries where not is_archived) as queries,
      (select count(*) from visualizations) as visualizations,
      (select count(*) from dashboards where not is_archived) as dashboards
    from organizations
    where slug = 'default' and settings->'beacon_consent' = 'true'::jsonb`.execute(db)
  return rows[0] ?? null
}
