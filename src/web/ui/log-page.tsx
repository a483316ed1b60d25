import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ListFailure } from './list-failure.tsx'
import { ListPaging } from './list-paging.tsx'
import classes from './log-page.module.css'
import { ClearButton } from './nothing-found.tsx'
import type { Paging } from './search-params.ts'
import { TableSkeleton } from './skeletons.tsx'

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
