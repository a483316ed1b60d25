import { sql } from 'kysely'
import { type Db, groupsOfSource } from '#server/kernel/index.ts'
import type { GroupAccess } from '#shared/permissions/can.ts'

/** The fields of a data source that a run needs. */
export interface ExecutionSource {
  id: number
  org_id: number
  name: string
  type: string
  is_paused: boolean
  pause_reason: string | null
  groups: GroupAccess
}

/** The fields of a saved query that a run needs. */
export interface ExecutionQuery {
  id: number
  org_id: number
  name: string
  data_source_id: number | null
  latest_result_id: number | null
  query_text: string
  query_hash: string
  options: Record<string, unknown>
}

export async function findExecutionSource(
  db: Db,
  orgId: number,
  id: number,
): Promise<ExecutionSource | null> {
  return (await findExecutionSources(db, orgId, [id]))[0] ?? null
}

/** Several data sources in one statement, in no order. */
export async function findExecutionSources(
  db: Db,
  orgId: number,
  ids: readonly number[],
): Promise<ExecutionSource[]> {
  return await db
    .selectFrom('data_sources')
    .select(['id', 'org_id', 'name', 'type', 'is_paused', 'pause_reason'])
    .select(groupsOfSource('data_sources.id').as('groups'))
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('org_id', '=', orgId)
    .execute()
}

export async function findExecutionQuery(db: Db, orgId: number, id: number): Promise<ExecutionQuery | null> {
  return (await findExecutionQueries(db, orgId, [id]))[0] ?? null
}

/** Several queries in one statement, in no order. */
export async function findExecutionQueries(
  db: Db,
  orgId: number,
  ids: readonly number[],
): Promise<ExecutionQuery[]> {
  const queries = await db
    .selectFrom('queries')
    .select([
      'id',
      'org_id',
      'name',
      'data_source_id',
      'latest_result_id',
      'query_text',
      'query_hash',
      'options',
    ])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('org_id', '=', orgId)
    .execute()
  return queries.map((query) => ({ ...query, options: JSON.parse(query.options) }))
}

/** Stored settings of the organization. */
export async function findOrganizationSettings(db: Db, orgId: number): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', orgId)
    .executeTakeFirst()
  return row?.settings ?? {}
}
