import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queriesListQuery } from '#web/queries-list/queries-list-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './home.module.css'

const shown = 10

/** The queries that were created last. */
export function NewestQueries() {
  const list = useQuery(queriesListQuery('all', { q: '', tags: [], order: null, page: 1, pageSize: shown }))
  return (
    <section className={classes.section} aria-labelledby="newest-queries">
      <div className={classes.headingRow}>
        <h2 id="newest-queries" className={classes.heading}>
          Newest queries
        </h2>
        {list.isSuccess && list.data.count > shown && (
          <Anchor component={Link} to="/queries">
            All {list.data.count} queries
          </Anchor>
        )}
      </div>
      {list.isPending && <TableSkeleton rows={5} rowHeight={44} />}
      {list.isError && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.data.count === 0 && (
        <EmptyState size="compact" title="There are no queries yet." />
      )}
      {list.isSuccess && list.data.count > 0 && (
        <ul className={classes.list}>
          {list.data.results.map((query) => (
            <li key={query.id}>
              <Link to="/queries/$queryId" params={{ queryId: query.id }} className={classes.row}>
                <span className={classes.name}>{query.name}</span>
                <span className={classes.about}>
                  {query.user.name} · <TimeAgo date={query.created_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
