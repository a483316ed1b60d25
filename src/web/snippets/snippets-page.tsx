import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCodePlus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import { deleteSnippet, type Snippet } from '#shared/snippets/snippets-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { createdAtColumn, createdByColumn } from '#web/lists/list-cells.tsx'
import { moveBetweenRows } from '#web/lists/list-table.tsx'
import { useClientConfig, usePermission } from '#web/session/use-session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { notify } from '#web/ui/toast.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { useMayChangeSnippet } from './may-change-snippet.ts'
import { snippetsQuery } from './snippet-queries.ts'
import {
  orderedBy,
  orderKeyOf,
  readSnippetsList,
  type SnippetsListState,
  snippetsOfPage,
  writeSnippetsList,
} from './snippets-list.ts'
import classes from './snippets-page.module.css'

const FromGitBadge = lazy(() =>
  import('#web/ui/from-git-badge.tsx').then((module) => ({ default: module.FromGitBadge })),
)

/** The cell shows two lines; a snippet may be as long as a query. */
const maxPreviewLength = 300

const columns: readonly RowsColumn<Snippet>[] = [
  {
    ...{ key: 'trigger', label: t('Trigger'), isLine: true, className: classes.name },
    cell: ({ id, trigger, from_git }) => (
      <>
        <Link
          to="/query_snippets/$querySnippetId"
          params={{ querySnippetId: id }}
          search={true}
          className={classes.trigger}
          data-row-link
        >
          {trigger}
        </Link>
        {from_git !== undefined && (
          <Suspense>
            <FromGitBadge kind="snippet" id={id} from={from_git} />
          </Suspense>
        )}
      </>
    ),
  },
  {
    ...{ key: 'description', label: t('Description'), isLine: true, className: classes.description },
    cell: ({ description }) =>
      description === '' ? null : <span className={classes.clipped}>{description}</span>,
  },
  {
    ...{ key: 'snippet', label: t('Snippet'), isLine: true, className: classes.snippet },
    cell: ({ snippet }) => <code className={classes.text}>{snippet.slice(0, maxPreviewLength)}</code>,
  },
  createdByColumn,
  createdAtColumn,
]

/** /query_snippets: the list; the dialogs of /new and /{id} open above it. */
export function SnippetsPage() {
  usePageTitle(t('Query Snippets'))
  const mayCreate = usePermission('create_query')
  const snippets = useQuery(snippetsQuery)
  return (
    <>
      <PageHeader title={t('Query Snippets')} actions={<NewSnippetButton mayCreate={mayCreate} />} />
      {snippets.isPending && <TableSkeleton rows={8} rowHeight={44} />}
      {snippets.isError && <ErrorAlert error={snippets.error} onRetry={() => void snippets.refetch()} />}
      {snippets.isSuccess && snippets.data.length === 0 && <NoSnippets mayCreate={mayCreate} />}
      {snippets.isSuccess && snippets.data.length > 0 && <Snippets snippets={snippets.data} />}
      <Outlet />
    </>
  )
}

function NewSnippetButton({ mayCreate }: { mayCreate: boolean }) {
  if (mayCreate) {
    return (
      <Button component={Link} to="/query_snippets/new" search={true} leftSection={<IconPlus size={16} />}>
        {t('New Query Snippet')}
      </Button>
    )
  }
  return (
    <Tooltip label={t('You do not have permission to create query snippets')}>
      <Button leftSection={<IconPlus size={16} />} data-disabled aria-disabled>
        {t('New Query Snippet')}
      </Button>
    </Tooltip>
  )
}

function NoSnippets({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={<IconCodePlus size={40} stroke={1.5} />}
      title={t('There are no query snippets yet.')}
      action={
        mayCreate && (
          <Button component={Link} to="/query_snippets/new" variant="light">
            {t('New Query Snippet')}
          </Button>
        )
      }
    >
      {t(
        'Save a piece of a query under a trigger. Type the trigger in the query editor and press Tab to insert the piece.',
      )}
    </EmptyState>
  )
}

/** Longer lists always show the choice of the page size (docs/reference/screens-administration.md#short-lists). */
const fewRows = 5

function Snippets({ snippets }: { snippets: readonly Snippet[] }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSizeOptions } = useClientConfig()
  const state = readSnippetsList(search)
  const { rows, page } = snippetsOfPage(snippets, state)
  const show = (next: SnippetsListState) =>
    void navigate({ to: '/query_snippets', search: writeSnippetsList(next) as never })
  return (
    <>
      <SnippetsTable snippets={rows} state={state} onState={show} />
      <ListPaging
        page={page}
        pageSize={state.pageSize}
        total={snippets.length}
        sizes={pageSizeOptions}
        hiddenUpTo={fewRows}
        onPage={(next) => show({ ...state, page: next })}
        onPageSize={(pageSize) => show({ ...state, pageSize, page: 1 })}
      />
    </>
  )
}

interface SnippetsTableProps {
  snippets: readonly Snippet[]
  state: SnippetsListState
  onState: (state: SnippetsListState) => void
}

function SnippetsTable({ snippets, state, onState }: SnippetsTableProps) {
  const act: RowsColumn<Snippet> = {
    ...{ key: 'act', label: t('Actions'), isQuiet: true, className: classes.act },
    cell: (snippet) => <DeleteButton snippet={snippet} />,
  }
  const direction = state.isDescending ? 'descending' : 'ascending'
  return (
    <RowsTable
      columns={[...columns, act]}
      rows={snippets}
      keyOf={({ id }) => id}
      minWidth={760}
      head={({ key, label }) => {
        const order = orderKeyOf(key)
        if (order === undefined) return null
        return (
          <SortHeader
            label={label}
            direction={state.order === order ? direction : null}
            onSort={() => onState(orderedBy(state, order))}
          />
        )
      }}
      onKeyDown={moveBetweenRows}
    />
  )
}

function DeleteButton({ snippet }: { snippet: Snippet }) {
  const mayChange = useMayChangeSnippet()
  const remove = useDeleteSnippet()
  if (!mayChange(snippet)) return null
  return (
    <Tooltip label={t('Delete')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Delete {trigger}', { trigger: snippet.trigger })}
        onClick={() => void remove(snippet)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Asks, deletes, and reports the outcome (docs/reference/screens-administration.md#snippet-dialog). */
function useDeleteSnippet(): (snippet: Snippet) => Promise<void> {
  const client = useQueryClient()
  return async ({ id, trigger }) => {
    const isSure = await confirm({
      title: t('Delete Query Snippet'),
      message: t('Are you sure you want to delete the snippet “{trigger}”?', { trigger }),
      confirmLabel: t('Delete'),
      danger: true,
    })
    if (!isSure) return
    try {
      await call(deleteSnippet, { params: { id } })
      client.setQueryData(snippetsQuery.queryKey, (known) => known?.filter((one) => one.id !== id))
      notify.success(t('Query snippet deleted successfully.'))
    } catch (error) {
      notify.error(messageOf(error, ''), { title: t('Failed deleting query snippet.') })
    }
    await client.invalidateQueries({ queryKey: snippetsQuery.queryKey })
  }
}
