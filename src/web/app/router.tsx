import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  Outlet,
} from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { Permission } from '#shared/permissions/permission.ts'
import { ApiError } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { NotFoundPage, RouteErrorPage } from './error-page.tsx'
import { lazyPage } from './lazy-page.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { sessionQuery } from './session-query.ts'
import { Shell } from './shell.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { holds } from './use-session.ts'

interface RouterContext {
  queryClient: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })

/** Everything that needs a signed-in user stands in the shell. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  pendingComponent: ShellSkeleton,
  pendingMs: 0,
  beforeLoad: async ({ context }) => {
    await context.queryClient.ensureQueryData(sessionQuery)
  },
})

/** Refuses a screen to those without the permission; the error page then says so. */
function demand(permission: Permission) {
  return async ({ context }: { context: RouterContext }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery)
    if (holds(user, permission)) return
    throw new ApiError(
      403,
      'auth.forbidden',
      t('This page needs the permission {permission}.', { permission }),
      null,
    )
  }
}

/** Ids in addresses are numbers; anything else is a page that does not exist. */
function idParam<Name extends string>(name: Name) {
  return {
    parse: (raw: Record<Name, string>): Record<Name, number> => {
      if (!/^[1-9]\d{0,9}$/.test(raw[name])) throw notFound()
      return { [name]: Number(raw[name]) } as Record<Name, number>
    },
    stringify: (params: Record<Name, number>): Record<Name, string> => {
      return { [name]: String(params[name]) } as Record<Name, string>
    },
  }
}

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyPage(() => import('#web/home/home-page.tsx'), 'HomePage'),
})

const queriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries-list/queries-list-page.tsx'), 'AllQueriesPage'),
})

const myQueriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/my',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries-list/queries-list-page.tsx'), 'MyQueriesPage'),
})

const favoriteQueriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/favorites',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries-list/queries-list-page.tsx'), 'FavoriteQueriesPage'),
})

const archivedQueriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queries/archive',
  beforeLoad: demand('view_query'),
  component: lazyPage(() => import('#web/queries-list/queries-list-page.tsx'), 'ArchivedQueriesPage'),
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
  component: lazyPage(() => import('#web/dashboards-list/dashboards-list-page.tsx'), 'AllDashboardsPage'),
})

const myDashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboards/my',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(() => import('#web/dashboards-list/dashboards-list-page.tsx'), 'MyDashboardsPage'),
})

const favoriteDashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'dashboards/favorites',
  beforeLoad: demand('list_dashboards'),
  component: lazyPage(
    () => import('#web/dashboards-list/dashboards-list-page.tsx'),
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
  component: lazyPage(() => import('#web/alerts-list/alerts-list-page.tsx'), 'AlertsListPage'),
})

const newAlertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/new',
  beforeLoad: demand('list_alerts'),
  component: lazyPage(() => import('#web/alerts/new-alert-page.tsx'), 'NewAlertPage'),
})

const alertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/$alertId',
  params: idParam('alertId'),
  component: lazyPage(() => import('#web/alerts/alert-page.tsx'), 'AlertPage'),
})

const editAlertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/$alertId/edit',
  params: idParam('alertId'),
  component: lazyPage(() => import('#web/alerts/edit-alert-page.tsx'), 'EditAlertPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'settings',
  component: lazyPage(() => import('./settings-layout.tsx'), 'SettingsLayout'),
})

const dataSourcesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'data_sources',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/data-sources/data-sources-page.tsx'), 'DataSourcesPage'),
})

const newDataSourceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'data_sources/new',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/data-sources/data-sources-page.tsx'), 'NewDataSourcePage'),
})

const dataSourceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'data_sources/$dataSourceId',
  params: idParam('dataSourceId'),
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/data-sources/data-source-page.tsx'), 'DataSourcePage'),
})

const destinationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/destinations/destinations-page.tsx'), 'DestinationsPage'),
})

const newDestinationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations/new',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/destinations/destinations-page.tsx'), 'NewDestinationPage'),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations/deliveries',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
})

const destinationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations/$destinationId',
  params: idParam('destinationId'),
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/destinations/destination-page.tsx'), 'DestinationPage'),
})

const snippetsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'query_snippets',
  component: lazyPage(() => import('#web/snippets/snippets-page.tsx'), 'SnippetsPage'),
})

const newSnippetRoute = createRoute({
  getParentRoute: () => snippetsRoute,
  path: 'new',
  component: lazyPage(() => import('#web/snippets/snippet-dialog-pages.tsx'), 'NewSnippetPage'),
})

const snippetRoute = createRoute({
  getParentRoute: () => snippetsRoute,
  path: '$querySnippetId',
  params: idParam('querySnippetId'),
  component: lazyPage(() => import('#web/snippets/snippet-dialog-pages.tsx'), 'SnippetPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users/me',
  component: lazyPage(() => import('#web/users/account-page.tsx'), 'AccountPage'),
})

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users',
  beforeLoad: demand('list_users'),
  component: lazyPage(() => import('#web/users/users-page.tsx'), 'ActiveUsersPage'),
})

const pendingUsersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users/pending',
  beforeLoad: demand('list_users'),
  component: lazyPage(() => import('#web/users/users-page.tsx'), 'PendingUsersPage'),
})

const disabledUsersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users/disabled',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/users/users-page.tsx'), 'DisabledUsersPage'),
})

const newUserRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users/new',
  beforeLoad: demand('list_users'),
  component: lazyPage(() => import('#web/users/users-page.tsx'), 'NewUserPage'),
})

const userRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'users/$userId',
  params: idParam('userId'),
  component: lazyPage(() => import('#web/users/user-page.tsx'), 'UserPage'),
})

const groupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'groups',
  beforeLoad: demand('list_users'),
  component: lazyPage(() => import('#web/groups/groups-page.tsx'), 'GroupsPage'),
})

const groupMembersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'groups/$groupId',
  params: idParam('groupId'),
  beforeLoad: demand('list_users'),
  component: lazyPage(() => import('#web/groups/group-members-page.tsx'), 'GroupMembersPage'),
})

const groupSourcesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'groups/$groupId/data_sources',
  params: idParam('groupId'),
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/groups/group-sources-page.tsx'), 'GroupSourcesPage'),
})

const generalSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'settings/general',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/organization/general-page.tsx'), 'GeneralPage'),
})

const eventsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'admin/events',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/events/events-page.tsx'), 'EventsPage'),
})

const statusRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'status',
  beforeLoad: demand('super_admin'),
  component: lazyPage(() => import('#web/status/status-layout.tsx'), 'StatusLayout'),
})

const systemStatusRoute = createRoute({
  getParentRoute: () => statusRoute,
  path: 'admin/status',
  component: lazyPage(() => import('#web/status/system-status-page.tsx'), 'SystemStatusPage'),
})

const queueStatusRoute = createRoute({
  getParentRoute: () => statusRoute,
  path: 'admin/queries/jobs',
  component: lazyPage(() => import('#web/status/queue-status-page.tsx'), 'QueueStatusPage'),
})

const outdatedQueriesRoute = createRoute({
  getParentRoute: () => statusRoute,
  path: 'admin/queries/outdated',
  component: lazyPage(() => import('#web/status/outdated-page.tsx'), 'OutdatedQueriesPage'),
})

const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    queriesRoute,
    myQueriesRoute,
    favoriteQueriesRoute,
    archivedQueriesRoute,
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
    settingsRoute.addChildren([
      dataSourcesRoute,
      newDataSourceRoute,
      dataSourceRoute,
      destinationsRoute,
      newDestinationRoute,
      deliveriesRoute,
      destinationRoute,
      snippetsRoute.addChildren([newSnippetRoute, snippetRoute]),
      accountRoute,
      usersRoute,
      pendingUsersRoute,
      disabledUsersRoute,
      newUserRoute,
      userRoute,
      groupsRoute,
      groupMembersRoute,
      groupSourcesRoute,
      generalSettingsRoute,
      eventsRoute,
    ]),
    statusRoute.addChildren([systemStatusRoute, queueStatusRoute, outdatedQueriesRoute]),
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

/** Loads the script of the page in the address while the session is still on its way. */
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
