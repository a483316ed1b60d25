import { type ReactNode, Suspense } from 'react'
import type { StoredParameter } from '#shared/queries/detect-parameters.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './dashboard-widgets.module.css'
import type { ShownWidget } from './widget-props.ts'

const QueryLink = lazy(() => import('./query-link.tsx').then((module) => ({ default: module.QueryLink })))

type ShownVisualization = NonNullable<ShownWidget['visualization']>

/** '' when somebody has left the name of its type. */
function ownName({ type, name }: ShownVisualization): string {
  return name === findVisualizationType(type)?.name ? '' : name
}

/** What a widget with a visualization is called: by its own name, if it has one, and by its query's. */
export function widgetName(visualization: ShownVisualization): string {
  return [ownName(visualization), visualization.query.name].filter((name) => name !== '').join(' ')
}

interface WidgetHeaderProps {
  visualization: ShownVisualization
  /** of the query, with the values that are shown */
  parameters: readonly StoredParameter[]
  /** the name of the query leads to its page */
  isLink: boolean
  /** the menu */
  children: ReactNode
}

export function WidgetHeader({ visualization, parameters, isLink, children }: WidgetHeaderProps) {
  const { query } = visualization
  const name = ownName(visualization)
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
