import { Button, Tooltip } from '@mantine/core'
import { IconCodePlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { useClientConfig, usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { snippetsQuery } from './snippet-queries.ts'
import {
  readSnippetsList,
  type SnippetsListState,
  snippetsOfPage,
  writeSnippetsList,
} from './snippets-list.ts'
import { SnippetsTable } from './snippets-table.tsx'

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
