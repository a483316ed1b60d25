import type { Config, Db } from '#server/kernel/index.ts'
import {
  type LookedUpQuery,
  type LookedUpSource,
  lookUpTogether,
  type RunLookups,
  reusableAge,
} from '#server/runs/index.ts'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import type { WidgetsWanted } from '#shared/dashboards/dashboard-results-api.ts'
import {
  dashboardParameters,
  type MappedWidget,
  valuesOfWidget,
} from '#shared/dashboards/parameter-mappings.ts'
import { refuse } from '#shared/errors/refusal.ts'
import {
  parametersOfText,
  readStoredParameters,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireVisibleDashboard } from '../require-dashboard.ts'
import { requireReadableSize } from '../require-readable-size.ts'
import { type DashboardWidget, findDashboardWidgets } from '../widget-store.ts'
import { type FoundRun, findStoredRuns, type RefusedRun, type WantedRun } from './find-stored-runs.ts'

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
  await requireReadableSize(db, dashboard.id)
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

/** A visualization on a dashboard with what its query's run needs. */
export interface QueryWidget extends MappedWidget {
  query: LookedUpQuery
  source: LookedUpSource | null
}

/** Queries and data sources of all widgets with a query, looked up together. By widget id, in the order of the widgets. */
export async function readQueryWidgets(
  lookups: RunLookups,
  widgets: readonly DashboardWidget[],
): Promise<Map<number, QueryWidget>> {
  const definitions = new Map<number, StoredParameter[]>()
  const found = await Promise.all(
    widgets.map(async ({ id, query_id, options }) => {
      const query = query_id === null ? null : await lookups.query(query_id)
      if (query === null) return null
      const source = query.data_source_id === null ? null : await lookups.source(query.data_source_id)
      const parameters =
        definitions.get(query.id) ?? parametersOfText(query.query_text, readStoredParameters(query.options))
      definitions.set(query.id, parameters)
      return { id, options, query, source, parameters }
    }),
  )
  return new Map(found.flatMap((widget) => (widget === null ? [] : [[widget.id, widget]])))
}

/** The values of each widget's run when the dashboard is opened, before any change by the viewer. */
export function initialValues(
  widgets: ReadonlyMap<number, QueryWidget>,
  options: Readonly<Record<string, unknown>>,
): (widget: QueryWidget) => Record<string, unknown> {
  const parameters = dashboardParameters([...widgets.values()], readDashboardOptions(options))
  return (widget) => valuesOfWidget(widget, parameters, {})
}
