import { Anchor, Button } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import {
  type DashboardInList,
  listRecentDashboards,
  listTeamDashboards,
} from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { listRecentQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { dashboardKind, dashboardPlaces } from '#web/dashboards/list/dashboard-kind.tsx'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { type ListedItem, type ListKind, type ListPlace, listQuery } from '#web/lists/list-kind.ts'
import { queryKind } from '#web/queries/list/query-kind.tsx'
import { queryPlaces } from '#web/queries/list/query-places.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { Message } from '#web/ui/message.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './home.module.css'

const shown = 10

/** A new colleague, who has no favorites yet, first sees what the team looks at. */
export function DashboardLists() {
  const starred = useFirstRows(dashboardKind, dashboardPlaces.favorites, '-starred_at')
  const isNew = starred.data?.count === 0
  return (
    <>
      {isNew && <TeamDashboards />}
      <FavoriteDashboards list={starred} />
      {!isNew && <TeamDashboards />}
      <RecentDashboards />
    </>
  )
}

type Rows<Item> = UseQueryResult<{ count: number; results: Item[] }>

/** The user's favorite dashboards, newest star first. */
function FavoriteDashboards({ list }: { list: Rows<DashboardInList> }) {
  return (
    <HomeList
      title={t('Favorite dashboards')}
      list={list}
      all={{ to: '/dashboards/favorites', label: (count) => t('All {count} favorites', { count }) }}
      empty={{ title: t('Mark dashboards as Favorite to list them here') }}
      row={(dashboard) => (
        <>
          <FavoriteStar kind="dashboard" item={dashboard} />
          <DashboardLink dashboard={dashboard}>{dashboard.user.name}</DashboardLink>
        </>
      )}
    />
  )
}

/** What the team looks at: pinned by an admin, favorites of many, opened by many. Nothing while there is nothing. */
function TeamDashboards() {
  const list = useQuery({
    queryKey: ['dashboards', 'team'],
    queryFn: async ({ signal }) => {
      const results = await call(listTeamDashboards, { signal })
      return { count: results.length, results }
    },
  })
  if (list.isSuccess && list.data.count === 0) return null
  return (
    <HomeList
      title={t('Dashboards of the team')}
      list={list}
      all={{ to: '/dashboards', label: () => t('All dashboards'), from: 1 }}
      empty={{ title: t('There are no dashboards yet.') }}
      row={(dashboard) => (
        <>
          <FavoriteStar kind="dashboard" item={dashboard} />
          <DashboardLink dashboard={dashboard}>
            {dashboard.is_pinned && (
              <>
                <IconPin size={14} className={classes.pin} aria-hidden="true" />
                <span className="sx-visually-hidden">{t('Pinned')}, </span>
              </>
            )}
            {dashboard.user.name}
          </DashboardLink>
        </>
      )}
    />
  )
}

/** The user's recently changed dashboards. Nothing for users who cannot have any. */
function RecentDashboards() {
  const create = useNewDashboard()
  const list = useQuery({
    queryKey: ['dashboards', 'recent'],
    queryFn: async ({ signal }) => {
      const results = await call(listRecentDashboards, { signal })
      return { count: results.length, results }
    },
    enabled: create !== null,
  })
  if (create === null) return null
  return (
    <HomeList
      title={t('Recent dashboards')}
      list={list}
      all={{ to: '/dashboards/my', label: () => t('All my dashboards') }}
      empty={{
        title: t('You have no dashboards yet.'),
        action: (
          <Button variant="light" size="xs" onClick={create}>
            {t('Create a dashboard')}
          </Button>
        ),
      }}
      row={(dashboard) => (
        <DashboardLink dashboard={dashboard}>
          <Message text={t('Changed {time}')} values={{ time: <TimeAgo date={dashboard.updated_at} /> }} />
        </DashboardLink>
      )}
    />
  )
}

function DashboardLink({ dashboard, children }: { dashboard: DashboardInList; children: ReactNode }) {
  return (
    <Link
      to="/dashboards/$dashboardKey"
      params={{ dashboardKey: dashboardKey(dashboard) }}
      className={classes.row}
    >
      <span className={classes.name}>{dashboard.name}</span>
      <span className={classes.about}>{children}</span>
    </Link>
  )
}

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

/** The first rows of a list, in the order of the home page. */
function useFirstRows<Item extends ListedItem>(
  kind: ListKind<Item>,
  place: ListPlace<Item>,
  order: string | null,
) {
  return useQuery(listQuery(kind, place, { q: '', tags: [], order, page: 1, pageSize: shown }))
}

interface HomeListProps<Item> {
  title: string
  list: Rows<Item>
  /** the link to the complete list */
  all: { to: ListPlace<Item>['to']; label: (count: number) => string; from?: number }
  /** shown if the list is empty */
  empty: { title: string; action?: ReactNode }
  row: (item: Item) => ReactNode
}

/** A section of the home page: the first rows of a list, and a link to the rest. */
function HomeList<Item extends { id: number }>({ title, list, all, empty, row }: HomeListProps<Item>) {
  const headingId = useId()
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <div className={classes.headingRow}>
        <h2 id={headingId} className={classes.heading}>
          {title}
        </h2>
        {list.isSuccess && list.data.count >= Math.min(shown, all.from ?? shown) && (
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
