import { type ReactNode, useCallback, useMemo } from 'react'
import { widgetParameters } from '#shared/dashboards/parameter-mappings.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { DashboardGrid } from '#web/dashboards/grid/dashboard-grid.tsx'
import { DashboardWidget } from '#web/dashboards/widgets/dashboard-widget.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { useHostSettings } from '#web/visualizations/host-settings.ts'
import type { DashboardRights } from './dashboard-rights.ts'
import type { DashboardContentParts } from './use-dashboard-content.ts'
import { labelOfWidget } from './widget-label.ts'
import { WidgetParameters } from './widget-parameters.tsx'

interface WidgetGridProps {
  rights: DashboardRights
  content: DashboardContentParts
  isEditing: boolean
}

/** The widgets of the shown tab, each in its place. */
export function WidgetGrid({ rights, content, isEditing }: WidgetGridProps) {
  const { shown, items, changeLayout, editing, remove } = content
  const byId = useMemo(() => new Map(shown.map((widget) => [widget.id, widget])), [shown])
  const labelOf = useCallback((id: number) => labelOfWidget(byId.get(id)), [byId])
  const shared = useSharedProps(content, rights, isEditing)
  const controlsOf = useWidgetControls(content, isEditing)
  const { openEditTextbox, openMappings, moveToTab } = editing
  const move = useCallback((widget: Widget, tab: string) => void moveToTab(widget, tab), [moveToTab])
  // keep this function stable, so that no widget is redrawn needlessly
  const draw = useCallback(
    (id: number) => {
      const widget = byId.get(id)
      if (widget === undefined) return null
      return (
        <DashboardWidget
          {...shared}
          widget={widget}
          parameters={controlsOf(widget)}
          onRemove={remove}
          onEditTextbox={openEditTextbox}
          onEditParameters={openMappings}
          onMoveToTab={move}
        />
      )
    },
    [byId, shared, controlsOf, remove, openEditTextbox, openMappings, move],
  )
  return (
    <DashboardGrid items={items} editing={isEditing} onChange={changeLayout} labelOf={labelOf}>
      {draw}
    </DashboardGrid>
  )
}

/** Props common to all widgets. */
function useSharedProps(content: DashboardContentParts, rights: DashboardRights, isEditing: boolean) {
  const { results, filters, tabs, tab } = content
  const settings = useHostSettings()
  const mayViewQuery = usePermission('view_query')
  const otherTabs = useMemo(
    () => (isEditing ? tabs.filter(({ id }) => id !== tab) : []),
    [isEditing, tabs, tab],
  )
  return useMemo(
    () => ({
      results,
      settings,
      mayViewQuery,
      isEditing,
      otherTabs,
      place: 'dashboard' as const,
      canEdit: rights.mayEdit,
      filters: filters.filters,
    }),
    [results, settings, mayViewQuery, isEditing, otherTabs, rights.mayEdit, filters.filters],
  )
}

/** The controls of a widget's own parameters; undefined if there are none. */
function useWidgetControls(content: DashboardContentParts, isEditing: boolean) {
  const { runs, runner, values, editing } = content
  const { applyOfWidget } = values
  const { orderWidgetParameters } = editing
  return useCallback(
    (widget: Widget): ReactNode => {
      const run = runs.find(({ id }) => id === widget.id)
      if (run === undefined || widgetParameters(run).length === 0) return undefined
      return (
        <WidgetParameters
          widget={run}
          dropdowns={runner.dropdowns({ widgetId: run.id, queryId: run.queryId })}
          onApply={applyOfWidget}
          onOrder={isEditing ? (names) => void orderWidgetParameters(widget, names) : null}
        />
      )
    },
    [runs, runner, applyOfWidget, orderWidgetParameters, isEditing],
  )
}
