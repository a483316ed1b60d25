import { IconLayoutDashboard, IconStar, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import {
  type DashboardInList,
  listDashboards,
  listDashboardTags,
  listFavoriteDashboards,
  listMyDashboards,
} from '#shared/dashboards/dashboards-api.ts'
import { listed } from '#shared/format/listed.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import type { ListKind, ListPlace } from '#web/lists/list-kind.ts'

/** The lists of dashboards: the path, title and endpoint of each. */
export const dashboardPlaces = {
  all: {
    to: '/dashboards',
    label: t('All Dashboards'),
    title: t('Dashboards'),
    icon: IconLayoutDashboard,
    read: (query, signal) => call(listDashboards, { query, signal }),
  },
  my: {
    to: '/dashboards/my',
    label: t('My Dashboards'),
    title: t('My Dashboards'),
    icon: IconUser,
    read: (query, signal) => call(listMyDashboards, { query, signal }),
  },
  favorites: {
    to: '/dashboards/favorites',
    label: t('Favorites'),
    title: t('Favorite Dashboards'),
    icon: IconStar,
    isStarred: true,
    read: (query, signal) => call(listFavoriteDashboards, { query, signal }),
  },
} as const satisfies Record<string, ListPlace<DashboardInList>>

export const dashboardKind: ListKind<DashboardInList> = {
  star: 'dashboard',
  plural: 'dashboards',
  places: Object.values(dashboardPlaces),
  orderKeys: ['starred_at', 'name', 'created_at'],
  isRanked: false,
  readTags: async (signal) => (await call(listDashboardTags, { signal })).tags,
  nameLink: (dashboard, className) => (
    <Link
      to="/dashboards/$dashboardKey"
      params={{ dashboardKey: dashboardKey(dashboard) }}
      className={className}
      data-row-link={true}
    >
      {dashboard.name}
    </Link>
  ),
  columns: [],
  minWidth: 560,
  nothingFound: ({ q, tags }) =>
    q === ''
      ? t('No dashboards are tagged {tags}.', { tags: listed(tags) })
      : t("Sorry, we couldn't find anything"),
}
