import { Skeleton } from '@mantine/core'
import { Activity, type ReactNode, type Ref, Suspense, useEffect, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { hasNoResult, isRunning } from '#shared/results/execution-step.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'
import { useAddToDashboard } from '#web/add-to-dashboard/use-add-to-dashboard.tsx'
import type { Embeddable } from '#web/embed-dialog/embed-dialog.tsx'
import { useEmbedDialog } from '#web/embed-dialog/use-embed-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { notify } from '#web/ui/toast.tsx'
import { exportImage } from '#web/visualizations/download-image.ts'
import { VisualizationView } from '#web/visualizations/visualization-view.tsx'
import {
  ExecutionAnnouncement,
  ExecutionEnd,
  ExecutionLeft,
  ExecutionStatus,
  type OfferedFix,
} from '../results/execution-status.tsx'
import { type LimitCut, ResultBar } from '../results/result-bar.tsx'
import { EmptyResult, ResultLog, RowsOnTheirWay } from '../results/result-notes.tsx'
import { ResultTabs, resultPanelId, resultTabId } from '../results/result-tabs.tsx'
import classes from '../results/results.module.css'
import type { Execution } from '../results/use-execution.ts'
import { useFirstRows } from '../results/use-first-rows.ts'
import { useResultRows } from '../results/use-result-rows.ts'
import { type ResultVisualizations, useEditedVisualization } from '../results/use-result-visualizations.ts'
import { type FilteredResult, useResultFilters } from '../visualizations/use-result-filters.ts'
import type { ShownVisualization } from '../visualizations/visualization-hash.ts'

const VisualizationDialog = lazy(() =>
  import('#web/visualizations/visualization-dialog.tsx').then((module) => ({
    default: module.VisualizationDialog,
  })),
)

const ResultFilters = lazy(() =>
  import('../visualizations/result-filters.tsx').then((module) => ({ default: module.ResultFilters })),
)

export interface ResultPaneProps {
  queryId: number | null
  execution: Execution
  visualizations: ResultVisualizations
  mayEdit: boolean
  mayRun: boolean
  mayAddToDashboard: boolean
  /** null: the query cannot be embedded from here */
  embed: Embeddable | null
  /** the automatic limit has cut the result; null: it has not */
  cut: LimitCut | null
  /** what the hint of an error would change in the text */
  fixes: readonly OfferedFix[]
  /** null: no button */
  refresh: { isDisabled: boolean; onRefresh(): void } | null
  /** more buttons at the bottom */
  children?: ReactNode
  /** the pane fills its box and scrolls inside itself */
  isFixed: boolean
  isNarrow: boolean
  /** in the source editor: tables scroll through all rows and can be searched */
  explores?: boolean
}

/** Status, tabs, filters, visualization and facts of a query's result. */
export function ResultPane(props: ResultPaneProps) {
  const { execution, visualizations, queryId } = props
  const { state, result } = execution
  const { shown, ordered } = visualizations
  const edited = useEditedVisualization()
  const kind = findVisualizationType(shown.type)
  // load rows and script in parallel; a failure of the script shows when it draws
  useEffect(() => void kind?.load().catch(() => undefined), [kind])
  // a visualization of a part would mislead, except a paged one; the editor needs all rows too
  const rows = useResultRows(result, kind?.paged !== true || edited.isOpen)
  const filtered = useResultFilters(rows.data)
  const visualizationRef = useRef<HTMLDivElement>(null)
  const embedding = useEmbedDialog(props.embed, shown.id)
  const adding = useAddToDashboard(props.mayAddToDashboard, shown)
  const isBusy = isRunning(state)
  const isFormer = hasNoResult(state) && result !== null
  const rowCount = result?.rowCount ?? null
  const firstRows = useFirstRows(state)
  const foretaste = kind?.rowByRow ? firstRows : null
  // the first rows of a first result grow into it: the user's page and sorting stay
  const drawn = rows.data ?? foretaste
  return (
    <section className={classes.pane} data-fixed={props.isFixed || undefined} aria-label={t('Results')}>
      <ExecutionAnnouncement state={state} rowCount={rowCount} />
      <ExecutionEnd state={state} rowsOf={result?.retrieved_at ?? null} fixes={props.fixes} />
      <ExecutionLeft state={state} />
      {result && <ResultLog lines={result.log} />}
      <ResultTabs
        visualizations={ordered}
        shown={shown}
        onShow={visualizations.show}
        mayEdit={props.mayEdit}
        mayDelete={!props.isNarrow}
        mayEditShown={kind !== undefined}
        onAdd={adding.open}
        onNew={() => edited.open(null)}
        onEdit={() => edited.open(shown)}
        onDelete={() => void visualizations.remove(shown)}
        refresh={result ? props.refresh : null}
        status={isBusy ? <ExecutionStatus state={state} onCancel={execution.cancel} /> : null}
      />
      <div className={classes.stage}>
        <div
          role="tabpanel"
          id={resultPanelId}
          aria-labelledby={resultTabId(shown.id)}
          className={classes.visualization}
          data-stale={(isBusy && foretaste === null) || undefined}
          data-former={isFormer || undefined}
          aria-busy={isBusy}
        >
          {foretaste && rows.data && (
            <VisualizationView
              visualization={shown}
              data={foretaste}
              place="page"
              explores={props.explores}
            />
          )}
          {drawn ? (
            // hidden, it keeps sorting, search and page for the next result
            <Activity mode={foretaste && rows.data ? 'hidden' : 'visible'}>
              <FilteredVisualization
                shown={shown}
                result={drawn}
                filtered={rows.data ? filtered : { ...filtered, filters: [], data: drawn }}
                visualizationRef={visualizationRef}
                explores={props.explores}
              />
            </Activity>
          ) : result ? (
            <RowsOnTheirWay rows={rows} count={result.rowCount}>
              <VisualizationSkeleton />
            </RowsOnTheirWay>
          ) : isBusy ? (
            <VisualizationSkeleton />
          ) : (
            !hasNoResult(state) && <EmptyResult mayRun={props.mayRun} />
          )}
        </div>
      </div>
      <ResultBar
        result={foretaste ? null : result}
        firstRows={foretaste?.rows.length ?? null}
        queryId={queryId}
        isExecuting={isBusy}
        filteredRows={shownOf(rows.data, filtered.data)}
        cut={isBusy ? null : props.cut}
        onAdd={adding.open}
        onEmbed={embedding.open}
        onExportImage={(format) =>
          exportImage(visualizationRef.current, format, shown.name).catch(tellExportFailure)
        }
      >
        {props.children}
      </ResultBar>
      {adding.dialog}
      {embedding.dialog}
      {edited.isOpen && (result === null || rows.data !== null) && (
        <Opening>
          <VisualizationDialog
            queryId={queryId}
            visualization={edited.visualization}
            result={rows.data ?? { columns: [], rows: [] }}
            filters={filtered.filters}
            onClose={(saved) => {
              edited.close()
              if (saved) visualizations.adopt(saved)
            }}
          />
        </Opening>
      )}
    </section>
  )
}

/** The number of rows after filtering; null if nothing is filtered or there are no rows. */
function shownOf(all: VisualizationData | null, left: VisualizationData): number | null {
  return all === null || all.rows.length === left.rows.length ? null : left.rows.length
}

function tellExportFailure(failure: unknown): void {
  notify.error(failure instanceof Error ? failure.message : String(failure), {
    title: t('The image could not be downloaded.'),
  })
}

interface FilteredVisualizationProps {
  shown: ShownVisualization
  result: VisualizationData
  filtered: FilteredResult
  visualizationRef: Ref<HTMLDivElement>
  explores: boolean | undefined
}

/** The filters of the result and the visualization of the remaining rows. */
function FilteredVisualization({
  shown,
  result,
  filtered,
  visualizationRef,
  explores,
}: FilteredVisualizationProps) {
  const { filters, data, choose } = filtered
  const isEmpty = data.rows.length === 0
  return (
    <>
      {filters.length > 0 && (
        <Suspense fallback={<Skeleton className={classes.filtersPlace} />}>
          <ResultFilters filters={filters} onChange={choose} />
        </Suspense>
      )}
      {isEmpty && <NoRows result={result} />}
      <VisualizationView
        visualization={shown}
        data={data}
        place="page"
        explores={explores}
        visualizationRef={visualizationRef}
      />
    </>
  )
}

/** Why there are no rows, and the columns of the result. */
function NoRows({ result }: { result: VisualizationData }) {
  if (result.rows.length > 0) return <EmptyState size="compact" title={t('No rows match the filters')} />
  const names = result.columns.map(({ name }) => name)
  return (
    <EmptyState size="compact" title={t('The query returned no rows')}>
      {names.length > 0 && t('Columns: {names}', { names: names.join(', ') })}
    </EmptyState>
  )
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Room for the result, without a text: the status above speaks. */
function VisualizationSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={14} my={9} />
      ))}
    </div>
  )
}
