import { Anchor, Button, Group } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { chooseDataSource } from '#shared/queries/query-dirty.ts'
import { listRunHistory } from '#shared/results/run-history-api.ts'
import { call } from '#web/api/call.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { forgetJob } from '#web/results/running-jobs.ts'
import { usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { readLocalOption } from '#web/ui/local-options.ts'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { textOf } from '#web/ui/search-params.ts'
import { notify } from '#web/ui/toast.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { NameQuery } from './early-name-query.ts'
import { newQuery } from './editable-query.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { lastSourceOption } from './local-option-names.ts'
import { QueryEditor } from './query-editor.tsx'
import { useUsableSources } from './use-usable-sources.ts'

/**
 * `/queries/new`; with `?run=12`, the text of that run, and its result while it is kept; with `?data_source=3`, on that
 * data source.
 */
export function NewQueryPage() {
  usePageTitle(t('New Query'))
  const search: Record<string, unknown> = useSearch({ strict: false })
  const runId = textOf(search.run) ?? ''
  const { data: sources } = useQuery({ ...dataSourcesQuery, throwOnError: true })
  const usable = useUsableSources(sources ?? [], null)
  const [lastUsed] = useState(() => Number(readLocalOption(lastSourceOption)) || null)
  const { isPending, run } = useReopenedRun(runId)
  const isIdle = useIdle()
  useEffect(() => {
    if (isIdle) void NameQuery.preload()
  }, [isIdle])
  if (!sources || isPending) return <EditorSkeleton />
  const wanted = Number(textOf(search.data_source)) || null
  const first = chooseDataSource(usable, run?.data_source_id ?? wanted, lastUsed)
  const resultId = run?.data_source_id === first?.id ? (run?.query_result_id ?? null) : null
  return (
    <Page width="full">
      {first ? (
        <QueryEditor
          key={`new ${runId}`}
          initial={{ ...newQuery(first.id), latest_query_data_id: resultId }}
          sources={usable}
          text={run?.query}
        />
      ) : (
        <NoDataSources hasViewOnly={sources.length > 0} />
      )}
    </Page>
  )
}

/** A run of the user, with its whole text; null if there is none to open. */
function useReopenedRun(id: string) {
  const { data, isError } = useQuery({
    queryKey: ['run-history', 'one', id],
    queryFn: async ({ signal }) => {
      const { results } = await call(listRunHistory, { query: { id }, signal })
      // this text does not wait for the run of another one
      if (results[0]) forgetJob('new')
      return results[0] ?? null
    },
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  })
  const isLost = id !== '' && (isError || data === null)
  useEffect(() => {
    if (isLost) notify.error(t('This run is no longer listed.'))
  }, [isLost])
  return { isPending: id !== '' && data === undefined && !isError, run: data ?? null }
}

/** Replaces the editor of a new query if there is no data source (docs/reference/screens.md#source-editor). */
function NoDataSources({ hasViewOnly }: { hasViewOnly: boolean }) {
  const isAdmin = usePermission('admin')
  if (hasViewOnly) {
    return (
      <EmptyState
        icon={<IconDatabaseOff size={40} stroke={1.5} />}
        heading
        title={t(
          "You don't have permission to create new queries on any of the data sources available to you.",
        )}
      >
        <Message
          text={t(
            'An admin can give your groups full access to a data source. In the meantime, there are {anchor}.',
          )}
          values={{
            anchor: (
              <Anchor underline="always" renderRoot={(props) => <Link to="/queries" {...props} />}>
                {t('the queries of others')}
              </Anchor>
            ),
          }}
        />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconDatabaseOff size={40} stroke={1.5} />}
      heading
      title={t('There is no data source to query yet')}
      action={
        isAdmin && (
          <Group justify="center" gap="xs">
            <Button component={Link} to="/data_sources/new">
              {t('Create Data Source')}
            </Button>
            <Button component={Link} to="/groups" variant="default">
              {t('Manage Group Permissions')}
            </Button>
          </Group>
        )
      }
    >
      {isAdmin
        ? t('No data source was created yet, or none is available to the groups you are a member of.')
        : t('Please ask an admin to connect one, or to give one of your groups access to it.')}
    </EmptyState>
  )
}
