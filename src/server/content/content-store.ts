import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type {
  ContentAlert,
  ContentDashboard,
  ContentGroup,
  ContentKind,
  ContentObject,
  ContentQuery,
  ContentSnippet,
} from '#shared/content/content-objects.ts'
import { withQueryUuids } from './dropdown-queries.ts'

type Options = Record<string, unknown>

/** An object with its id here, and what is not content. */
export interface StoredContent<T extends ContentObject = ContentObject> {
  stored_id: number
  object: T
  /** type of the data source of a query */
  type: string | null
  is_archived: boolean
}

/** Which objects: the next ones after an id, without archived ones; or those with these uuids (for groups: names). */
export type Selection = { after: number; limit: number } | { keys: readonly string[] }

export async function findContent(
  db: Db,
  orgId: number,
  kind: ContentKind,
  selection: Selection,
): Promise<StoredContent[]> {
  return await finders[kind](db, orgId, selection)
}

const finders: Record<
  ContentKind,
  (db: Db, orgId: number, selection: Selection) => Promise<StoredContent[]>
> = {
  query: findQueries,
  dashboard: findDashboards,
  alert: findAlerts,
  snippet: findSnippets,
  group: findGroups,
}

/** The condition and the order of a selection, for tables with a uuid and `is_archived`. */
function selected(table: string, selection: Selection, canBeArchived: boolean) {
  const at = (column: string) => sql.ref(`${table}.${column}`)
  if ('keys' in selection) return sql<boolean>`${at('uuid')} = any(${sql.val([...selection.keys])}::uuid[])`
  const later = sql<boolean>`${at('id')} > ${selection.after}`
  return canBeArchived ? sql<boolean>`${later} and not ${at('is_archived')}` : later
}

const limitOf = (selection: Selection) => ('keys' in selection ? selection.keys.length : selection.limit)

async function findQueries(
  db: Db,
  orgId: number,
  selection: Selection,
): Promise<StoredContent<ContentQuery>[]> {
  const rows = await db
    .selectFrom('queries')
    .leftJoin('data_sources', 'data_sources.id', 'queries.data_source_id')
    .where('queries.org_id', '=', orgId)
    .where(selected('queries', selection, true))
    .select(['queries.id', 'queries.uuid', 'queries.name', 'queries.description', 'queries.query_text'])
    .select(['queries.is_draft', 'queries.is_archived', 'queries.tags', 'queries.schedule'])
    .select(['queries.options', 'data_sources.name as data_source', 'data_sources.type'])
    .orderBy('queries.id')
    .limit(limitOf(selection))
    .execute()
  const visualizations = await db
    .selectFrom('visualizations')
    .where(sql<boolean>`query_id = any(${sql.val(rows.map(({ id }) => id))}::integer[])`)
    .select(['query_id', 'uuid', 'type', 'name', 'description', 'options'])
    .orderBy('id')
    .execute()
  const ofQuery = Map.groupBy(visualizations, ({ query_id }) => query_id)
  const options = await withQueryUuids(
    rows.map((row) => JSON.parse(row.options) as Options),
    (ids) => findUuids(db, orgId, ids),
  )
  return rows.map((row, place) => ({
    ...{ stored_id: row.id, type: row.type, is_archived: row.is_archived },
    object: {
      ...{ kind: 'query' as const, id: row.uuid, name: row.name, description: row.description ?? '' },
      ...{ data_source: row.data_source, text: row.query_text, is_draft: row.is_draft, tags: row.tags },
      ...{ schedule: row.schedule, options: options[place] ?? {} },
      visualizations: (ofQuery.get(row.id) ?? []).map(({ uuid, options: text, type, name, description }) => ({
        ...{ id: uuid, type, name, description, options: JSON.parse(text) as Options },
      })),
    },
  }))
}

