import { type Db, hashKey } from '#server/kernel/index.ts'
import { lookUpTogether, type RunLookups } from '#server/runs/index.ts'
import { mappingsOf, valuesOfWidget } from '#shared/dashboards/parameter-mappings.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { type Actor, can, noGroups } from '#shared/permissions/can.ts'
import { type QueryWidget, readQueryWidgets } from '../dashboard-results/read-dashboard-results.ts'
import { requireReadableSize } from '../require-readable-size.ts'
import {
  findAuthors,
  findSharedDashboard,
  findSharedWidgets,
  type SharedWidgetRow,
} from './public-dashboard-store.ts'

export interface SharedDashboard {
  id: number
  org_id: number
  name: string
  dashboard_filters_enabled: boolean
  options: Record<string, unknown>
  created_at: Date
  updated_at: Date
  /** decides what is visible: a shared dashboard shows what its owner may see */
  owner: Actor
}

/** A visualization that a caller with the token may see. */
export interface SharedQueryWidget extends QueryWidget {
  /** values of static parameters, which callers cannot choose */
  fixed: ReadonlyMap<string, unknown>
  /** names of static parameters that may be any text: the user who stored their values has full access */
  settled: ReadonlySet<string>
  /** the actor its query runs as */
  bearer: Actor
}

export interface SharedContent {
  dashboard: SharedDashboard
  /** all of its widgets, except those whose query its owner may not see */
  rows: SharedWidgetRow[]
  widgets: ReadonlyMap<number, SharedQueryWidget>
  lookups: RunLookups
}

const tokenShape = /^[\w-]{20,128}$/

/**
 * The dashboard that a token opens. Drafts are open as well (docs/reference/api-dashboards.md#the-public-dashboard).
 * Throws not_found for an unknown or revoked token and for archived dashboards, and dashboard.public_disabled.
 */
export async function requireShared(db: Db, token: string): Promise<SharedDashboard> {
  if (!tokenShape.test(token)) throw refuse('not_found')
  return await requireSharedOf(db, hashKey(token))
}

async function requireSharedOf(db: Db, tokenHash: Buffer): Promise<SharedDashboard> {
  const row = await findSharedDashboard(db, tokenHash)
  if (row === null) throw refuse('not_found')
  if (organizationSettings(row.settings).disable_public_urls) throw refuse('dashboard.public_disabled')
  const { id, org_id, name, dashboard_filters_enabled, created_at, updated_at } = row
  return {
    ...{ id, org_id, name, dashboard_filters_enabled, created_at, updated_at },
    options: JSON.parse(row.options),
    owner: {
      ...{ kind: 'user', org_id, user_id: row.user_id, name: row.owner_email, query_id: null },
      ...{ group_ids: row.owner_group_ids, permissions: row.owner_permissions },
    },
  }
}

/** The dashboard with its widgets; the number of statements does not depend on theirs. Throws as `requireShared` does. */
export async function readShared(db: Db, token: string): Promise<SharedContent> {
  if (!tokenShape.test(token)) throw refuse('not_found')
  return await readSharedOf(db, hashKey(token))
}

/** The same for the dashboard whose token has this hash. */
export async function readSharedOf(db: Db, tokenHash: Buffer): Promise<SharedContent> {
  const dashboard = await requireSharedOf(db, tokenHash)
  await requireReadableSize(db, dashboard.id)
  const stored = await findSharedWidgets(db, dashboard.id)
  const lookups = lookUpTogether(db, dashboard.org_id)
  const read = await readQueryWidgets(lookups, stored)
  const authors = await readAuthors(db, dashboard.org_id, stored)
  const widgets = new Map(
    [...read].flatMap(([id, widget]) =>
      can(dashboard.owner, 'view', { groups: widget.source?.groups ?? noGroups })
        ? [[id, sharedWidget(dashboard, widget, authors(id))]]
        : [],
    ),
  )
  const rows = stored.filter(({ id, visualization }) => visualization === null || widgets.has(id))
  return { dashboard, rows, widgets, lookups }
}

/** A widget with a query, on the dashboard that the token opens. Throws not_found, and as `requireShared` does. */
export async function requireSharedWidget(
  db: Db,
  token: string,
  widgetId: number,
): Promise<SharedContent & { widget: SharedQueryWidget }> {
  const shared = await readShared(db, token)
  const widget = shared.widgets.get(widgetId)
  if (widget === undefined) throw refuse('not_found')
  return { ...shared, widget }
}

/** All viewers of one shared dashboard count as one asker. */
export function bearerName(dashboardId: number): string {
  return `ApiKey: Dashboard ${dashboardId}`
}

/** For a widget's id: the users who stored its static values, by parameter. One statement for all widgets. */
async function readAuthors(
  db: Db,
  orgId: number,
  widgets: readonly SharedWidgetRow[],
): Promise<(widgetId: number) => ReadonlyMap<string, Actor>> {
  const ids = new Set(widgets.flatMap(({ static_values_by }) => Object.values(static_values_by)))
  const actors = new Map(
    (await findAuthors(db, orgId, [...ids])).map(({ id, email, group_ids, permissions }): [number, Actor] => [
      id,
      { kind: 'user', org_id: orgId, user_id: id, name: email, query_id: null, group_ids, permissions },
    ]),
  )
  const byWidget = new Map(widgets.map(({ id, static_values_by }) => [id, static_values_by]))
  return (widgetId) =>
    new Map(
      Object.entries(byWidget.get(widgetId) ?? {}).flatMap(([name, author]) => {
        const actor = actors.get(author)
        return actor === undefined ? [] : [[name, actor]]
      }),
    )
}

function sharedWidget(
  { id, org_id }: SharedDashboard,
  widget: QueryWidget,
  authors: ReadonlyMap<string, Actor>,
): SharedQueryWidget {
  const groups = widget.source?.groups ?? noGroups
  const fixed = fixedValues(widget)
  return {
    ...widget,
    fixed,
    settled: new Set(
      fixed.keys().filter((name) => {
        const author = authors.get(name)
        return author !== undefined && can(author, 'use_fully', { groups })
      }),
    ),
    // with the rights of this query's key
    bearer: {
      ...{ kind: 'query_key', org_id, user_id: null, name: bearerName(id) },
      ...{ group_ids: Object.keys(groups.view_only).map(Number), permissions: ['view_query'] },
      query_id: widget.query.id,
    },
  }
}

/** Values of a widget's static parameters, which override sent ones. */
export function fixedValues(widget: QueryWidget): ReadonlyMap<string, unknown> {
  const fixed = new Set(
    mappingsOf(widget).flatMap(({ type, name }) => (type === 'static-value' ? [name] : [])),
  )
  // in the form that a run gets; they depend on nothing else
  const values = Object.entries(valuesOfWidget(widget, [], {}))
  return new Map(values.filter(([name]) => fixed.has(name)))
}
