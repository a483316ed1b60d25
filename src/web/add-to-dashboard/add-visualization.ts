import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import { getDashboard } from '#shared/dashboards/dashboards-api.ts'
import { newPosition, readGrid } from '#shared/dashboards/stored-grid.ts'
import { createWidget } from '#shared/dashboards/widgets-api.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { call } from '#web/api/call.ts'
import { shownWidgets } from '#web/dashboards/shown-widgets.ts'
import { tellUnsafeShares } from '#web/dashboards/tell-unsafe-shares.ts'

const sizesOf = (type: string) => findVisualizationType(type)?.layout ?? {}

/**
 * Puts a visualization in the first free place of a dashboard's first tab. No mapping is sent: its parameters stay
 * those of the widget (docs/reference/stored-parameters.md#parameter-mappings). Rejects with ApiError.
 */
export async function addVisualization(
  dashboardId: number,
  visualization: { id: number; type: string },
): Promise<void> {
  const dashboard = await call(getDashboard, { params: { id_or_slug: String(dashboardId) } })
  const { tabs } = readDashboardOptions(dashboard.options)
  const widgets = dashboard.widgets ?? []
  const items = readGrid(shownWidgets(widgets, tabs, tabs[0]?.id ?? null), sizesOf, widgets)
  const added = await call(createWidget, {
    body: {
      dashboard_id: dashboardId,
      visualization_id: visualization.id,
      text: '',
      width: 1,
      options: { isHidden: false, position: newPosition(items, sizesOf(visualization.type)) },
    },
  })
  if (added.visualization?.query.is_safe === false) void tellUnsafeShares(added.visualization.query.id)
}
