import type { FastifyInstance } from 'fastify'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import { requireUserId } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import {
  hiddenQueries,
  presentVersion,
  presentVersions,
  queriesById,
  querySubject,
} from '#server/queries/index.ts'
import * as api from '#shared/dashboards/dashboard-versions-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { type StoredDashboard, updateDashboard } from './dashboard-store.ts'
import { findVersion, listVersions, type StoredDashboardVersion } from './dashboard-version-store.ts'
import { keepingDashboardVersion } from './keep-dashboard-version.ts'
import { type KeptWidget, planWidgets } from './plan-widgets.ts'
import { presentDashboard } from './present-dashboard.ts'
import {
  refuseArchived,
  requireDashboard,
  requireDashboardEditor,
  requireModifiableDashboard,
} from './require-dashboard.ts'
import {
  nothingBefore,
  permittedOptions,
  requireFixedValues,
  staticValueAuthors,
} from './require-fixed-values.ts'
import { restrictedOptions } from './restricted-options.ts'
import { holdVisualization, insertWidget, listWidgets, removeWidget, updateWidget } from './widget-store.ts'

export function registerDashboardVersionRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.listDashboardVersions,
  )(({ actor, params, query }) => listDashboardHistory(context, actor, params.id, query))

  serve(
    app,
    api.getDashboardVersion,
  )(({ actor, params }) => readDashboardVersion(context, actor, params.id, params.version_id))

  serve(
    app,
    api.restoreDashboardVersion,
  )(async ({ actor, params, body, request }) => {
    const { id, version_id } = params
    const restored = await restoreVersionOfDashboard(context, actor, id, version_id, body.version ?? null)
    return await presentDashboard(context, request, actor, restored)
  })
}

/**
 * One page of the history of a dashboard, including refused saves, for users who may edit it. Throws not_found,
 * auth.forbidden, and request.invalid for a page that does not exist.
 */
async function listDashboardHistory(
  { db }: { db: Db },
  actor: Actor,
  dashboardId: number,
  query: QueryOf<typeof api.listDashboardVersions>,
): Promise<Page & { count: number; results: api.DashboardVersionInList[] }> {
  const page = requirePage(query)
  await requireDashboardEditor(db, actor, dashboardId)
  const { count, versions } = await listVersions(db, dashboardId, page)
  return pageReply(page, count, await presentVersions(db, versions))
}

/** A version of this dashboard. Throws not_found. */
async function requireDashboardVersion(
  db: Db,
  dashboardId: number,
  versionId: number,
): Promise<StoredDashboardVersion> {
  const version = await findVersion(db, dashboardId, versionId)
  if (version === null) throw refuse('not_found')
  return version
}

/** A version as this actor may see it, for users who may edit the dashboard. Throws not_found and auth.forbidden. */
async function readDashboardVersion(
  { db }: { db: Db },
  actor: Actor,
  dashboardId: number,
  versionId: number,
): Promise<api.DashboardVersion> {
  await requireDashboardEditor(db, actor, dashboardId)
  const version = await requireDashboardVersion(db, dashboardId, versionId)
  const snapshot = await asSeen(db, actor, version.snapshot)
  return await presentVersion(db, { ...version, snapshot })
}

/** Widgets on queries that the actor may not see are hidden, as on the current dashboard. */
async function asSeen(db: Db, actor: Actor, snapshot: api.DashboardSnapshot): Promise<api.DashboardSnapshot> {
  const hidden = await hiddenQueries(
    db,
    actor,
    snapshot.widgets.flatMap(({ query_id }) => query_id ?? []),
  )
  return {
    ...snapshot,
    widgets: snapshot.widgets.map((widget) =>
      widget.query_id !== null && hidden.has(widget.query_id)
        ? {
            ...{ ...widget, visualization_name: null, query_id: null, query_name: null, text: null },
            options: restrictedOptions(widget.options),
            static_values_by: {},
          }
        : widget,
    ),
  }
}

