import { Button } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import { locale, t } from '#shared/messages/translate.ts'
import { listRunHistory, type RanText } from '#shared/results/run-history-api.ts'
import { call } from '#web/api/call.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilteredRows, useLogAddress } from '#web/ui/log-page.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { type Paging, readPaging, textOf, writePaging } from '#web/ui/search-params.ts'
import { type StateKind, StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { useUsableSources } from '../use-usable-sources.ts'
import classes from './my-runs-page.module.css'

interface RunsState extends Paging {
  q: string
}

/** how often runs that are not over are looked at */
const lookEveryMs = 3000

/** /queries/runs: what the user has run by hand, newest first. The address contains search and page. */
export function MyRunsPage() {
  usePageTitle(t('My Runs'))
  const mayCreate = usePermission('create_query')
  const { state, onShow } = useLogAddress<RunsState>({
    to: '/queries/runs',
    read: (search, pageSize) => ({ q: textOf(search.q) ?? '', ...readPaging(search, pageSize) }),
    write: ({ q, ...paging }, pageSize) => ({ ...(q !== '' && { q }), ...writePaging(paging, pageSize) }),
  })
  return (
    <Page width="wide">
      <PageHeader
        title={t('My Runs')}
        description={t(
          'What you have run in the editor and on the pages of queries. Only you see this list.',
        )}
        actions={
          mayCreate && (
            <Button component={Link} to="/queries/new" leftSection={<IconPlus size={16} />}>
              {t('New Query')}
            </Button>
          )
        }
      />
      <SearchInput
        label={t('Search your runs')}
        placeholder={t('Search the texts…')}
        value={state.q}
        onSearch={(q) => onShow({ q })}
      />
      <Runs state={state} onShow={onShow} />
    </Page>
  )
}

function Runs({ state, onShow }: { state: RunsState; onShow: (changes: Partial<RunsState>) => void }) {
  const { q, page, pageSize } = state
  const query = { ...(q !== '' && { q }), page: String(page), page_size: String(pageSize) }
  const list = useQuery({
    queryKey: ['run-history', query],
    queryFn: ({ signal }) => call(listRunHistory, { query, signal }),
    placeholderData: keepPreviousData,
    // each run adds one
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.results.some(isGoingOn) ? lookEveryMs : false),
  })
  return (
    <FilteredRows
      list={list}
      state={state}
      onPlace={onShow}
      rowHeight={64}
      onClear={q === '' ? null : () => onShow({ q: '' })}
      nothingFound={t('None of your runs has this in its text.')}
      empty={
        <EmptyState icon={<IconHistory size={40} stroke={1.5} />} title={t('You have not run anything yet.')}>
          {t('Each text that you run is listed here, so that you find it again without saving it.')}
        </EmptyState>
      }
    >
      {(runs) => <RunsTable runs={runs} dimmed={list.isPlaceholderData} />}
    </FilteredRows>
  )
}

function RunsTable({ runs, dimmed }: { runs: readonly RanText[]; dimmed: boolean }) {
  const { data: sources } = useQuery(dataSourcesQuery)
  const usable = useUsableSources(sources ?? [], null)
  const mayCreate = usePermission('create_query')
  const nameOf = (id: number) => sources?.find((one) => one.id === id)?.name ?? ''
  const mayOpen = (id: number) => mayCreate && usable.some((one) => one.id === id)
  const columns: readonly RowsColumn<RanText>[] = [
    {
      ...{ key: 'text', label: t('Text'), className: classes.what, isLine: true },
      cell: (run) => (
        <>
          <code className={classes.text}>{run.query.trim()}</code>
          <span className={classes.where}>
            {run.query_id !== null && (
              <Link to="/queries/$queryId" params={{ queryId: run.query_id }} className={classes.link}>
                {run.query_name}
              </Link>
            )}
            {run.error !== null && <span className={classes.error}>{run.error}</span>}
          </span>
        </>
      ),
    },
    {
      key: 'source',
      label: t('Data Source'),
      className: classes.source,
      cell: (run) => nameOf(run.data_source_id),
    },
    {
      ...{ key: 'time', label: t('Started'), className: classes.short },
      cell: ({ asked_at }) => <TimeAgo date={asked_at} />,
    },
    {
      ...{ key: 'outcome', label: t('Outcome'), className: classes.short },
      cell: ({ outcome }) => <StateLabel kind={outcomeKinds[outcome]}>{outcomeWords[outcome]}</StateLabel>,
    },
    {
      ...{ key: 'runtime', label: t('Duration'), className: classes.number },
      cell: ({ runtime }) => (runtime === null ? null : formatRuntime(runtime)),
    },
    {
      ...{ key: 'rows', label: t('Rows'), className: classes.number },
      cell: ({ row_count }) => (row_count === null ? null : row_count.toLocaleString(locale)),
    },
    {
      ...{ key: 'actions', label: t('Actions'), className: classes.actions, isQuiet: true },
      cell: (run) => <RunAction run={run} mayOpen={mayOpen(run.data_source_id)} />,
    },
  ]
  return (
    <RowsTable columns={columns} rows={runs} keyOf={({ id }) => id} minWidth={900} dimmed={dimmed} isLog />
  )
}

/** Opens the text, with its result while it is kept; who may not use the editor there gets the rows. */
function RunAction({ run, mayOpen }: { run: RanText; mayOpen: boolean }) {
  const look = { size: 'compact-xs', variant: 'default' } as const
  if (mayOpen) {
    return (
      <Button
        {...look}
        renderRoot={(props) => (
          <Link to="/queries/new" search={{ run: String(run.id) } as never} {...props} />
        )}
      >
        {run.query_result_id === null ? t('Open Text') : t('Open with Result')}
      </Button>
    )
  }
  if (run.query_result_id === null) return null
  return (
    <Button {...look} component="a" href={`/api/query_results/${run.query_result_id}.csv`} download>
      {t('Download as CSV')}
    </Button>
  )
}

type Outcome = RanText['outcome']

const outcomeWords: Readonly<Record<Outcome, string>> = {
  waiting: t('Waiting'),
  running: t('Running'),
  finished: t('Finished'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
  unknown: t('Unknown'),
}

const outcomeKinds: Readonly<Record<Outcome, StateKind>> = {
  waiting: 'unknown',
  running: 'unknown',
  finished: 'ok',
  failed: 'error',
  cancelled: 'unknown',
  unknown: 'unknown',
}

function isGoingOn({ outcome }: RanText): boolean {
  return outcome === 'waiting' || outcome === 'running'
}
