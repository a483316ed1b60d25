import type { LookedUpQuery, LookedUpSource, RunLookups } from '#server/runs/index.ts'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import {
  dashboardParameters,
  type MappedWidget,
  valuesOfWidget,
} from '#shared/dashboards/parameter-mappings.ts'
import {
  parametersOfText,
  readStoredParameters,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import type { DashboardWidget } from './dashboard-results-store.ts'

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
