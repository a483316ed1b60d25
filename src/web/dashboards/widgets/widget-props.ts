import type { ReactNode } from 'react'
import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'
import type { PublicWidget } from '#shared/dashboards/public-dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { ResultFilter } from '#shared/results/filters.ts'
import type { HostSettings } from '#visualizations/visualization.ts'
import type { DashboardResults } from './use-dashboard-results.ts'

export type ShownWidget = Widget | PublicWidget

export interface DashboardWidgetProps {
  widget: ShownWidget
  /** the results of the page; the widget selects its own */
  results: DashboardResults
  /** `public`: no menu, no refresh, no link to the query */
  place: 'dashboard' | 'public'
  /** of the dashboard: may remove it, map its parameters, edit its text */
  canEdit: boolean
  isEditing: boolean
  /** rendered controls of its widget-level parameters */
  parameters?: ReactNode
  /** filters of the dashboard level with their choices: they override the widget's of the same name */
  filters?: readonly ResultFilter[]
  settings: HostSettings
  /** whether the user has `view_query`: the query's name is a link, and the menu has `View Query` */
  mayViewQuery?: boolean
  /** `results.refresh([id])` unless the page has more to do */
  onRefresh?(widgetId: number): void
  /** removes it at once */
  onRemove?(widget: Widget): void
  onEditTextbox?(widget: Widget): void
  onEditParameters?(widget: Widget): void
  /** tabs it may move to: all but the shown one */
  otherTabs?: readonly DashboardTab[]
  onMoveToTab?(widget: Widget, tab: string): void
}

/** Whether this is a widget of a dashboard page: public widgets lack fields, and cannot be edited. */
export function isOfDashboard(widget: ShownWidget): widget is Widget {
  return 'dashboard_id' in widget
}

/** The actions of editors on a widget of any kind. */
export function actsOnWidget({ onRemove, otherTabs, onMoveToTab }: DashboardWidgetProps) {
  return {
    ...(onRemove && { onRemove }),
    ...(otherTabs && { otherTabs }),
    ...(onMoveToTab && { onMoveToTab }),
  }
}