async function findDashboards(
  db: Db,
  orgId: number,
  selection: Selection,
): Promise<StoredContent<ContentDashboard>[]> {
  const rows = await db
    .selectFrom('dashboards')
    .where('org_id', '=', orgId)
    .where(selected('dashboards', selection, true))
    .select(['id', 'uuid', 'name', 'is_draft', 'is_archived', 'tags', 'dashboard_filters_enabled', 'options'])
    .orderBy('id')
    .limit(limitOf(selection))
    .execute()
  const widgets = await db
    .selectFrom('widgets')
    .leftJoin('visualizations', 'visualizations.id', 'widgets.visualization_id')
    .where(sql<boolean>`widgets.dashboard_id = any(${sql.val(rows.map(({ id }) => id))}::integer[])`)
    .select(['widgets.dashboard_id', 'widgets.uuid', 'widgets.text', 'widgets.options'])
    .select('visualizations.uuid as visualization')
    .orderBy('widgets.id')
    .execute()
  const ofDashboard = Map.groupBy(widgets, ({ dashboard_id }) => dashboard_id)
  return rows.map(({ id, uuid, is_archived, options, ...row }) => ({
    ...{ stored_id: id, type: null, is_archived },
    object: {
      ...{ kind: 'dashboard' as const, id: uuid, ...row, options: JSON.parse(options) as Options },
      widgets: (ofDashboard.get(id) ?? []).map((widget) => ({
        ...{ id: widget.uuid, visualization: widget.visualization, text: widget.text ?? '' },
        options: JSON.parse(widget.options) as Options,
      })),
    },
  }))
}

async function findAlerts(
  db: Db,
  orgId: number,
  selection: Selection,
): Promise<StoredContent<ContentAlert>[]> {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .where('queries.org_id', '=', orgId)
    .where('queries.is_archived', '=', false)
    .where(selected('alerts', selection, false))
    .select(['alerts.id', 'alerts.uuid', 'alerts.name', 'alerts.options', 'alerts.rearm'])
    .select('queries.uuid as query')
    .orderBy('alerts.id')
    .limit(limitOf(selection))
    .execute()
  const subscriptions = await db
    .selectFrom('alert_subscriptions')
    .innerJoin('destinations', 'destinations.id', 'alert_subscriptions.destination_id')
    .where(sql<boolean>`alert_id = any(${sql.val(rows.map(({ id }) => id))}::integer[])`)
    .select(['alert_id', 'destinations.name'])
    .orderBy('destinations.name')
    .execute()
  const ofAlert = Map.groupBy(subscriptions, ({ alert_id }) => alert_id)
  return rows.map(({ id, uuid, options, ...row }) => ({
    ...{ stored_id: id, type: null, is_archived: false },
    object: {
      ...{ kind: 'alert' as const, id: uuid, ...row, options: JSON.parse(options) as Options },
      destinations: (ofAlert.get(id) ?? []).map(({ name }) => name),
    },
  }))
}

async function findSnippets(
  db: Db,
  orgId: number,
  selection: Selection,
): Promise<StoredContent<ContentSnippet>[]> {
  const rows = await db
    .selectFrom('query_snippets')
    .where('org_id', '=', orgId)
    .where(selected('query_snippets', selection, false))
    .select(['id', 'uuid', 'trigger', 'description', 'snippet'])
    .orderBy('id')
    .limit(limitOf(selection))
    .execute()
  return rows.map(({ id, uuid, ...row }) => ({
    ...{ stored_id: id, type: null, is_archived: false },
    object: { kind: 'snippet' as const, id: uuid, ...row },
  }))
}

async function findGroups(
  db: Db,
  orgId: number,
  selection: Selection,
): Promise<StoredContent<ContentGroup>[]> {
  const wanted =
    'keys' in selection
      ? sql<boolean>`name = any(${sql.val([...selection.keys])}::text[])`
      : sql<boolean>`id > ${selection.after}`
  const rows = await db
    .selectFrom('groups')
    .where('org_id', '=', orgId)
    .where(wanted)
    .select(['id', 'name'])
    .orderBy('id')
    .limit(limitOf(selection))
    .execute()
  const links = await db
    .selectFrom('data_source_groups')
    .innerJoin('data_sources', 'data_sources.id', 'data_source_groups.data_source_id')
    .where(sql<boolean>`group_id = any(${sql.val(rows.map(({ id }) => id))}::integer[])`)
    .select(['group_id', 'view_only', 'data_sources.name'])
    .orderBy('data_sources.name')
    .execute()
  const ofGroup = Map.groupBy(links, ({ group_id }) => group_id)
  return rows.map(({ id, name }) => ({
    ...{ stored_id: id, type: null, is_archived: false },
    object: {
      ...{ kind: 'group' as const, id: name },
      data_sources: Object.fromEntries(
        (ofGroup.get(id) ?? []).map((link) => [link.name, link.view_only ? 'view_only' : 'full'] as const),
      ),
    },
  }))
}

async function findUuids(
  db: Db,
  orgId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('queries')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${sql.val([...ids])}::integer[])`)
    .select(['id', 'uuid'])
    .execute()
  return new Map(rows.map(({ id, uuid }) => [id, uuid]))
}
