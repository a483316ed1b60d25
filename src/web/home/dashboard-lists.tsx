import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import { type DashboardInList, listRecentDashboards } from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { dashboardKind, dashboardPlaces } from '#web/dashboards/list/dashboard-kind.tsx'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './home.module.css'
import { HomeList, useFirstRows } from './home-list.tsx'

/** The user's favorite dashboards, newest star first. */
export function FavoriteDashboards() {
  return (
    <HomeList
      title={t('Favorite dashboards')}
      list={useFirstRows(dashboardKind, dashboardPlaces.favorites, '-starred_at')}
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

/** The user's recently changed dashboards. Nothing for users who cannot have any. */
export function RecentDashboards() {
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
