import { memo } from 'react'
import { readWidgetOptions, widgetKind } from '#shared/dashboards/widget-options.ts'
import { RestrictedWidget, TextboxWidget } from './note-widgets.tsx'
import { VisualizationWidget } from './visualization-widget.tsx'
import type { DashboardWidgetProps } from './widget-props.ts'

export type { DashboardWidgetProps, ShownWidget } from './widget-props.ts'

/** A widget of any kind: fills its box in the grid, or is as tall as its content where the box has no height. */
export const DashboardWidget = memo(function DashboardWidget(props: DashboardWidgetProps) {
  const { widget } = props
  if (readWidgetOptions(widget.options).isHidden) return null
  const { visualization } = widget
  if (visualization !== undefined) return <VisualizationWidget {...props} visualization={visualization} />
  return widgetKind(widget) === 'restricted' ? <RestrictedWidget {...props} /> : <TextboxWidget {...props} />
})
