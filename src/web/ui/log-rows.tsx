import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Paging } from '#web/ui/search-params.ts'
import { ListFailure } from './list-failure.tsx'
import { ListPaging } from './list-paging.tsx'
import { TableSkeleton } from './skeletons.tsx'

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
