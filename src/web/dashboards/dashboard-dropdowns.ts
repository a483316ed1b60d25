import { mappingsOf } from '#shared/dashboards/parameter-mappings.ts'
import { t } from '#shared/messages/translate.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import type { RunWidget } from './run-widgets.ts'

/**
 * Options of the dashboard's dropdown parameters. Each list is requested through the first widget whose query has it,
 * because access depends on the query. Values of other parameters are sent under the query's names.
 */
export function dropdownsOfDashboard(
  dashboardKey: string,
  widgets: readonly RunWidget[],
  dropdownsOf: (widget: { widgetId: number; queryId: number }) => DropdownSource,
): DropdownSource {
  return {
    key: `dashboard-${dashboardKey}`,
    async search(dropdownId, request, signal) {
      const owner = widgets.find(({ parameters }) => parameters.some(({ queryId }) => queryId === dropdownId))
      if (owner === undefined) throw new Error(t('The options of this list could not be read.'))
      const source = dropdownsOf({ widgetId: owner.id, queryId: owner.queryId })
      const parameters = valuesOfQuery(owner, request.parameters ?? {})
      const page = await source.search(dropdownId, { ...request, parameters }, signal)
      return { ...page, depends_on: namesOnDashboard(owner, page.depends_on) }
    },
  }
}

function valuesOfQuery(
  widget: RunWidget,
  ofDashboard: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const mapped = mappingsOf(widget).flatMap(({ type, name, mapTo }) =>
    type === 'dashboard-level' && Object.hasOwn(ofDashboard, mapTo)
      ? [[name, ofDashboard[mapTo]] as const]
      : [],
  )
  return Object.fromEntries(mapped)
}

/** Names that the query has, as the dashboard calls them. */
function namesOnDashboard(widget: RunWidget, ofQuery: readonly string[]): string[] {
  return mappingsOf(widget).flatMap(({ type, name, mapTo }) =>
    type === 'dashboard-level' && ofQuery.includes(name) ? mapTo : [],
  )
}