/**
 * Restores the dashboard to this version (also a refused one), with the rights of a save: name, tags, filters, options
 * and widgets. Owner, draft, archived and sharing stay. Throws not_found, auth.forbidden, request.invalid for an
 * archived one and dashboard.version_conflict.
 */
async function restoreVersionOfDashboard(
  needs: { db: Db },
  actor: Actor,
  id: number,
  versionId: number,
  expected: number | null,
): Promise<StoredDashboard> {
  return await keepingDashboardVersion(needs, actor, id, 'restored', async (db) => {
    const stored = await requireModifiableDashboard(db, actor, id)
    const { kind, snapshot } = await requireDashboardVersion(db, id, versionId)
    refuseArchived(stored)
    if ((expected ?? stored.version) !== stored.version) throw refuse('dashboard.version_conflict')
    const { name, tags, dashboard_filters_enabled, options } = snapshot
    await updateDashboard(db, id, {
      ...{ name, tags, dashboard_filters_enabled, options: JSON.stringify(options) },
    })
    // a refused save contained no widgets, so it must not undo those that others have made since
    if (kind !== 'refused') await restoreWidgets(db, actor, id, snapshot.widgets)
    return await requireDashboard(db, actor, id)
  })
}

/**
 * Users who edit a dashboard may arrange and remove all of its widgets, but must be allowed to see those that they add
 * again. Omits visualizations that were deleted or are hidden from them. Checks the values for queries as a save of the
 * widget does. Throws request.invalid.
 */
async function restoreWidgets(
  db: Db,
  actor: Actor,
  dashboardId: number,
  kept: readonly KeptWidget[],
): Promise<void> {
  const userId = requireUserId(actor)
  const present = await listWidgets(db, dashboardId)
  const queries = await queriesById(
    db,
    actor,
    present.flatMap(({ visualization }) => visualization?.query_id ?? []),
  )
  const plan = planWidgets(
    kept,
    present.map(({ id, text, visualization }) => ({
      ...{ id, text, visualization_id: visualization?.id ?? null },
    })),
  )
  for (const id of plan.remove) await removeWidget(db, id)
  const before = new Map(present.map((widget) => [widget.id, widget]))
  for (const { id, values } of plan.update) {
    const { visualization = null, options = '{}', static_values_by = {} } = before.get(id) ?? {}
    const query = visualization === null ? undefined : queries.get(visualization.query_id)
    const permitted =
      query === undefined
        ? values.options
        : await permittedOptions(actor, query, values.options, JSON.parse(options))
    const stored = { options: JSON.parse(options), static_values_by }
    await updateWidget(db, id, {
      ...{ text: values.text, options: JSON.stringify(permitted) },
      static_values_by: staticValueAuthors(userId, permitted, stored, values.static_values_by),
    })
  }
  for (const values of await restorable(db, actor, plan.create)) {
    const { visualization_id, text, options } = values
    await insertWidget(db, {
      ...{ dashboard_id: dashboardId, visualization_id, text, options: JSON.stringify(options) },
      static_values_by: staticValueAuthors(userId, options, nothingBefore, values.static_values_by),
    })
  }
}

/** The widgets to create again, without those deleted or hidden. */
async function restorable(db: Db, actor: Actor, widgets: readonly KeptWidget[]): Promise<KeptWidget[]> {
  const existing: { widget: KeptWidget; queryId: number | null }[] = []
  for (const widget of widgets) {
    const { visualization_id } = widget
    if (visualization_id === null) {
      existing.push({ widget, queryId: null })
      continue
    }
    const queryId = await holdVisualization(db, actor.org_id, visualization_id)
    if (queryId !== null) existing.push({ widget, queryId })
  }
  const queries = await queriesById(
    db,
    actor,
    existing.flatMap(({ queryId }) => queryId ?? []),
  )
  const kept: KeptWidget[] = []
  for (const { widget, queryId } of existing) {
    if (queryId !== null) {
      const query = queries.get(queryId)
      if (query === undefined || !can(actor, 'view', querySubject(query))) continue
      await requireFixedValues(actor, query, widget.options, {})
    }
    kept.push(widget)
  }
  return kept
}
