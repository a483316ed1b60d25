import type { Config, Db } from '#server/kernel/index.ts'
import { lookUpTogether, reusableAge } from '#server/runs/index.ts'
import type { WidgetsWanted } from '#shared/dashboards/dashboard-results-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireVisibleDashboard } from '../require-dashboard.ts'
import { findDashboardWidgets } from './dashboard-results-store.ts'
import { type FoundRun, findStoredRuns, type RefusedRun, type WantedRun } from './find-stored-runs.ts'
import { initialValues, type QueryWidget, readQueryWidgets } from './wanted-widgets.ts'

interface Needs {
  db: Db
  clock: () => Date
  config: Pick<Config, 'resultReuseSeconds'>
}

/**
 * The stored results of a dashboard's widgets. A widget requested without values gets the dashboard's initial ones;
 * text boxes are omitted; each widget counts once. Throws not_found and auth.forbidden for the dashboard; an error of a
 * widget is reported in its place.
 */
export async function readStoredResults(
  needs: Needs,
  actor: Actor,
  dashboardId: number,
  asked: WidgetsWanted['widgets'],
): Promise<FoundRun[]> {
  const { db, clock } = needs
  const dashboard = await requireVisibleDashboard(db, actor, dashboardId)
  const stored = await findDashboardWidgets(db, dashboard.id)
  const lookups = lookUpTogether(db, actor.org_id)
  const widgets = await readQueryWidgets(lookups, stored)
  const opening = initialValues(widgets, JSON.parse(dashboard.options))
  const wanted = wantedRuns(stored, widgets, asked, (widget, given) => ({
    actor,
    given: given ?? opening(widget),
    settled: new Set(),
  }))
  return await findStoredRuns({ lookups, clock, maxAge: maxAgeOf(needs.config) }, wanted)
}

/** Seconds; null: results of any age. */
export function maxAgeOf(config: Pick<Config, 'resultReuseSeconds'>): number | null {
  const age = reusableAge(config, null)
  return age < 0 ? null : age
}

/** In the requested order, each widget once. `read`: the actor and the values of a widget's run. */
export function wantedRuns<W extends QueryWidget>(
  stored: readonly { id: number; query_id: number | null }[],
  widgets: ReadonlyMap<number, W>,
  asked: WidgetsWanted['widgets'],
  read: (
    widget: W,
    given: Record<string, unknown> | null,
  ) => Pick<WantedRun, 'actor' | 'given' | 'settled'> | Pick<RefusedRun, 'refusal'>,
): (WantedRun | RefusedRun)[] {
  const textBoxes = new Set(stored.filter(({ query_id }) => query_id === null).map(({ id }) => id))
  const first = new Map(asked.toReversed().map((widget) => [widget.id, widget]))
  const inOrder = asked.filter((widget) => first.get(widget.id) === widget && !textBoxes.has(widget.id))
  return inOrder.map(({ id, parameters }) => {
    const widget = widgets.get(id)
    if (widget === undefined) return { widget_ids: [id], refusal: refuse('not_found') }
    const { query, source } = widget
    return { widget_ids: [id], query, source, ...read(widget, parameters ?? null) }
  })
}
