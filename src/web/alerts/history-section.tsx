import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ListFailure } from '#web/ui/list-failure.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import classes from './alert-history.module.css'

interface Place {
  page: number
  pageSize: number
}

interface HistorySectionProps<Row> {
  title: string
  list: UseQueryResult<{ count: number; results: Row[] }>
  /** what is said of an empty one */
  nothing: ReactNode
  place: Place
  onPlace: (place: Place) => void
  children: (rows: readonly Row[]) => ReactNode
}

const sizes = [10, 25, 50]

/** What has happened, newest first, by pages. */
export function HistorySection<Row>(props: HistorySectionProps<Row>) {
  const { title, list, nothing, place, onPlace, children } = props
  const id = useId()
  const { data } = list
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {list.isPending && <TableSkeleton rows={4} rowHeight={44} />}
      {list.isError && (
        <ListFailure
          error={list.error}
          onFirstPage={() => onPlace({ ...place, page: 1 })}
          onRetry={() => void list.refetch()}
        />
      )}
      {!list.isError && data?.count === 0 && nothing}
      {!list.isError && data && data.count > 0 && (
        <>
          {children(data.results)}
          <ListPaging
            page={place.page}
            pageSize={place.pageSize}
            total={data.count}
            sizes={sizes}
            hiddenUpTo={10}
            onPage={(page) => onPlace({ ...place, page })}
            onPageSize={(pageSize) => onPlace({ page: 1, pageSize })}
          />
        </>
      )}
    </section>
  )
}
