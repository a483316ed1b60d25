import { type AnyRoute, createRoute, createRouter } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { NotFoundPage, RouteErrorPage } from '../ui/error-page.tsx'
import { parseSearch, stringifySearch } from '../ui/search-params.ts'
import { lazyPage } from './lazy-page.tsx'
import { areaRoutes, settingsRoutes, statusRoutes } from './settings-routes.tsx'
import { demand, idParam, rootRoute, shellRoute } from './shell-route.tsx'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyPage(() => import('#web/home/home-page.tsx'), 'HomePage'),
})

const queriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries/list/queries-list-page.tsx'), 'AllQueriesPage'),
})

const myQueriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/my',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries/list/queries-list-page.tsx'), 'MyQueriesPage'),
})

const favoriteQueriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/favorites',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries/list/queries-list-page.tsx'), 'FavoriteQueriesPage'),
})

const archivedQueriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/archive',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries/list/queries-list-page.tsx'), 'ArchivedQueriesPage'),
})

const myRunsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/runs',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries/runs/my-runs-page.tsx'), 'MyRunsPage'),
})

// The three query pages live in src/web/queries; they read `useParams({ from: '/shell/queries/$queryId' })`.
const newQueryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/new',
  beforeLoad: demand('create_query'),
  component: lazyPage(() => import('#web/queries/new-query-page.tsx'), 'NewQueryPage'),
})

const querySourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/$queryId/source',
  params: idParam('queryId'),
  component: lazyPage(() => import('#web/queries/query-source-page.tsx'), 'QuerySourcePage'),
})

const queryViewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/$queryId',
  params: idParam('queryId'),
  component: lazyPage(() => import('#web/queries/query-view-page.tsx'), 'QueryViewPage'),
})

const dashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboards',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(() => import('#web/dashboards/list/dashboards-list-page.tsx'), 'AllDashboardsPage'),
})

const myDashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboards/my',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(() => import('#web/dashboards/list/dashboards-list-page.tsx'), 'MyDashboardsPage'),
})

const favoriteDashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboards/favorites',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(
    () => import('#web/dashboards/list/dashboards-list-page.tsx'),
    'FavoriteDashboardsPage',
  ),
})

// They read `useParams({ from: '/shell/dashboards/$dashboardKey' })`: the id, a dash, and words that follow the name.
const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboards/$dashboardKey',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(() => import('#web/dashboards/dashboard-page.tsx'), 'DashboardPage'),
})

const legacyDashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboard/$dashboardSlug',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(() => import('#web/dashboards/dashboard-page.tsx'), 'LegacyDashboardPage'),
})

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts',
  beforeLoad: demand('list_alerts'),
  component: lazyPage(() => import('#web/alerting/alerts/list/alerts-list-page.tsx'), 'AlertsListPage'),
})

const newAlertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/new',
  beforeLoad: demand('list_alerts'),
  component: lazyPage(() => import('#web/alerting/alerts/new-alert-page.tsx'), 'NewAlertPage'),
})

const alertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/$alertId',
  params: idParam('alertId'),
  component: lazyPage(() => import('#web/alerting/alerts/alert-page.tsx'), 'AlertPage'),
})

const editAlertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/$alertId/edit',
  params: idParam('alertId'),
  component: lazyPage(() => import('#web/alerting/alerts/edit-alert-page.tsx'), 'EditAlertPage'),
})

const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    queriesRoute,
    myQueriesRoute,
    favoriteQueriesRoute,
    archivedQueriesRoute,
    myRunsRoute,
    newQueryRoute,
    querySourceRoute,
    queryViewRoute,
    dashboardsRoute,
    myDashboardsRoute,
    favoriteDashboardsRoute,
    dashboardRoute,
    legacyDashboardRoute,
    alertsRoute,
    newAlertRoute,
    alertRoute,
    editAlertRoute,
    ...areaRoutes,
    settingsRoutes,
    statusRoutes,
    nowhereRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultErrorComponent: RouteErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  notFoundMode: 'root',
  scrollRestoration: true,
})

/** Preloads the script of the page in the address while the session is still loading. */
export function preloadPage(): void {
  const routes: Readonly<Record<string, AnyRoute | undefined>> = router.routesById
  for (const match of router.matchRoutes(router.latestLocation)) {
    const component = routes[match.routeId]?.options.component
    if (component !== undefined && 'preload' in component) void component.preload?.()
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
