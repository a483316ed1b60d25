import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../session/session-query.ts'
import { holds } from '../session/use-session.ts'
import { lazyPage } from './lazy-page.tsx'
import { settingsTabsFor } from './settings-tabs.ts'
import { demand, idParam, shellRoute } from './shell-route.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'settings-area',
  component: lazyPage(() => import('./settings-layout.tsx'), 'SettingsLayout'),
})

/** The settings area has no page of its own: its address opens the first tab that the user may see. */
const settingsIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings',
  beforeLoad: async ({ context }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery)
    throw redirect({ to: settingsTabsFor(user)[0]?.to ?? '/users/me', replace: true })
  },
})

const adminIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'admin',
  beforeLoad: async ({ context }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery)
    throw redirect({ to: holds(user, 'super_admin') ? '/admin/status' : '/admin/events', replace: true })
  },
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
  component: lazyPage(() => import('#web/alerting/destinations/destinations-page.tsx'), 'DestinationsPage'),
})

const newDestinationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations/new',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/alerting/destinations/destinations-page.tsx'), 'NewDestinationPage'),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations/deliveries',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/alerting/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
})

const destinationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'destinations/$destinationId',
  params: idParam('destinationId'),
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/alerting/destinations/destination-page.tsx'), 'DestinationPage'),
})

const snippetsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'query_snippets',
  component: lazyPage(() => import('#web/snippets/snippets-page.tsx'), 'SnippetsPage'),
})

const newSnippetRoute = createRoute({
  getParentRoute: () => snippetsRoute,
  path: 'new',
  component: lazyPage(() => import('#web/snippets/snippet-dialog.tsx'), 'NewSnippetPage'),
})

const snippetRoute = createRoute({
  getParentRoute: () => snippetsRoute,
  path: '$querySnippetId',
  params: idParam('querySnippetId'),
  component: lazyPage(() => import('#web/snippets/snippet-dialog.tsx'), 'SnippetPage'),
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

const gitSyncRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'settings/git-sync',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/git-sync/git-sync-page.tsx'), 'GitSyncPage'),
})

const eventsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'admin/events',
  beforeLoad: demand('admin'),
  component: lazyPage(() => import('#web/events/events-page.tsx'), 'EventsPage'),
})

const statusRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'status-area',
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

export const settingsRoutes = settingsRoute.addChildren([
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
  gitSyncRoute,
  eventsRoute,
])

export const statusRoutes = statusRoute.addChildren([
  systemStatusRoute,
  queueStatusRoute,
  outdatedQueriesRoute,
])

export const areaRoutes = [settingsIndexRoute, adminIndexRoute]
