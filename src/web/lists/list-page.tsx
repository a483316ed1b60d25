import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { ListFailure } from '#web/ui/list-failure.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { NothingFound } from '#web/ui/nothing-found.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import classes from './list.module.css'
import { type ListedItem, type ListKind, type ListPlace, listQuery } from './list-kind.ts'
import { ListSidebar } from './list-sidebar.tsx'
import {
  isNarrowed,
  type ListState,
  readListState,
  shownOrder,
  widened,
  writeListState,
} from './list-state.ts'
import { focusFirstRow, ListTable } from './list-table.tsx'

interface ListPageProps<Item extends ListedItem> {
  kind: ListKind<Item>
  place: ListPlace<Item>
  /** button beside the title */
  action: ReactNode
  /** shown if the list is empty */
  nothing: ReactNode
}

/** A list of queries or dashboards. The address contains search, tags, order and page. */
export function ListPage<Item extends ListedItem>({ kind, place, action, nothing }: ListPageProps<Item>) {
  const { to, title } = place
  usePageTitle(title)
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSize } = useClientConfig()
  const { orderKeys } = kind
  const state = useMemo(() => readListState(search, pageSize, orderKeys), [search, pageSize, orderKeys])
  const content = useRef<HTMLDivElement>(null)

  const showState = (next: ListState, how: { replace?: boolean; resetScroll?: boolean } = {}) => {
    void navigate({
      to,
      search: writeListState(next, pageSize),
      replace: how.replace ?? false,
      resetScroll: how.resetScroll ?? false,
    })
  }
  const show = (changes: Partial<ListState>, how: { replace?: boolean } = {}) =>
    showState({ ...state, page: 1, ...changes }, { ...how, resetScroll: changes.page !== undefined })
  return (
    <Page width="wide">
      <PageHeader title={title} actions={action} />
      <div className={classes.columns}>
        <div className={classes.aside}>
          <ListSidebar
            kind={kind}
            place={place}
            state={state}
            onSearch={(q) => show({ q }, { replace: true })}
            onDown={() => focusFirstRow(content.current)}
            onTags={(tags) => show({ tags })}
            onFilter={showState}
          />
        </div>
        <div className={classes.content} ref={content}>
          <ListContent
            kind={kind}
            place={place}
            nothing={nothing}
            state={state}
            onShow={show}
            onWiden={() => showState(widened(state))}
          />
        </div>
      </div>
    </Page>
  )
}

interface ListContentProps<Item extends ListedItem> extends Omit<ListPageProps<Item>, 'action'> {
  state: ListState
  onShow: (changes: Partial<ListState>) => void
  onWiden: () => void
}

function ListContent<Item extends ListedItem>(props: ListContentProps<Item>) {
  const { kind, place, nothing, state, onShow, onWiden } = props
  const { pageSizeOptions } = useClientConfig()
  const list = useQuery({ ...listQuery(kind, place, state), placeholderData: keepPreviousData })
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
    if (!isNarrowed(state)) return nothing
    return (
      <NothingFound
        title={kind.nothingFound(state)}
        clearLabel={t('Clear search and tags')}
        onClear={onWiden}
      />
    )
  }
  return (
    <>
      {list.data.is_similar === true && (
        <p className={classes.similar} role="status">
          {t('Nothing has these words. These names are similar:')}
        </p>
      )}
      <ListTable
        kind={kind}
        place={place}
        items={list.data.results}
        order={shownOrder(state, kind.isRanked)}
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
