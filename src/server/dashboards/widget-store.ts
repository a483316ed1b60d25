import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { StoredVisualization } from '#server/queries/index.ts'
import type { StaticValueAuthors } from './require-fixed-values.ts'

/** A widget with its visualization; null: a text box. Options are JSON text as stored. */
export interface StoredWidget {
  id: number
  dashboard_id: number
  text: string | null
  options: string
  static_values_by: StaticValueAuthors
  version: number
  created_at: Date
  updated_at: Date
  visualization: StoredVisualization | null
}

function selectWidgets(db: Db) {
  return db
    .selectFrom('widgets')
    .leftJoin('visualizations as v', 'v.id', 'widgets.visualization_id')
    .select(['widgets.id', 'widgets.dashboard_id', 'widgets.text', 'widgets.options', 'widgets.version'])
    .select(['widgets.static_values_by', 'widgets.created_at', 'widgets.updated_at'])
    .select(['v.id as visualization_id', 'v.query_id'])
    .select(['v.type', 'v.name', 'v.description', 'v.options as visualization_options'])
    .select(['v.created_at as visualization_created_at', 'v.updated_at as visualization_updated_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWidgets>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredWidget {
  const { id, dashboard_id, text, options, static_values_by, version, created_at, updated_at } = row
  const visualization = visualizationOf(row)
  return { id, dashboard_id, text, options, static_values_by, version, created_at, updated_at, visualization }
}

/** A left join: the columns of a visualization are either all null or all set. */
function visualizationOf(row: Row): StoredVisualization | null {
  const { visualization_id: id, query_id, type, name, description } = row
  const { visualization_options: options } = row
  const { visualization_created_at: created_at, visualization_updated_at: updated_at } = row
  if (id === null || query_id === null || type === null || name === null) return null
  if (description === null || options === null || created_at === null || updated_at === null) return null
  return { id, query_id, type, name, description, options, created_at, updated_at }
}

/** Widgets of a dashboard, oldest first. */
export async function listWidgets(db: Db, dashboardId: number): Promise<StoredWidget[]> {
  const rows = await selectWidgets(db)
    .where('widgets.dashboard_id', '=', dashboardId)
    .orderBy('widgets.id')
    .execute()
  return rows.map(toStored)
}

export async function findWidget(db: Db, orgId: number, id: number): Promise<StoredWidget | null> {
  const row = await selectWidgets(db)
    .innerJoin('dashboards', 'dashboards.id', 'widgets.dashboard_id')
    .where('dashboards.org_id', '=', orgId)
    .where('widgets.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

/**
 * The query of a visualization, null if there is none. Until the transaction ends, neither is deleted, and the query
 * stays on its data source.
 */
export async function holdVisualization(db: Db, orgId: number, id: number): Promise<number | null> {
  const ofVisualization = db.selectFrom('visualizations').where('id', '=', id).select('query_id')
  // lock the query first, as all changes of its visualizations do: the other order would deadlock
  const held = await db
    .selectFrom('queries')
    .where('org_id', '=', orgId)
    .where('id', '=', ofVisualization)
    .select('id')
    .forShare()
    .executeTakeFirst()
  // it may have been deleted while this waited
  const row = held && (await ofVisualization.where('query_id', '=', held.id).executeTakeFirst())
  return row?.query_id ?? null
}

export async function countWidgets(db: Db, dashboardId: number): Promise<number> {
  const { count } = await db
    .selectFrom('widgets')
    .where('dashboard_id', '=', dashboardId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface NewWidget {
  uuid?: string
  dashboard_id: number
  visualization_id: number | null
  text: string | null
  options: string
  static_values_by: StaticValueAuthors
}

/** Returns its id. */
export async function insertWidget(db: Db, widget: NewWidget): Promise<number> {
  const { id } = await db
    .insertInto('widgets')
    .values({ ...widget, static_values_by: JSON.stringify(widget.static_values_by), width: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateWidget(
  db: Db,
  id: number,
  { static_values_by, ...changes }: Partial<Omit<NewWidget, 'uuid' | 'dashboard_id' | 'visualization_id'>>,
): Promise<void> {
  await db
    .updateTable('widgets')
    .set({ ...changes, ...(static_values_by && { static_values_by: JSON.stringify(static_values_by) }) })
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function removeWidget(db: Db, id: number): Promise<void> {
  await db.deleteFrom('widgets').where('id', '=', id).execute()
}

export interface DashboardWidget {
  id: number
  /** of its visualization; null: a text box */
  query_id: number | null
  options: Record<string, unknown>
}

/** All widgets of a dashboard with what their values depend on, in one statement. */
export async function findDashboardWidgets(db: Db, dashboardId: number): Promise<DashboardWidget[]> {
  const widgets = await db
    .selectFrom('widgets')
    .leftJoin('visualizations', 'visualizations.id', 'widgets.visualization_id')
    .where('widgets.dashboard_id', '=', dashboardId)
    .orderBy('widgets.id')
    .select(['widgets.id', 'visualizations.query_id', 'widgets.options'])
    .execute()
  return widgets.map((widget) => ({ ...widget, options: JSON.parse(widget.options) }))
}

/** The uuids of the widgets of a dashboard, with their ids. */
export async function findWidgetsByUuid(db: Db, dashboardId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('widgets')
    .where('dashboard_id', '=', dashboardId)
    .select(['id', 'uuid'])
    .execute()
  return new Map(rows.map(({ id, uuid }) => [uuid, id]))
}
