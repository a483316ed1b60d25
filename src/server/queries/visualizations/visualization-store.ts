import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

export interface StoredVisualization {
  id: number
  query_id: number
  type: string
  name: string
  description: string
  /** JSON text as stored */
  options: string
  created_at: Date
  updated_at: Date
}

const columns = [
  'id',
  'query_id',
  'type',
  'name',
  'description',
  'options',
  'created_at',
  'updated_at',
] as const

/** Visualizations of a query, oldest first: the order of the tabs. */
export async function listVisualizations(db: Db, queryId: number): Promise<StoredVisualization[]> {
  return await db
    .selectFrom('visualizations')
    .where('query_id', '=', queryId)
    .select(columns)
    .orderBy('id')
    .execute()
}

/** Ids of the query's visualizations that are on a dashboard. */
export async function listShownVisualizations(db: Db, queryId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('visualizations')
    .innerJoin('widgets', 'widgets.visualization_id', 'visualizations.id')
    .where('visualizations.query_id', '=', queryId)
    .select('visualizations.id')
    .distinct()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function findVisualization(
  db: Db,
  orgId: number,
  id: number,
): Promise<StoredVisualization | null> {
  const row = await db
    .selectFrom('visualizations')
    .innerJoin('queries', 'queries.id', 'visualizations.query_id')
    .where('queries.org_id', '=', orgId)
    .where('visualizations.id', '=', id)
    .select(columns.map((column) => `visualizations.${column}` as const))
    .executeTakeFirst()
  return row ?? null
}

export interface VisualizationValues {
  type: string
  name: string
  description: string
  options: string
}

export async function insertVisualization(
  db: Db,
  queryId: number,
  values: VisualizationValues,
): Promise<StoredVisualization> {
  return await db
    .insertInto('visualizations')
    .values({ query_id: queryId, ...values })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateVisualization(
  db: Db,
  id: number,
  changes: Partial<VisualizationValues>,
): Promise<StoredVisualization | null> {
  const row = await db
    .updateTable('visualizations')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

export async function removeVisualization(db: Db, id: number): Promise<void> {
  await db.deleteFrom('visualizations').where('id', '=', id).execute()
}

/** Makes the visualizations of a locked query equal to these, matched by uuid. */
export async function putVisualizations(
  db: Db,
  queryId: number,
  wanted: readonly (VisualizationValues & { uuid: string })[],
): Promise<void> {
  const present = await db
    .selectFrom('visualizations')
    .where('query_id', '=', queryId)
    .select(['id', 'uuid'])
    .execute()
  const uuids = new Set(wanted.map(({ uuid }) => uuid))
  for (const { id, uuid } of present) if (!uuids.has(uuid)) await removeVisualization(db, id)
  const idOf = new Map(present.map(({ id, uuid }) => [uuid, id]))
  for (const { uuid, ...values } of wanted) {
    const id = idOf.get(uuid)
    if (id === undefined)
      await db
        .insertInto('visualizations')
        .values({ query_id: queryId, uuid, ...values })
        .execute()
    else await updateVisualization(db, id, values)
  }
}
