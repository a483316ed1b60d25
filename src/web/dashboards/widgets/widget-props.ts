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
  /** of the page: the widget takes its own part */
  results: DashboardResults
  /** `public`: no menu, no refresh, no link to the query */
  place: 'dashboard' | 'public'
  /** of the dashboard: may remove it, map its parameters, edit its text */
  canEdit: boolean
  isEditing: boolean
  /** controls of its widget-level parameters, ready to stand in it */
  parameters?: ReactNode
  /** filters of the dashboard level with their choices: they override the widget's of the same name */
  filters?: readonly ResultFilter[]
  settings: HostSettings
  /** has `view_query`: the query's name is a link, and the menu has `View Query` */
  mayViewQuery?: boolean
  /** `results.refresh([id])` unless the page has more to do */
  onRefresh?(widgetId: number): void
  /** after the question `Delete Widget` was confirmed */
  onRemove?(widget: Widget): void
  onEditTextbox?(widget: Widget): void
  onEditParameters?(widget: Widget): void
  /** where it may go: the dashboard's tabs but the shown one */
  otherTabs?: readonly DashboardTab[]
  onMoveToTab?(widget: Widget, tab: string): void
}

/** Public widgets are never edited: nothing is offered there that needs more than they tell. */
export function isOfDashboard(widget: ShownWidget): widget is Widget {
  return 'dashboard_id' in widget
}

/** What editors may do with a widget of any kind. */
export function actsOnWidget({ onRemove, otherTabs, onMoveToTab }: DashboardWidgetProps) {
  return {
    ...(onRemove && { onRemove }),
    ...(otherTabs && { otherTabs }),
    ...(onMoveToTab && { onMoveToTab }),
  }
}
