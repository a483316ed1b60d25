import { Button, Skeleton } from '@mantine/core'
import { type Ref, Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useTurn } from '#visualizations/parts/draw-in-turn.ts'
import type { HostSettings } from '#visualizations/visualization.ts'
import type { ResultRows } from '#web/results/use-result-rows.ts'
import { whyEmpty } from '#web/results/why-empty.ts'
import { lazy } from '#web/ui/lazy.tsx'
import type { FilteredResult } from '#web/visualizations/use-result-filters.ts'
import classes from './dashboard-widgets.module.css'
import type { WidgetState } from './page-results.ts'
import type { ShownWidget } from './widget-props.ts'

const loadRenderer = () => import('#visualizations/visualization-renderer.tsx')
const VisualizationRenderer = lazy(() =>
  loadRenderer().then((module) => ({ default: module.VisualizationRenderer })),
)
const FilterFields = lazy(() =>
  import('#web/visualizations/filter-fields.tsx').then((module) => ({ default: module.FilterFields })),
)

// starts while the results load; a failure surfaces when a visualization is drawn
loadRenderer().catch(() => undefined)

interface WidgetContentProps {
  visualization: NonNullable<ShownWidget['visualization']>
  state: WidgetState
  rows: ResultRows
  filtered: FilteredResult
  settings: HostSettings
  visualizationRef: Ref<HTMLDivElement>
  onRetry(): void
}

/** The visualization of the newest available result, its filters, and why there is no newer result. */
export function WidgetContent(props: WidgetContentProps) {
  const { visualization, state, rows, filtered, settings } = props
  const failure = state.error ?? rows.failure?.message ?? null
  const isTurn = useTurn(rows.data !== null)
  const retry = state.error === null && rows.failure !== null ? rows.failure.retry : props.onRetry
  return (
    <>
      {failure !== null && <Failure message={failure} onRetry={retry} />}
      {rows.data !== null && filtered.filters.length > 0 && (
        <Suspense fallback={<Skeleton className={classes.filtersPlace} />}>
          <FilterFields filters={filtered.filters} formats={settings} onChange={filtered.choose} />
        </Suspense>
      )}
      {rows.data !== null && isTurn ? (
        <div className={classes.result} data-stale={state.startedAt !== null || undefined}>
          {filtered.data.rows.length === 0 && <p className={classes.nothing}>{whyEmpty(rows.data)}</p>}
          <div className={classes.visualization}>
            <Suspense fallback={<VisualizationSkeleton />}>
              <VisualizationRenderer
                type={visualization.type}
                // other widgets may have a “Table” too
                name={`${visualization.name} – ${visualization.query.name}`}
                options={visualization.options}
                data={filtered.data}
                place="widget"
                settings={settings}
                visualizationRef={props.visualizationRef}
                reservedHeight={reservedHeight}
              />
            </Suspense>
          </div>
        </div>
      ) : (
        failure === null && <VisualizationSkeleton />
      )}
    </>
  )
}

const reservedHeight = 120

function Failure({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <div className={classes.failure} role="status">
      <span className={classes.why}>{t('Error running query: {message}', { message })}</span>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </div>
  )
}

const bars = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

/** The part that fits the box. */
function VisualizationSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {bars.map((bar) => (
        <Skeleton key={bar} height={14} my={9} />
      ))}
    </div>
  )
}
