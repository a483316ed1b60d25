import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { findVisualizationType, ownNameOf } from '#visualizations/registry.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { useResultRows } from '#web/results/use-result-rows.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import classes from './dashboard-widgets.module.css'
import { type DashboardResults, useWidgetState } from './use-dashboard-results.ts'
import { useWidgetFilters } from './use-widget-filters.ts'
import { WidgetContent } from './widget-content.tsx'
import { type DashboardWidgetProps, isOfDashboard, type ShownWidget } from './widget-props.ts'

/** Lazy because it needs tooltips, which a public page does not otherwise use. */
const WidgetFooter = lazy(() =>
  import('./widget-footer.tsx').then((module) => ({ default: module.WidgetFooter })),
)
const VisualizationMenu = lazy(() =>
  import('./visualization-menu.tsx').then((module) => ({ default: module.VisualizationMenu })),
)
const ExpandedWidget = lazy(() =>
  import('./expanded-widget.tsx').then((module) => ({ default: module.ExpandedWidget })),
)

const noFilters: NonNullable<DashboardWidgetProps['filters']> = []

interface VisualizationWidgetProps extends DashboardWidgetProps {
  visualization: NonNullable<ShownWidget['visualization']>
}

/** A visualization of a query, with its parameters, filters, actions and the age of its data. */
export function VisualizationWidget(props: VisualizationWidgetProps) {
  const { widget, visualization, results, place, settings, onRefresh = (id) => results.refresh([id]) } = props
  const state = useWidgetState(results, widget.id)
  const box = useRef<HTMLElement>(null)
  const visualizationRef = useRef<HTMLDivElement>(null)
  const [isExpanded, setIsExpanded] = useState(false)
  useNearness(results, widget.id, box)
  const kind = findVisualizationType(visualization.type)
  const rows = useResultRows(state.result, kind?.paged !== true)
  const filtered = useWidgetFilters(rows.data, props.filters ?? noFilters)
  const name = widgetName(visualization)
  const isPublic = place === 'public'
  // the menus, links and footers of fifty widgets cost more than their visualizations, which come first
  const isIdle = useIdle()
  return (
    <section
      ref={box}
      className={classes.widget}
      aria-label={name}
      aria-busy={state.isRefreshing}
      data-kind="visualization"
    >
      <WidgetHeader
        visualization={visualization}
        parameters={results.parametersOf(widget.id)}
        isLink={isIdle && !isPublic && props.mayViewQuery === true && !props.isEditing}
      >
        {isIdle && !isPublic && isOfDashboard(widget) && widget.visualization !== undefined && (
          <div className={classes.menuPlace} data-image="none">
            <Suspense>
              <VisualizationMenu
                {...props}
                widget={widget}
                visualization={widget.visualization}
                name={name}
                result={state.result}
                visualizationRef={visualizationRef}
              />
            </Suspense>
          </div>
        )}
      </WidgetHeader>
      {props.parameters != null && <div className={classes.parameters}>{props.parameters}</div>}
      <WidgetContent
        visualization={visualization}
        state={state}
        rows={rows}
        filtered={filtered}
        settings={settings}
        visualizationRef={visualizationRef}
        onRetry={() => results.retry(widget.id)}
      />
      <div className={classes.footerPlace}>
        {isIdle && (
          <Suspense>
            <WidgetFooter
              state={state}
              dateTimeFormat={settings.dateTimeFormat}
              onRefresh={isPublic ? null : () => onRefresh(widget.id)}
              onExpand={rows.data === null ? null : () => setIsExpanded(true)}
            />
          </Suspense>
        )}
      </div>
      {isExpanded && rows.data !== null && (
        <Suspense>
          <ExpandedWidget
            name={name}
            visualization={visualization}
            data={rows.data}
            filters={filtered.filters}
            settings={settings}
            onClose={() => setIsExpanded(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Tells the store that this widget is mounted, and how far it is from the viewport. */
function useNearness(
  results: DashboardResults,
  widgetId: number,
  element: RefObject<HTMLElement | null>,
): void {
  useEffect(
    () => results.show(widgetId, () => distanceToViewport(element.current)),
    [results, widgetId, element],
  )
}

function distanceToViewport(element: HTMLElement | null): number {
  if (element === null) return Infinity
  const { top, bottom } = element.getBoundingClientRect()
  return Math.max(0, top - window.innerHeight, -bottom)
}

const QueryLink = lazy(() => import('./query-link.tsx').then((module) => ({ default: module.QueryLink })))

type ShownVisualization = NonNullable<ShownWidget['visualization']>

/** The label of a widget with a visualization: its own name, if it has one, and its query's. */
function widgetName(visualization: ShownVisualization): string {
  return [ownNameOf(visualization), visualization.query.name].filter((name) => name !== '').join(' ')
}

interface WidgetHeaderProps {
  visualization: ShownVisualization
  /** of the query, with the values that are shown */
  parameters: readonly StoredParameter[]
  /** whether the query's name links to its page */
  isLink: boolean
  /** the menu */
  children: ReactNode
}

function WidgetHeader({ visualization, parameters, isLink, children }: WidgetHeaderProps) {
  const { query } = visualization
  const name = ownNameOf(visualization)
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h2 className={classes.title}>
          {name !== '' && <>{name} </>}
          <span className={name === '' ? undefined : classes.queryName}>
            {isLink && 'id' in visualization ? (
              <Suspense fallback={query.name}>
                <QueryLink queryId={query.id} visualizationId={visualization.id} parameters={parameters}>
                  {query.name}
                </QueryLink>
              </Suspense>
            ) : (
              query.name
            )}
          </span>
        </h2>
        {query.description !== null && query.description.trim() !== '' && (
          <div className={classes.description}>
            <Markdown text={query.description} />
          </div>
        )}
      </div>
      {children}
    </header>
  )
}
