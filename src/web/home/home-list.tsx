import { Anchor } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { type ListedItem, type ListKind, type ListPlace, listQuery } from '#web/lists/list-kind.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import classes from './home.module.css'

const shown = 10

/** The first rows of a list, in the order of the home page. */
export function useFirstRows<Item extends ListedItem>(
  kind: ListKind<Item>,
  place: ListPlace<Item>,
  order: string | null,
) {
  return useQuery(listQuery(kind, place, { q: '', tags: [], order, page: 1, pageSize: shown }))
}

interface HomeListProps<Item> {
  title: string
  list: UseQueryResult<{ count: number; results: Item[] }>
  /** the link to the complete list */
  all: { to: ListPlace<Item>['to']; label: (count: number) => string }
  /** shown if the list is empty */
  empty: { title: string; action?: ReactNode }
  row: (item: Item) => ReactNode
}

/** A section of the home page: the first rows of a list, and a link to the rest. */
export function HomeList<Item extends { id: number }>({ title, list, all, empty, row }: HomeListProps<Item>) {
  const headingId = useId()
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <div className={classes.headingRow}>
        <h2 id={headingId} className={classes.heading}>
          {title}
        </h2>
        {list.isSuccess && list.data.count >= shown && (
          <Anchor component={Link} to={all.to}>
            {all.label(list.data.count)}
          </Anchor>
        )}
      </div>
      {list.isPending && <TableSkeleton rows={3} rowHeight={44} />}
      {list.isError && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.data.count === 0 && <EmptyState size="compact" {...empty} />}
      {list.isSuccess && list.data.count > 0 && (
        <ul className={classes.list}>
          {list.data.results.map((item) => (
            <li key={item.id} className={classes.item}>
              {row(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
