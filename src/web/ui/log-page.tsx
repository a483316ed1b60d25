import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { ListFailure } from './list-failure.tsx'
import { ListPaging } from './list-paging.tsx'
import classes from './log-page.module.css'
import { ClearButton, NothingFound } from './nothing-found.tsx'
import type { Paging } from './search-params.ts'
import { TableSkeleton } from './skeletons.tsx'

interface LogAddress<S> {
  /** address of the page */
  to: string
  read(search: Record<string, unknown>, pageSize: number): S
  write(state: S, pageSize: number): object
  /** true: the change leaves the page of the list as it is */
  keepsPage?(changes: Partial<S>): boolean
}

/** The filters and the page of a log, kept in the address. A change leads back to the first page. */
export function useLogAddress<S extends Paging>({ to, read, write, keepsPage }: LogAddress<S>) {
  const { pageSize } = useClientConfig()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const state = read(search, pageSize)
  const navigate = useNavigate()
  const onShow = (changes: Partial<S>) => {
    const page = keepsPage?.(changes) === true ? state.page : 1
    void navigate({
      to,
      search: write({ ...state, page, ...changes }, pageSize) as never,
      resetScroll: changes.page !== undefined,
    })
  }
  return { search, state, onShow }
}

interface FilteredRowsProps<Row> {
  list: UseQueryResult<{ count: number; results: Row[] }>
  state: Paging
  onPlace: (place: Paging) => void
  rowHeight: number
  /** null: nothing is filtered */
  onClear: (() => void) | null
  /** no row matches the filters */
  nothingFound: string
  /** shown if the log is empty */
  empty: ReactNode
  children: (rows: readonly Row[], count: number) => ReactNode
}

/** The rows of a log with filters. */
export function FilteredRows<Row>(props: FilteredRowsProps<Row>) {
  const { list, state, onPlace, rowHeight, onClear, nothingFound, empty, children } = props
  const { pageSizeOptions } = useClientConfig()
  return (
    <LogRows
      list={list}
      place={state}
      onPlace={({ page, pageSize }) => onPlace({ page, pageSize })}
      sizes={pageSizeOptions}
      skeleton={{ rows: 10, rowHeight }}
      nothing={
        onClear === null ? (
          empty
        ) : (
          <NothingFound title={nothingFound} clearLabel={t('Clear filters')} onClear={onClear} />
        )
      }
    >
      {children}
    </LogRows>
  )
}

/** Class names of a filter; `day` for the short ones. */
export const logFilterClasses = { filter: classes.filter ?? '', day: classes.day ?? '' }

interface LogRowsProps<Row> {
  list: UseQueryResult<{ count: number; results: Row[] }>
  place: Paging
  onPlace: (place: Paging) => void
  sizes: readonly number[]
  /** no paging up to this number of rows */
  hiddenUpTo?: number
  /** shown if the log is empty */
  nothing: ReactNode
  /** shown while the first rows load */
  skeleton: { rows: number; rowHeight: number }
  children: (rows: readonly Row[], count: number) => ReactNode
}

/** A paged log, newest first: loading, failed, empty, or rows. */
export function LogRows<Row>(props: LogRowsProps<Row>) {
  const { list, place, onPlace, sizes, hiddenUpTo, nothing, skeleton, children } = props
  if (list.isPending) return <TableSkeleton {...skeleton} />
  if (list.isError) {
    return (
      <ListFailure
        error={list.error}
        onFirstPage={() => onPlace({ ...place, page: 1 })}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const { count, results } = list.data
  if (results.length === 0) return nothing
  return (
    <>
      {children(results, count)}
      <ListPaging
        {...place}
        total={count}
        sizes={sizes}
        {...(hiddenUpTo !== undefined && { hiddenUpTo })}
        onPage={(page) => onPlace({ ...place, page })}
        onPageSize={(pageSize) => onPlace({ page: 1, pageSize })}
      />
    </>
  )
}

interface LogFiltersProps {
  /** null: nothing is filtered */
  onClear: (() => void) | null
  /** names of filters in the address with invalid values */
  unread: readonly string[]
  children: ReactNode
}

/** The filters of a log. */
export function LogFilters({ onClear, unread, children }: LogFiltersProps) {
  return (
    <search className={classes.filters} aria-label={t('Filters')}>
      {children}
      {onClear !== null && (
        <ClearButton variant="subtle" className={classes.clear ?? ''} onClear={onClear}>
          {t('Clear filters')}
        </ClearButton>
      )}
      {unread.length > 0 && (
        <Text role="status" size="sm" c="dimmed" className={classes.unread}>
          {t('The address names filters that cannot be read; they are left out: {names}', {
            names: unread.join(', '),
          })}
        </Text>
      )}
    </search>
  )
}
