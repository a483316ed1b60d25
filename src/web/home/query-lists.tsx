import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { listRecentQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { queryKind, queryPlaces } from '#web/queries/list/query-kind.tsx'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './home.module.css'
import { HomeList, useFirstRows } from './home-list.tsx'

/** The user's favorite queries, newest star first. */
export function FavoriteQueries() {
  return (
    <HomeList
      title={t('Favorite queries')}
      list={useFirstRows(queryKind, queryPlaces.favorites, '-starred_at')}
      all={{ to: '/queries/favorites', label: (count) => t('All {count} favorites', { count }) }}
      empty={{ title: t('Mark queries as Favorite to list them here.') }}
      row={(query) => (
        <>
          <FavoriteStar kind="query" item={query} />
          <QueryLink query={query}>{query.user.name}</QueryLink>
        </>
      )}
    />
  )
}

/** The user's recently changed queries. `canWrite`: whether there is a data source for a new one. */
export function RecentQueries({ canWrite }: { canWrite: boolean }) {
  const list = useQuery({
    queryKey: ['queries', 'recent'],
    queryFn: async ({ signal }) => {
      const results = await call(listRecentQueries, { signal })
      return { count: results.length, results }
    },
  })
  return (
    <HomeList
      title={t('Recent queries')}
      list={list}
      all={{ to: '/queries/my', label: () => t('All my queries') }}
      empty={{
        title: t('You have no queries yet.'),
        ...(canWrite && {
          action: (
            <Button component={Link} to="/queries/new" variant="light" size="xs">
              {t('Create a query')}
            </Button>
          ),
        }),
      }}
      row={(query) => (
        <QueryLink query={query}>
          <Message text={t('Changed {time}')} values={{ time: <TimeAgo date={query.updated_at} /> }} />
        </QueryLink>
      )}
    />
  )
}

/** The newest queries. */
export function NewestQueries() {
  return (
    <HomeList
      title={t('Newest queries')}
      list={useFirstRows(queryKind, queryPlaces.all, null)}
      all={{ to: '/queries', label: (count) => t('All {count} queries', { count }) }}
      empty={{ title: t('There are no queries yet.') }}
      row={(query) => (
        <QueryLink query={query}>
          {query.user.name} · <TimeAgo date={query.created_at} />
        </QueryLink>
      )}
    />
  )
}

function QueryLink({ query, children }: { query: Pick<QueryInList, 'id' | 'name'>; children: ReactNode }) {
  return (
    <Link to="/queries/$queryId" params={{ queryId: query.id }} className={classes.row}>
      <span className={classes.name}>{query.name}</span>
      <span className={classes.about}>{children}</span>
    </Link>
  )
}
