import { Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { whyNotExecutable } from '#shared/queries/run-rules.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { TypeLogo } from '#web/data-sources/type-logo.tsx'
import { useResultVisualizations } from '#web/results/use-result-visualizations.ts'
import { useCurrentUser } from '#web/session/use-session.ts'
import { FullscreenButton, useFullscreen } from '#web/ui/fullscreen.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { useQueryKeys } from '../ui/use-query-keys.ts'
import { type EditableQuery, editable } from './editable-query.ts'
import { QueryHeader } from './query-header.tsx'
import { QueryHistoryPanel } from './query-history-panel.tsx'
import { storedQuery } from './query-load.ts'
import { QueryDescription, QueryMetadata } from './query-metadata.tsx'
import { QueryParameters, usePageParameters } from './query-parameters.tsx'
import { embeddable, type QueryRights, useQueryRights } from './query-rights.ts'
import classes from './query-view-page.module.css'
import { ResultPane } from './result-pane.tsx'
import { type QueryDraft, useQueryDraft } from './use-query-draft.ts'
import { useInitialResult, useQueryRun } from './use-query-run.ts'

/** `/queries/{id}` */
export function QueryViewPage() {
  const { queryId } = useParams({ from: '/shell/queries/$queryId' })
  const { data, isFetchedAfterMount } = useQuery(storedQuery(queryId))
  const query = isFetchedAfterMount ? data : undefined
  const { data: sources } = useQuery(dataSourcesQuery)
  const initial = useMemo(() => (query ? editable(query) : null), [query])
  if (!initial) {
    return (
      <Page width="wide">
        <PageSkeleton />
      </Page>
    )
  }
  const source = sources?.find((one) => one.id === initial.data_source_id) ?? null
  return <QueryView key={queryId} initial={initial} source={source} />
}

interface QueryViewProps {
  initial: EditableQuery
  source: DataSource | null
}

/** Results and facts of a query, without its source (docs/reference/screens.md#query-page). */
function QueryView({ initial, source }: QueryViewProps) {
  const draft = useQueryDraft(initial)
  const { query } = draft
  usePageTitle(query.name)
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const visualizations = useResultVisualizations(query.visualizations, (next) =>
    draft.adopt({ visualizations: next }),
  )
  const { run, parameters, whyNot, mayRun, refresh, runUnlimited, applyParameters } = useViewRun(
    query,
    source,
  )
  const fullscreen = useFullscreen()
  useQueryKeys({ fullscreen: fullscreen.toggle })
  const rights = useQueryRights(query, source)

  return (
    <Page width="wide">
      <QueryHistoryPanel draft={draft} rights={rights} execution={run.execution} />
      <div className={classes.view} data-fullscreen={fullscreen.isOn || undefined}>
        {!fullscreen.isOn && <ViewHead draft={draft} rights={rights} whyNot={whyNot} onRefresh={refresh} />}
        <div className={classes.results}>
          <QueryParameters queryId={query.id} parameters={parameters} onApply={applyParameters} />
          <ResultPane
            queryId={query.id}
            execution={run.execution}
            visualizations={visualizations}
            mayEdit={rights.mayEdit}
            mayRun={mayRun}
            mayAddToDashboard={rights.mayAddToDashboard}
            embed={embeddable(query, rights)}
            fixes={[]}
            cut={run.cutAt === null ? null : { rows: run.cutAt, onAll: mayRun ? runUnlimited : null }}
            refresh={null}
            isFixed={fullscreen.isOn}
            isNarrow={isNarrow ?? false}
          >
            <FullscreenButton isOn={fullscreen.isOn} onToggle={fullscreen.toggle} />
          </ResultPane>
        </div>
        {!fullscreen.isOn && (
          <footer className={classes.footer}>
            <QueryMetadata draft={draft} source={source} />
            {source && (
              <span className={classes.source}>
                <TypeLogo type={source.type} size={24} /> {source.name}
              </span>
            )}
          </footer>
        )}
      </div>
    </Page>
  )
}

/** Runs the stored query from its page, and says why it may not be run. */
function useViewRun(query: EditableQuery, source: DataSource | null) {
  const { permissions } = useCurrentUser()
  const run = useQueryRun(query)
  const parameters = usePageParameters(query)
  useInitialResult(query, run, parameters)
  const facts = {
    text: query.query,
    isExecuting: run.isExecuting,
    hasPendingParameters: parameters.pendingCount > 0,
    dataSource: source,
    ...{ isSafe: query.is_safe, isArchived: query.is_archived },
    isSaved: true,
    permissions,
  }
  const mayRun = whyNotExecutable({ ...facts, isExecuting: false, hasPendingParameters: false }) === null
  const start = (all: readonly StoredParameter[], isUnlimited = false) => {
    if (mayRun) run.run({ text: null, offset: 0, parameters: all, maxAge: 0, isUnlimited })
  }
  return {
    run,
    parameters,
    mayRun,
    whyNot: whyNotExecutable(facts),
    refresh: () => {
      if (!run.isExecuting) start(parameters.all)
    },
    runUnlimited: () => start(parameters.all, true),
    // a run with the previous values is no longer wanted
    applyParameters: () => start(parameters.apply().parameters),
  }
}

interface ViewHeadProps {
  draft: QueryDraft
  rights: QueryRights
  whyNot: string | null
  onRefresh(): void
}

function ViewHead({ draft, rights, whyNot, onRefresh }: ViewHeadProps) {
  return (
    <>
      <QueryHeader draft={draft} rights={rights} isSourcePage={false}>
        {!draft.query.is_archived && (
          <Tooltip label={whyNot ?? t('Run the query again')}>
            <Button
              size="xs"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              data-disabled={whyNot !== null || undefined}
              aria-disabled={whyNot !== null}
              onClick={whyNot === null ? onRefresh : undefined}
            >
              {t('Refresh')}
            </Button>
          </Tooltip>
        )}
      </QueryHeader>
      <div className={classes.description}>
        <QueryDescription draft={draft} isEditable={rights.mayEdit} />
      </div>
    </>
  )
}
