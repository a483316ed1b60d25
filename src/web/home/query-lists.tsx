import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { queryKind, queryPlaces } from '#web/queries-list/query-kind.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './home.module.css'
import { HomeList, useFirstRows } from './home-list.tsx'

/** The queries the user has starred, the newest star first. */
export function FavoriteQueries() {
  return (
    <HomeList
      title="Favorite queries"
      list={useFirstRows(queryKind, queryPlaces.favorites, '-starred_at')}
      all={{ to: '/queries/favorites', label: (count) => `All ${count} favorites` }}
      empty={{ title: 'Mark queries as Favorite to list them here.' }}
      row={(query) => (
        <>
          <FavoriteStar kind="query" item={query} />
          <QueryLink query={query}>{query.user.name}</QueryLink>
        </>
      )}
    />
  )
}

/** The queries that were created last. */
export function NewestQueries() {
  return (
    <HomeList
      title="Newest queries"
      list={useFirstRows(queryKind, queryPlaces.all, null)}
      all={{ to: '/queries', label: (count) => `All ${count} queries` }}
      empty={{ title: 'There are no queries yet.' }}
      row={(query) => (
        <QueryLink query={query}>
          {query.user.name} · <TimeAgo date={query.created_at} />
        </QueryLink>
      )}
    />
  )
}

function QueryLink({ query, children }: { query: QueryInList; children: ReactNode }) {
  return (
    <Link to="/queries/$queryId" params={{ queryId: query.id }} className={classes.row}>
      <span className={classes.name}>{query.name}</span>
      <span className={classes.about}>{children}</span>
    </Link>
  )
}
