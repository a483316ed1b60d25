import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QueryStar } from '#web/favorites/query-star.tsx'
import { queriesListQuery } from '#web/queries-list/queries-list-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import classes from './home.module.css'

const shown = 10

/** The queries the user has starred, the newest star first. */
export function FavoriteQueries() {
  const list = useQuery(
    queriesListQuery('favorites', { q: '', tags: [], order: '-starred_at', page: 1, pageSize: shown }),
  )
  return (
    <section className={classes.section} aria-labelledby="favorite-queries">
      <div className={classes.headingRow}>
        <h2 id="favorite-queries" className={classes.heading}>
          Favorite queries
        </h2>
        {list.isSuccess && list.data.count > shown && (
          <Anchor component={Link} to="/queries/favorites">
            All {list.data.count} favorites
          </Anchor>
        )}
      </div>
      {list.isPending && <TableSkeleton rows={3} rowHeight={44} />}
      {list.isError && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.data.count === 0 && (
        <EmptyState size="compact" title="Mark queries as Favorite to list them here." />
      )}
      {list.isSuccess && list.data.count > 0 && (
        <ul className={classes.list}>
          {list.data.results.map((query) => (
            <li key={query.id} className={classes.starred}>
              <QueryStar query={query} />
              <Link to="/queries/$queryId" params={{ queryId: query.id }} className={classes.row}>
                <span className={classes.name}>{query.name}</span>
                <span className={classes.about}>{query.user.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
