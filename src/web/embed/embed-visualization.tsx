import { type Ref, Suspense, useMemo } from 'react'
import type { TypedResult } from '#shared/results/typed-result.ts'
import type { ClientConfig } from '#shared/session/session-api.ts'
import { whyEmpty } from '#web/results/why-empty.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { hostSettings } from '#web/visualizations/settings-of-config.ts'
import { useResultFilters } from '#web/visualizations/use-result-filters.ts'
import classes from './embed.module.css'
import { VisualizationSkeleton } from './embed-skeleton.tsx'
import type { EmbeddedQuery } from './use-embedded-query.ts'

const loadRenderer = () => import('#visualizations/visualization-renderer.tsx')

const VisualizationRenderer = lazy(() =>
  loadRenderer().then((module) => ({ default: module.VisualizationRenderer })),
)
const FilterFields = lazy(() =>
  import('#web/visualizations/filter-fields.tsx').then((module) => ({ default: module.FilterFields })),
)

/** Starts to load the renderer while the query is still being requested. */
export function preloadRenderer(): void {
  // a failure surfaces when the visualization is drawn
  loadRenderer().catch(() => undefined)
}

interface EmbedVisualizationProps {
  visualization: EmbeddedQuery['visualization']
  config: ClientConfig
  result: TypedResult
  visualizationRef: Ref<HTMLDivElement>
}

/** The filters of the result, and the visualization of the remaining rows. */
export function EmbedVisualization({
  visualization,
  config,
  result,
  visualizationRef,
}: EmbedVisualizationProps) {
  const settings = useMemo(() => hostSettings(config), [config])
  const { filters, data, choose } = useResultFilters(result)
  return (
    <>
      {filters.length > 0 && (
        <Suspense fallback={null}>
          <FilterFields filters={filters} formats={config} onChange={choose} />
        </Suspense>
      )}
      {data.rows.length === 0 && <p className={classes.nothing}>{whyEmpty(result)}</p>}
      <div className={classes.visualization}>
        <Suspense fallback={<VisualizationSkeleton />}>
          <VisualizationRenderer
            type={visualization.type}
            name={visualization.name}
            options={visualization.options}
            data={data}
            place="widget"
            settings={settings}
            visualizationRef={visualizationRef}
          />
        </Suspense>
      </div>
    </>
  )
}
