import { Button } from '@mantine/core'
import { IconCode, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Page } from '#web/app/page.tsx'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useClientConfig, usePermission } from '#web/app/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { type ListState, readListState, writeListState } from './list-state.ts'
import { ListTags } from './list-tags.tsx'
import { queriesListQuery } from './queries-list-query.ts'
import { QueriesTable } from './queries-table.tsx'

/** /queries: search, tags, order and page stand in the address. */
export function QueriesListPage() {
  usePageTitle('Queries')
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSize, pageSizeOptions } = useClientConfig()
  const state = useMemo(() => readListState(search, pageSize), [search, pageSize])
  const list = useQuery({ ...queriesListQuery(state), placeholderData: keepPreviousData })

  const show = (changes: Partial<ListState>, how: { replace?: boolean } = {}) => {
    const next = { ...state, page: 1, ...changes }
    void navigate({
      to: '/queries',
      search: writeListState(next, pageSize),
      replace: how.replace ?? false,
      resetScroll: changes.page !== undefined,
    })
  }

  const filtered = state.q !== '' || state.tags.length > 0
  return (
    <Page>
      <PageHeader title="Queries" actions={<NewQueryButton />} />
      <SearchInput
        label="Search queries"
        placeholder="Search queries…"
        value={state.q}
        onSearch={(q) => show({ q }, { replace: true })}
      />
      <ListTags tags={state.tags} onRemove={(tag) => show({ tags: state.tags.filter((t) => t !== tag) })} />
      {list.isPending && <TableSkeleton rows={10} rowHeight={44} />}
      {list.isError && (
        <ListFailure
          error={list.error}
          onFirstPage={() => show({ page: 1 })}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.data.count === 0 && <NothingHere filtered={filtered} />}
      {list.isSuccess && list.data.count > 0 && (
        <>
          <QueriesTable
            queries={list.data.results}
            order={state.order}
            dimmed={list.isPlaceholderData}
            onOrder={(order) => show({ order })}
            onTag={(tag) => show({ tags: [...new Set([...state.tags, tag])] })}
          />
          <ListPaging
            page={list.data.page}
            pageSize={state.pageSize}
            total={list.data.count}
            sizes={pageSizeOptions}
            onPage={(page) => show({ page })}
            onPageSize={(size) => show({ pageSize: size })}
          />
        </>
      )}
    </Page>
  )
}

interface ListFailureProps {
  error: Error
  onFirstPage: () => void
  onRetry: () => void
}

function ListFailure({ error, onFirstPage, onRetry }: ListFailureProps) {
  if (!(error instanceof ApiError && error.message.includes('out of range'))) {
    return <ErrorAlert error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState
      title="This page of the list does not exist."
      action={
        <Button variant="default" onClick={onFirstPage}>
          Go to the first page
        </Button>
      }
    />
  )
}

function NewQueryButton() {
  if (!usePermission('create_query')) return null
  return (
    <Button component={Link} to="/queries/new" leftSection={<IconPlus size={16} />}>
      New Query
    </Button>
  )
}

function NothingHere({ filtered }: { filtered: boolean }) {
  const mayCreate = usePermission('create_query')
  if (filtered) {
    return (
      <EmptyState icon={<IconSearchOff size={40} stroke={1.5} />} title="Sorry, we couldn't find anything." />
    )
  }
  return (
    <EmptyState
      icon={<IconCode size={40} stroke={1.5} />}
      title="There are no queries yet."
      action={
        mayCreate ? (
          <Button component={Link} to="/queries/new" variant="light">
            Create your first query
          </Button>
        ) : undefined
      }
    >
      Queries that you and your colleagues save are listed here.
    </EmptyState>
  )
}
