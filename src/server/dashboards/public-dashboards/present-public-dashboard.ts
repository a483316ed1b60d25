import type { PublicDashboard, PublicWidget } from '#shared/dashboards/public-dashboards-api.ts'
import type { SharedWidgetRow } from './public-dashboard-store.ts'
import type { SharedContent, SharedQueryWidget } from './require-shared.ts'

/**
 * The dashboard for public visitors (docs/reference/api-dashboards.md#the-public-dashboard): no query texts, no keys,
 * no owner, no static values.
 */
export function presentPublicDashboard({ dashboard, rows, widgets }: SharedContent): PublicDashboard {
  const { name, dashboard_filters_enabled, options, created_at, updated_at } = dashboard
  return {
    ...{ name, layout: [], dashboard_filters_enabled, options },
    updated_at: updated_at.toISOString(),
    created_at: created_at.toISOString(),
    widgets: rows.map((row) => presentWidget(row, widgets.get(row.id))),
  }
}

function presentWidget(row: SharedWidgetRow, widget: SharedQueryWidget | undefined): PublicWidget {
  const { id, width, text, visualization } = row
  const dates = { updated_at: row.updated_at.toISOString(), created_at: row.created_at.toISOString() }
  if (widget === undefined || visualization === null) {
    return { id, width, options: row.options, text, ...dates }
  }
  const { query, parameters, fixed } = widget
  return {
    ...{ id, width, options: withoutFixed(row.options, fixed), text, ...dates },
    visualization: {
      ...{ type: visualization.type, name: visualization.name, description: visualization.description },
      options: JSON.parse(visualization.options),
      updated_at: visualization.updated_at.toISOString(),
      created_at: visualization.created_at.toISOString(),
      query: {
        ...{ id: query.id, name: query.name, description: row.query_description },
        options: { parameters: parameters.filter((parameter) => !fixed.has(parameter.name)) },
      },
    },
  }
}

/** Stored options without the mappings with static values, and without their names. */
function withoutFixed(
  options: Readonly<Record<string, unknown>>,
  fixed: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const { parameterMappings, paramOrder } = options
  const shown: Record<string, unknown> = { ...options }
  if (Array.isArray(paramOrder)) shown['paramOrder'] = paramOrder.filter((name) => !fixed.has(name))
  if (typeof parameterMappings !== 'object' || parameterMappings === null) return shown
  const mappings = Object.entries(parameterMappings).filter(
    ([name, mapping]) => !fixed.has(name) && !isStatic(mapping),
  )
  return { ...shown, parameterMappings: Object.fromEntries(mappings) }
}

function isStatic(mapping: unknown): boolean {
  return (
    typeof mapping === 'object' && mapping !== null && 'type' in mapping && mapping.type === 'static-value'
  )
}
