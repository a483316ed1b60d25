import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { Query } from '#shared/queries/queries-api.ts'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { typeLabels } from '#visualizations/type-labels.ts'
import { loadResult } from '#web/results/load-result.ts'
import { useResultRows } from '#web/results/use-result-rows.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { VisualizationIcon } from '#web/visualizations/visualization-icon.tsx'
import classes from './visualization-choice.module.css'

const VisualizationView = lazy(() =>
  import('#web/visualizations/visualization-view.tsx').then((module) => ({
    default: module.VisualizationView,
  })),
)

/** The newest visualization that is not the plain table of every query, else the table. */
export function newestVisualization(visualizations: readonly Visualization[]): Visualization | null {
  const newest = visualizations.toSorted((one, other) => other.id - one.id)
  return newest.find(({ type }) => type !== 'TABLE') ?? newest[0] ?? null
}

interface VisualizationChoiceProps {
  query: Query
  chosen: readonly Visualization[]
  /** in the order of the list */
  onChoose(visualizations: readonly Visualization[]): void
}

/** One or more visualizations of a query, and what the last one looks like. */
export function VisualizationChoice({ query, chosen, onChoose }: VisualizationChoiceProps) {
  // in the order of the tabs on the query's page
  const all = query.visualizations.toSorted((one, other) => one.id - other.id)
  const [lookedAt, setLookedAt] = useState(() => chosen[0]?.id ?? null)
  const shown = all.find(({ id }) => id === lookedAt) ?? chosen[0] ?? null
  const toggle = (visualization: Visualization, isChosen: boolean) => {
    setLookedAt(visualization.id)
    const ids = new Set(chosen.map(({ id }) => id))
    if (isChosen) ids.add(visualization.id)
    else ids.delete(visualization.id)
    onChoose(all.filter(({ id }) => ids.has(id)))
  }
  return (
    <div className={classes.parts}>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{t('Choose visualizations')}</legend>
        <div className={classes.list}>
          {all.map((one) => (
            <Checkbox
              key={one.id}
              className={classes.choice}
              data-shown={one === shown || undefined}
              checked={chosen.some(({ id }) => id === one.id)}
              onChange={(event) => toggle(one, event.currentTarget.checked)}
              onFocus={() => setLookedAt(one.id)}
              label={
                <span className={classes.option}>
                  <VisualizationIcon type={one.type} />
                  <span className={classes.name}>{one.name}</span>
                  {typeOf(one) !== one.name && <span className={classes.type}>{typeOf(one)}</span>}
                </span>
              }
            />
          ))}
        </div>
      </fieldset>
      {shown !== null && <Preview query={query} visualization={shown} />}
    </div>
  )
}

function typeOf({ type }: Visualization): string {
  return typeLabels[type] ?? findVisualizationType(type)?.name ?? type
}

interface PreviewProps {
  query: Query
  visualization: Visualization
}

/** The visualization with the newest result of its query. */
function Preview({ query, visualization }: PreviewProps) {
  const resultId = query.latest_query_data_id
  const loaded = useQuery({
    queryKey: ['result', resultId, 'add-widget'],
    queryFn: ({ signal }) => loadResult(resultId ?? 0, signal),
    enabled: resultId !== null,
    gcTime: 0,
  })
  const isPaged = findVisualizationType(visualization.type)?.paged === true
  const { data } = useResultRows(loaded.data ?? null, !isPaged)
  const words = wordsInstead(resultId === null, loaded.isError)
  return (
    <section className={classes.preview} aria-label={t('Preview of {name}', { name: visualization.name })}>
      {words !== null && <p className={classes.nothing}>{words}</p>}
      {words === null && data !== null && (
        // a visualization to look at: what can be moved in it is moved on the dashboard
        <div className={classes.visualization} inert>
          <Suspense>
            <VisualizationView visualization={visualization} data={data} place="widget" />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function wordsInstead(hasNone: boolean, isFailed: boolean): string | null {
  if (hasNone) return t('The query has no result yet. The widget shows one as soon as it has run.')
  return isFailed ? t('The result of the query could not be read.') : null
}
