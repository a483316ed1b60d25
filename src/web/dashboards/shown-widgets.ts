import { type DashboardTab, tabOfWidget } from '#shared/dashboards/dashboard-options.ts'
import { readWidgetOptions } from '#shared/dashboards/widget-options.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'

/** The widgets of a tab, without hidden ones; null: there are no tabs. */
export function shownWidgets<W extends Pick<Widget, 'options'>>(
  widgets: readonly W[],
  tabs: readonly DashboardTab[],
  tab: string | null,
): W[] {
  return widgets.filter(
    ({ options }) => !readWidgetOptions(options).isHidden && tabOfWidget(options, tabs) === tab,
  )
}
