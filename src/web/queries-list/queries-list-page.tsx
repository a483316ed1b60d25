import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Page } from '#web/app/page.tsx'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useClientConfig, usePermission } from '#web/app/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { type ListKind, listKinds } from './list-kinds.ts'
import { ListSidebar } from './list-sidebar.tsx'
import { type ListState, readListState, writeListState } from './list-state.ts'
import { NothingHere } from './nothing-here.tsx'
import classes from './queries-list.module.css'
import { queriesListQuery } from './queries-list-query.ts'
import { focusFirstRow, QueriesTable } from './queries-table.tsx'

export const AllQueriesPage = () => <QueriesListPage kind="all" />
export const MyQueriesPage = () => <QueriesListPage kind="my" />
export const FavoriteQueriesPage = () => <QueriesListPage kind="favorites" />
export const ArchivedQueriesPage = () => <QueriesListPage kind="archive" />

/** A list of queries: search, tags, order and page stand in the address. */
function QueriesListPage({ kind }: { kind: ListKind }) {
  const { to, title } = listKinds[kind]
  usePageTitle(title)
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSize } = useClientConfig()
  const state = useMemo(() => readListState(search, pageSize), [search, pageSize])
  const content = useRef<HTMLDivElement>(null)

  const show = (changes: Partial<ListState>, how: { replace?: boolean } = {}) => {
    void navigate({
      to,
      search: writeListState({ ...state, page: 1, ...changes }, pageSize),
      replace: how.replace ?? false,
      resetScroll: changes.page !== undefined,
    })
  }
  return (
    <Page width="wide">
      <PageHeader title={title} actions={<NewQueryButton />} />
      <div className={classes.columns}>
        <div className={classes.aside}>
          <ListSidebar
            kind={kind}
            state={state}
            onSearch={(q) => show({ q }, { replace: true })}
            onDown={() => focusFirstRow(content.current)}
            onTags={(tags) => show({ tags })}
          />
        </div>
        <div className={classes.content} ref={content}>
          <ListContent kind={kind} state={state} onShow={show} />
        </div>
      </div>
    </Page>
  )
}

interface ListContentProps {
  kind: ListKind
  state: ListState
  onShow: (changes: Partial<ListState>) => void
}

function ListContent({ kind, state, onShow }: ListContentProps) {
  const { pageSizeOptions } = useClientConfig()
  const list = useQuery({ ...queriesListQuery(kind, state), placeholderData: keepPreviousData })
  if (list.isPending) return <TableSkeleton rows={10} rowHeight={44} />
  if (list.isError) {
    return (
      <ListFailure
        error={list.error}
        onFirstPage={() => onShow({ page: 1 })}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (list.data.count === 0) {
    return (
      <NothingHere
        kind={kind}
        filtered={state.q !== '' || state.tags.length > 0}
        onShowAll={() => onShow({ q: '', tags: [] })}
      />
    )
  }
  return (
    <>
      <QueriesTable
        queries={list.data.results}
        kind={kind}
        order={state.order}
        searching={state.q !== ''}
        dimmed={list.isPlaceholderData}
        onOrder={(order) => onShow({ order })}
        onTag={(tag) => onShow({ tags: [...new Set([...state.tags, tag])] })}
      />
      <ListPaging
        page={list.data.page}
        pageSize={state.pageSize}
        total={list.data.count}
        sizes={pageSizeOptions}
        onPage={(page) => onShow({ page })}
        onPageSize={(pageSize) => onShow({ pageSize })}
      />
    </>
  )
}

interface ListFailureProps {
  error: Error
  onFirstPage: () => void
  onRetry: () => void
}

/** An address may name a page that is no longer there: the server says so with 400, or 404 for an empty list. */
function ListFailure({ error, onFirstPage, onRetry }: ListFailureProps) {
  const isBeyond =
    error instanceof ApiError && (error.status === 404 || error.message.includes('out of range'))
  if (!isBeyond) return <ErrorAlert error={error} onRetry={onRetry} />
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
