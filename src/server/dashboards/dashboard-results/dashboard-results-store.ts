import type { Db } from '#server/kernel/index.ts'

export interface DashboardWidget {
  id: number
  /** of its visualization; null: a text box */
  query_id: number | null
  options: Record<string, unknown>
}

/** All widgets of a dashboard with what their values depend on, in one statement. */
export async function findDashboardWidgets(db: Db, dashboardId: number): Promise<DashboardWidget[]> {
  const widgets = await db
    .selectFrom('widgets')
    .leftJoin('visualizations', 'visualizations.id', 'widgets.visualization_id')
    .where('widgets.dashboard_id', '=', dashboardId)
    .orderBy('widgets.id')
    .select(['widgets.id', 'visualizations.query_id', 'widgets.options'])
    .execute()
  return widgets.map((widget) => ({ ...widget, options: JSON.parse(widget.options) }))
}
