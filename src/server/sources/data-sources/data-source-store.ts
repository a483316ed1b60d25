import { sql } from 'kysely'
import { type Db, groupsOfSource } from '#server/kernel/index.ts'
import type { DataSourceLimits } from '#shared/data-sources/data-sources-api.ts'
import type { Actor, GroupAccess } from '#shared/permissions/can.ts'

export interface StoredDataSource {
  id: number
  name: string
  type: string
  encrypted_options: Buffer
  queue_name: string
  scheduled_queue_name: string
  is_paused: boolean
  pause_reason: string | null
  groups: GroupAccess
  limits: DataSourceLimits
}

function selectDataSources(db: Db, orgId: number) {
  return db
    .selectFrom('data_sources')
    .where('data_sources.org_id', '=', orgId)
    .select([
      'id',
      'name',
      'type',
      'encrypted_options',
      'queue_name',
      'scheduled_queue_name',
      'is_paused',
      'pause_reason',
      'max_rows',
      'max_bytes',
      'max_seconds',
      'max_runs',
    ])
    .select(groupsOfSource('data_sources.id').as('groups'))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDataSources>['executeTakeFirstOrThrow']>>

function toStored({ max_rows, max_bytes, max_seconds, max_runs, groups, ...rest }: Row): StoredDataSource {
  return { ...rest, groups, limits: { max_rows, max_bytes, max_seconds, max_runs } }
}

/** All data sources of the organization, sorted by lower-cased name. */
export async function listDataSources(db: Db, orgId: number): Promise<StoredDataSource[]> {
  const rows = await selectDataSources(db, orgId).orderBy(sql`lower(name)`).orderBy('id').execute()
  return rows.map(toStored)
}

/** Ids of the data sources that the groups may see. */
async function listSourcesOfGroups(db: Db, orgId: number, groupIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('data_source_groups')
    .innerJoin('data_sources', 'data_sources.id', 'data_source_groups.data_source_id')
    .where('data_sources.org_id', '=', orgId)
    .where(sql<boolean>`data_source_groups.group_id = any(${sql.val([...groupIds])}::integer[])`)
    .select('data_sources.id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

export async function findDataSource(db: Db, orgId: number, id: number): Promise<StoredDataSource | null> {
  const row = await selectDataSources(db, orgId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

interface DataSourceValues {
  name: string
  type: string
  encrypted_options: Buffer
  limits: DataSourceLimits | undefined
}

/** In a transaction: stores a new data source and links it to the built-in group `default` with full access. */
export async function insertDataSource(tx: Db, orgId: number, values: DataSourceValues): Promise<number> {
  const { limits, ...columns } = values
  const { id } = await tx
    .insertInto('data_sources')
    .values({ org_id: orgId, ...columns, ...limits })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('data_source_groups')
    .columns(['data_source_id', 'group_id'])
    .expression((eb) =>
      eb
        .selectFrom('groups')
        .where('org_id', '=', orgId)
        .where('type', '=', 'builtin')
        .where('name', '=', 'default')
        .select([sql<number>`${id}::integer`.as('data_source_id'), 'id']),
    )
    .execute()
  return id
}

export async function updateDataSource(db: Db, id: number, values: DataSourceValues): Promise<void> {
  const { limits, ...columns } = values
  await db
    .updateTable('data_sources')
    .set({ ...columns, ...limits, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** A schema read with other options may be of another database. */
export async function forgetSchema(db: Db, id: number): Promise<void> {
  await db.deleteFrom('data_source_schemas').where('data_source_id', '=', id).execute()
}

/**
 * Deletes a data source with its results, schema and group links; its queries stay, detached
 * (docs/reference/api-queries.md#detached-queries). Chunks have no foreign key, so they are deleted here.
 */
export async function deleteDataSource(db: Db, orgId: number, id: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('query_result_chunks')
      .where('result_id', 'in', (eb) =>
        eb.selectFrom('query_results').where('data_source_id', '=', id).select('id'),
      )
      .execute()
    const { numDeletedRows } = await trx
      .deleteFrom('data_sources')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
}

export async function setPaused(db: Db, id: number, paused: boolean, reason: string | null): Promise<void> {
  await db
    .updateTable('data_sources')
    .set({ is_paused: paused, pause_reason: reason })
    .where('id', '=', id)
    .execute()
}

/** Bytes of the stored schema's frame; null: there is none. */
export async function sizeSchemaFrame(db: Db, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('data_source_schemas')
    .where('data_source_id', '=', id)
    .select(sql<number>`octet_length(frame)`.as('size'))
    .executeTakeFirst()
  return row?.size ?? null
}

/** One zstd frame of the JSON text `{"schema": [...]}`, or null if the schema was never read. */
export async function findSchemaFrame(db: Db, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('data_source_schemas')
    .where('data_source_id', '=', id)
    .select('frame')
    .executeTakeFirst()
  return row?.frame ?? null
}

/**
 * Ids of the data sources of the actor's groups, and of the key if it is limited to some. Not wider for admins: lists follow the same rule for all users
 * (docs/reference/api-access.md#what-lists-show).
 */
export async function reachableSources(db: Db, actor: Actor): Promise<number[]> {
  const ids = await listSourcesOfGroups(db, actor.org_id, actor.group_ids)
  const limit = actor.key?.data_source_ids ?? null
  return limit === null ? ids : ids.filter((id) => limit.includes(id))
}
