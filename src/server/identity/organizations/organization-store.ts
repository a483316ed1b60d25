import { sql } from 'kysely'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'

interface Organization {
  id: number
  name: string
  slug: string
  settings: Record<string, unknown>
}

/** The organization of the instance; null before set-up. */
async function findDefaultOrganization(db: Db): Promise<Organization | null> {
  const row = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'settings'])
    .where('slug', '=', 'default')
    .executeTakeFirst()
  return row ?? null
}

interface ObjectCounters {
  users: number
  alerts: number
  data_sources: number
  queries: number
  dashboards: number
}

/**
 * Counters of the home page: data sources, queries and alerts as far as the caller's groups reach, dashboards of all
 * (docs/reference/api-administration.md#organization-status).
 */
export async function countObjects(
  db: Db,
  orgId: number,
  { group_ids, key }: Pick<Actor, 'group_ids' | 'key'>,
): Promise<ObjectCounters> {
  const limit = sql.val(key?.data_source_ids?.slice() ?? null)
  const reachable = sql`select link.data_source_id from data_source_groups link
    where link.group_id = any(${sql.val([...group_ids])}::integer[])
      and (${limit}::integer[] is null or link.data_source_id = any(${limit}::integer[]))`
  const { rows } = await sql<ObjectCounters>`
    select
      (select count(*) from users where org_id = ${orgId} and disabled_at is null) as users,
      (select count(*) from data_sources where org_id = ${orgId} and id in (${reachable})) as data_sources,
      (select count(*) from queries
        where org_id = ${orgId} and not is_archived and data_source_id in (${reachable})) as queries,
      (select count(*) from alerts join queries on queries.id = alerts.query_id
        where org_id = ${orgId} and not is_archived and data_source_id in (${reachable})) as alerts,
      (select count(*) from dashboards where org_id = ${orgId} and not is_archived) as dashboards
  `.execute(db)
  return rows[0] ?? { users: 0, alerts: 0, data_sources: 0, queries: 0, dashboards: 0 }
}

/** Replaces the stored settings by the result of `replace`, under a lock; `begin` comes first in the transaction. */
export async function replaceSettings(
  db: Db,
  orgId: number,
  replace: (current: Record<string, unknown>) => Record<string, unknown>,
  begin?: (tx: Db) => Promise<void>,
): Promise<Record<string, unknown>> {
  return await db.transaction().execute(async (tx) => {
    await begin?.(tx)
    const { settings } = await tx
      .selectFrom('organizations')
      .select('settings')
      .where('id', '=', orgId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const next = replace(settings)
    await tx
      .updateTable('organizations')
      .set({ settings: JSON.stringify(next), updated_at: sql<Date>`now()` })
      .where('id', '=', orgId)
      .execute()
    return next
  })
}

/** Before set-up there is no organization, but the public configuration is requested already. */
const unborn: Omit<Organization, 'id'> = { name: '', slug: 'default', settings: {} }

/** Null before set-up. */
export async function setUpOrganization({ db }: Pick<ServerContext, 'db'>): Promise<Organization | null> {
  return await findDefaultOrganization(db)
}

export async function currentOrganization({
  db,
}: Pick<ServerContext, 'db'>): Promise<Omit<Organization, 'id'>> {
  return (await findDefaultOrganization(db)) ?? unborn
}
