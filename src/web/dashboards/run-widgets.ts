import type { MappedWidget } from '#shared/dashboards/parameter-mappings.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'

/** A widget with a query that the user may run, and the parameters in the query's text. */
export interface RunWidget extends MappedWidget {
  queryId: number
}

/** In widget order, including hidden widgets, because they may define parameters of the dashboard. */
export function runWidgets(widgets: readonly Widget[]): RunWidget[] {
  return widgets.flatMap(({ id, options, visualization }) => {
    if (visualization === undefined) return []
    const { query } = visualization
    const parameters = parametersOfText(query.query, readStoredParameters(query.options))
    return [{ id, options, queryId: query.id, parameters }]
  })
}
