import { randomUUID } from 'node:crypto'
import type { World } from './matrix-world.ts'

export interface MatrixRow {
  route: string
  /** expected statuses, by `roles` */
  expected: string
  /** status of a member with a grant to modify the query; if absent, that of every member */
  grantee?: number
  /** status of an admin's API key; if absent, that of an admin's browser (accounts: account-matrix.ts) */
  adminKey?: number
  /** status of a shared dashboard's token, sent as a key; if absent, that of strangers */
  dashboardToken?: number
  body?: (world: World) => unknown
  /** for calls that wait for background work: runs during the call */
  meanwhile?: (world: World) => Promise<void>
}

const everyone = (status: number) => Array(9).fill(status).join(' ')
const signedIn = '401 200 200 200 200 200 200 401 401'
const adminOnly = '401 403 403 403 403 200 403 401 401'
const ownProfile = '401 403 403 403 200 200 200 401 401'
// an API key must not give access to the account
const ownFactor = '401 403 403 403 200 403 403 401 401'
const bySession = '401 403 403 403 200 200 403 401 401'
const ownGroup = '401 403 200 403 403 200 403 401 401'
const newPerson = () => ({ name: 'Eve', email: `${randomUUID()}@example.com` })
// names of groups are unique, and those of data sources and destinations
const newName = () => ({ name: `group ${randomUUID()}` })
const seesSource = '401 403 200 200 200 200 200 401 401'
const usesSource = '401 403 403 200 200 200 200 401 401'
const seesQuery = '401 403 200 200 200 200 200 200 401'
const ownsQuery = '401 403 403 403 200 200 200 401 401'
const editsQuery = { expected: ownsQuery, grantee: 200 }
const editsDashboard = editsQuery

const grantToOwner = ({ owner }: World) => ({ access_type: 'modify', user_id: owner.id })
const sourceBody = () => ({ name: `A source ${randomUUID()}`, type: 'pg', options: { dbname: 'x' } })

const destinationBody = () => ({
  name: `A destination ${randomUUID()}`,
  type: 'slack',
  options: { url: 'https://hooks.example.com/x' },
})

const gitSyncBody = () => ({
  ...{ remote: 'https', url: 'https://git.example.com/content.git', branch: 'main', folder: '' },
  ...{ username: '', host_key: '', ca: '', minutes: null, archives_removed: false, with_groups: false },
  ...{ data_sources: {}, file_url: '' },
})

/** Who may call what: one row per route; add a row with each new route. */
export const matrix: MatrixRow[] = [
  // session, set-up
  { route: 'GET /setup', expected: everyone(302) },
  { route: 'POST /setup', expected: everyone(403), body: () => ({ name: 'Eve', email: 'eve@example.com' }) },
  { route: 'GET /login', expected: '200 302 302 302 302 302 302 200 200' },
  { route: 'POST /login', expected: everyone(400), body: () => ({ email: 'nobody', password: 'nothing' }) },
  // no directory and no proxy are configured
  { route: 'GET /ldap/login', expected: everyone(302) },
  { route: 'POST /ldap/login', expected: everyone(302), body: () => ({ email: 'nobody', password: 'x' }) },
  { route: 'GET /remote_user/login', expected: everyone(302) },
  // no login has begun
  { route: 'GET /login/code', expected: everyone(302) },
  { route: 'POST /login/code', expected: everyone(400), body: () => ({ code: '123456' }) },
  // login methods that are not configured redirect to the start page
  { route: 'GET /oauth/google', expected: everyone(302) },
  { route: 'GET /oauth/google_callback', expected: everyone(302) },
  { route: 'GET /oauth/openid', expected: everyone(302) },
  { route: 'GET /oauth/openid_callback', expected: everyone(302) },
  { route: 'GET /saml/login', expected: everyone(302) },
  // accepts only forms, and bodies here are JSON
  { route: 'POST /saml/callback', expected: everyone(415), body: () => ({ SAMLResponse: 'x' }) },
  // no login has begun for it
  { route: 'GET /saml/complete', expected: everyone(400) },
  { route: 'GET /saml/metadata', expected: everyone(200) },
  { route: 'GET /logout', expected: everyone(302) },
  { route: 'GET /ping', expected: everyone(200) },
  { route: 'GET /api/session', expected: signedIn },
  { route: 'GET /api/session/proof', expected: signedIn },
  // the body is empty
  { route: 'POST /api/session/proof', expected: '401 403 403 403 403 403 403 401 401', body: () => ({}) },
  { route: 'GET /api/openapi.json', expected: everyone(200) },
  { route: 'GET /api/docs', expected: everyone(200) },
  {
    route: 'POST /api/csp-report',
    expected: everyone(204),
    body: () => ({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } }),
  },
  { route: 'GET /api/config', expected: everyone(200) },
  { route: 'GET /api/organization/status', expected: signedIn },

  { route: 'GET /api/settings/organization', expected: adminOnly },
  {
    route: 'POST /api/settings/organization',
    expected: adminOnly,
    body: () => ({ hide_plotly_mode_bar: true }),
  },
  { route: 'POST /verification_email/', expected: signedIn },
  // a token of another kind
  { route: 'GET /verify/:token', expected: everyone(400) },
  { route: 'POST /verify/:token', expected: everyone(400) },

  // people
  { route: 'GET /api/users', expected: signedIn },
  { route: 'GET /api/users/:id', expected: signedIn },
  { route: 'POST /api/users/:id/regenerate_api_key', expected: bySession, adminKey: 403 },
  { route: 'POST /api/users', expected: adminOnly, body: newPerson },
  { route: 'POST /api/users/:id', expected: ownProfile, body: () => ({ name: 'Renamed' }) },
  // the owner of this world has already logged in
  {
    route: 'DELETE /api/users/:id',
    expected: everyone(403)
      .replace('403', '401')
      .replace(/403 403$/, '401 401'),
  },
  { route: 'POST /api/users/:id/disable', expected: adminOnly },
  { route: 'GET /api/users/:id/opened', expected: adminOnly },
  { route: 'DELETE /api/users/:id/disable', expected: adminOnly },
  // no mail can be sent, so the reply to an invitation has the link
  { route: 'POST /api/users/:id/invite', expected: adminOnly.replace('200', '400'), adminKey: 403 },
  { route: 'POST /api/users/:id/reset_password', expected: adminOnly, adminKey: 403 },
  { route: 'GET /api/users/:id/sessions', expected: bySession, adminKey: 403 },
  { route: 'DELETE /api/users/:id/sessions', expected: bySession, adminKey: 403 },
  { route: 'GET /api/users/:id/keys', expected: bySession, adminKey: 403 },
  {
    route: 'POST /api/users/:id/keys',
    expected: bySession,
    adminKey: 403,
    body: () => ({ name: 'A key', scopes: ['read'] }),
  },
  // a key that does not exist
  {
    route: 'DELETE /api/users/:id/keys/:key_id',
    expected: bySession.replaceAll('200', '404'),
    adminKey: 403,
  },
  // a session that does not exist
  {
    route: 'DELETE /api/users/:id/sessions/:session_id',
    expected: bySession.replaceAll('200', '404'),
    adminKey: 403,
  },

  { route: 'GET /api/users/:id/second_factor', expected: ownProfile },
  {
    route: 'POST /api/users/:id/second_factor',
    expected: ownFactor,
    body: ({ owner }) => ({ password: owner.password }),
  },
  // no enrolment has begun
  {
    route: 'POST /api/users/:id/second_factor/confirm',
    expected: ownFactor.replaceAll('200', '409'),
    body: () => ({ code: '123456' }),
  },
  {
    route: 'POST /api/users/:id/second_factor/recovery_codes',
    expected: ownFactor.replaceAll('200', '409'),
    body: ({ owner }) => ({ password: owner.password }),
  },
  {
    route: 'POST /api/users/:id/second_factor/switch_off',
    expected: ownFactor.replaceAll('200', '409'),
    body: ({ owner }) => ({ password: owner.password }),
  },
  { route: 'DELETE /api/users/:id/second_factor', expected: adminOnly.replace('200', '409'), adminKey: 403 },

  // groups: the one of the viewers
  { route: 'GET /api/groups', expected: signedIn },
  { route: 'POST /api/groups', expected: adminOnly, body: newName },
  { route: 'GET /api/groups/:id', expected: ownGroup },
  { route: 'POST /api/groups/:id', expected: adminOnly, body: newName },
  { route: 'DELETE /api/groups/:id', expected: adminOnly },
  { route: 'GET /api/groups/:id/members', expected: ownGroup },
  {
    route: 'POST /api/groups/:id/members',
    expected: adminOnly,
    body: ({ owner }) => ({ user_id: owner.id }),
  },
  { route: 'DELETE /api/groups/:id/members/:user_id', expected: adminOnly },
  { route: 'GET /api/groups/:id/data_sources', expected: adminOnly },
  {
    route: 'POST /api/groups/:id/data_sources',
    expected: adminOnly,
    body: ({ dataSource }) => ({ data_source_id: dataSource.id }),
  },
  {
    route: 'POST /api/groups/:id/data_sources/:data_source_id',
    expected: adminOnly,
    body: () => ({ view_only: true }),
  },
  { route: 'DELETE /api/groups/:id/data_sources/:data_source_id', expected: adminOnly },

  // links: a token of another kind
  { route: 'GET /invite/:token', expected: everyone(400) },
  { route: 'POST /invite/:token', expected: everyone(400), body: () => ({ password: 'long enough' }) },
  { route: 'GET /restore/:token', expected: everyone(400) },
  { route: 'POST /restore/:token', expected: everyone(400) },
  { route: 'GET /reset/:token', expected: everyone(400) },
  { route: 'POST /reset/:token', expected: everyone(400), body: () => ({ password: 'long enough' }) },
  { route: 'GET /forgot', expected: everyone(200) },
  // no mail server
  { route: 'POST /forgot', expected: everyone(400), body: () => ({ email: 'nobody@example.com' }) },

  // events
  {
    route: 'POST /api/events',
    expected: signedIn,
    body: () => [{ action: 'view', object_type: 'page', object_id: '/queries' }],
  },
  { route: 'GET /api/events', expected: adminOnly },
  { route: 'GET /api/events.csv', expected: adminOnly },

  // status
  { route: 'GET /status.json', expected: adminOnly },
  { route: 'GET /api/admin/queries/rq_status', expected: adminOnly },
  { route: 'GET /api/admin/queries/outdated', expected: adminOnly },
  { route: 'GET /healthz', expected: everyone(200) },
  { route: 'GET /readyz', expected: everyone(200) },
  // requests of tests come from this machine
  { route: 'GET /metrics', expected: everyone(200) },

  // data sources
  { route: 'GET /api/data_sources', expected: signedIn },
  { route: 'GET /api/data_sources/types', expected: adminOnly },
  { route: 'POST /api/data_sources', expected: adminOnly, body: sourceBody },
  { route: 'GET /api/data_sources/:id', expected: seesSource },
  { route: 'POST /api/data_sources/:id', expected: adminOnly, body: sourceBody },
  { route: 'DELETE /api/data_sources/:id', expected: adminOnly.replace('200', '204') },
  {
    route: 'POST /api/data_sources/:id/test',
    expected: adminOnly,
    meanwhile: (world) => world.finishJobs('connection_test'),
  },
  {
    route: 'POST /api/data_sources/test',
    expected: adminOnly,
    body: sourceBody,
    meanwhile: (world) => world.endOptionTests(),
  },
  { route: 'POST /api/data_sources/:id/pause', expected: adminOnly },
  { route: 'DELETE /api/data_sources/:id/pause', expected: adminOnly },
  { route: 'GET /api/data_sources/:id/schema', expected: seesSource },
  ...['', '/:database/tables', '/:database/columns/:table'].map((rest) => ({
    route: `GET /api/databricks/databases/:id${rest}`,
    expected: seesSource.replaceAll('200', '400'),
  })),

  // uploaded files, which this data source does not keep
  { route: 'GET /api/data_sources/:id/files', expected: seesSource },
  {
    route: 'POST /api/data_sources/:id/files',
    expected: usesSource.replaceAll('200', '400'),
    body: () => ({ file_name: 'a.csv', format: 'csv', byte_count: 10 }),
  },
  ...['GET /api/data_sources/:id/files/:file_id', 'DELETE /api/data_sources/:id/files/:file_id']
    .concat('GET /api/data_sources/:id/files/:file_id/content')
    .concat(['/parts/:part', '/reading'].map((rest) => `POST /api/data_sources/:id/files/:file_id${rest}`))
    .map((route) => ({ route, expected: usesSource.replaceAll('200', '404') })),
  {
    route: 'POST /api/data_sources/:id/files/:file_id/table',
    expected: usesSource.replaceAll('200', '404'),
    body: () => ({ table_name: 'a', mode: 'new' }),
  },

  // alert destinations
  { route: 'GET /api/content/:kind', expected: adminOnly },
  {
    route: 'POST /api/content',
    expected: adminOnly,
    body: () => ({ is_dry_run: true, changes: [], deletions: [] }),
  },
  { route: 'GET /api/git-sync', expected: adminOnly },
  // there is none yet
  {
    route: 'POST /api/git-sync/runs',
    expected: adminOnly.replace('200', '404'),
    body: () => ({ is_plan: true }),
  },
  { route: 'POST /api/git-sync', expected: adminOnly, body: gitSyncBody },
  { route: 'DELETE /api/git-sync', expected: adminOnly },
  {
    route: 'POST /api/git-sync/detached',
    expected: adminOnly.replace('200', '404'),
    body: () => ({ kind: 'query', id: 1 }),
  },
  { route: 'DELETE /api/git-sync/detached/:kind/:id', expected: adminOnly.replace('200', '404') },
  // without the secret of the webhook
  { route: 'POST /api/git-sync/webhook', expected: everyone(401), body: () => ({}) },
  { route: 'GET /api/destinations', expected: signedIn },
  { route: 'GET /api/destinations/types', expected: adminOnly },
  { route: 'POST /api/destinations', expected: adminOnly, body: destinationBody },
  { route: 'GET /api/destinations/:id', expected: adminOnly },
  { route: 'POST /api/destinations/:id', expected: adminOnly, body: destinationBody },
  { route: 'DELETE /api/destinations/:id', expected: adminOnly.replace('200', '204') },
  {
    route: 'POST /api/destinations/:id/test',
    expected: adminOnly,
    meanwhile: (world) => world.endDeliveries(),
  },
  { route: 'GET /api/deliveries', expected: adminOnly },
  { route: 'GET /api/deliveries/:id', expected: adminOnly },
  { route: 'POST /api/deliveries/:id/send_again', expected: adminOnly },

  // queries
  { route: 'GET /api/queries', expected: signedIn },
  { route: 'GET /api/queries/my', expected: signedIn },
  { route: 'GET /api/queries/archive', expected: signedIn },
  { route: 'GET /api/queries/favorites', expected: signedIn },
  { route: 'GET /api/queries/recent', expected: signedIn },
  { route: 'GET /api/queries/tags', expected: signedIn },
  { route: 'GET /api/queries/authors', expected: signedIn },
  { route: 'GET /api/queries/search', expected: signedIn },
  { route: 'POST /api/queries/:id/favorite', expected: seesSource },
  { route: 'DELETE /api/queries/:id/favorite', expected: seesSource },
  { route: 'POST /api/queries/format', expected: signedIn, body: () => ({ query: 'select 1' }) },
  {
    route: 'POST /api/queries',
    expected: usesSource,
    body: ({ dataSource }) => ({ data_source_id: dataSource.id, query: 'select 1', name: 'New' }),
  },
  { route: 'GET /api/queries/:id', expected: seesQuery },
  { route: 'POST /api/queries/:id', ...editsQuery, body: () => ({ name: 'Renamed' }) },
  { route: 'DELETE /api/queries/:id', expected: ownsQuery },
  { route: 'POST /api/queries/:id/fork', expected: usesSource },
  { route: 'POST /api/queries/:id/regenerate_api_key', expected: ownsQuery },
  { route: 'GET /api/queries/:id/unsafe_shares', expected: seesSource },
  { route: 'GET /api/queries/:id/versions', ...editsQuery },
  { route: 'GET /api/queries/:id/versions/:version_id', ...editsQuery },
  { route: 'POST /api/queries/:id/versions/:version_id/restore', ...editsQuery, body: () => ({}) },
  { route: 'GET /api/queries/:id/acl', expected: ownsQuery },
  { route: 'GET /api/queries/:id/acl/:access_type', expected: seesSource },
  { route: 'POST /api/queries/:id/acl', expected: ownsQuery, body: grantToOwner },
  { route: 'DELETE /api/queries/:id/acl', expected: ownsQuery, body: grantToOwner },

  // dashboards: visible to users who see a data source of their widgets, edited by the owner and grantees
  { route: 'GET /api/dashboards', expected: signedIn },
  { route: 'GET /api/dashboards/my', expected: signedIn },
  { route: 'GET /api/dashboards/favorites', expected: signedIn },
  { route: 'GET /api/dashboards/recent', expected: signedIn },
  { route: 'GET /api/dashboards/tags', expected: signedIn },
  { route: 'GET /api/dashboards/team', expected: signedIn },
  { route: 'POST /api/dashboards/:id/pin', expected: adminOnly },
  { route: 'DELETE /api/dashboards/:id/pin', expected: adminOnly },
  { route: 'POST /api/dashboards', expected: signedIn, body: () => ({ name: 'New' }) },
  { route: 'GET /api/dashboards/:id_or_slug', expected: seesSource },
  { route: 'POST /api/dashboards/:id', ...editsDashboard, body: () => ({ name: 'Renamed' }) },
  { route: 'DELETE /api/dashboards/:id', expected: ownsQuery },
  { route: 'POST /api/dashboards/:id/fork', ...editsDashboard },
  { route: 'GET /api/dashboards/:id/versions', ...editsDashboard },
  { route: 'GET /api/dashboards/:id/versions/:version_id', ...editsDashboard },
  { route: 'POST /api/dashboards/:id/versions/:version_id/restore', ...editsDashboard, body: () => ({}) },
  { route: 'POST /api/dashboards/:id/favorite', expected: seesSource },
  { route: 'DELETE /api/dashboards/:id/favorite', expected: seesSource },
  { route: 'GET /api/dashboards/:id/acl', expected: ownsQuery },
  { route: 'GET /api/dashboards/:id/acl/:access_type', expected: seesSource },
  { route: 'POST /api/dashboards/:id/acl', expected: ownsQuery, body: grantToOwner },
  { route: 'DELETE /api/dashboards/:id/acl', expected: ownsQuery, body: grantToOwner },
  {
    route: 'POST /api/dashboards/:id/results',
    expected: seesSource,
    body: ({ widget }) => ({ widgets: [{ id: widget.id }] }),
  },
  { route: 'POST /api/dashboards/:id/share', expected: ownsQuery },
  { route: 'DELETE /api/dashboards/:id/share', expected: ownsQuery },
  {
    route: 'POST /api/widgets',
    ...editsDashboard,
    body: ({ dashboard, visualization }) => ({
      ...{ dashboard_id: dashboard.id, visualization_id: visualization.id },
      ...{ width: 1, options: {}, text: '' },
    }),
  },
  { route: 'POST /api/widgets/:id', ...editsDashboard, body: () => ({ text: '', options: {} }) },
  { route: 'DELETE /api/widgets/:id', ...editsDashboard },

  // shared dashboards: the token in the path opens them to every caller
  { route: 'GET /public/dashboards/:token', expected: everyone(200) },
  { route: 'GET /api/dashboards/public/:token', expected: everyone(200) },
  {
    route: 'POST /api/dashboards/public/:token/results',
    expected: everyone(200),
    body: ({ widget }) => ({ widgets: [{ id: widget.id }] }),
  },
  {
    route: 'POST /api/dashboards/public/:token/widgets/:widget_id/results',
    expected: everyone(200),
    body: () => ({ max_age: 0 }),
  },
  { route: 'GET /api/dashboards/public/:token/widgets/:widget_id/jobs/:id', expected: everyone(200) },
  // the query of the widget names no list
  {
    route: 'POST /api/dashboards/public/:token/widgets/:widget_id/dropdowns/:query_id',
    expected: everyone(404),
  },

  // snippets
  { route: 'GET /api/query_snippets', expected: signedIn },
  {
    route: 'POST /api/query_snippets',
    expected: signedIn,
    body: ({ snippet }) => ({ trigger: `after ${snippet.id}`, description: 'New', snippet: 'select 1' }),
  },
  { route: 'GET /api/query_snippets/:id', expected: signedIn },
  { route: 'POST /api/query_snippets/:id', expected: ownsQuery, body: () => ({ description: 'Changed' }) },
  { route: 'DELETE /api/query_snippets/:id', expected: ownsQuery },

  // alerts: for users who see the query, changed by owner and admins
  { route: 'GET /api/alerts', expected: signedIn },
  {
    route: 'POST /api/alerts',
    expected: seesSource,
    body: ({ query }) => ({ name: 'New', query_id: query.id, options: { column: 'n', op: '>', value: 1 } }),
  },
  { route: 'GET /api/alerts/:id', expected: seesSource },
  { route: 'POST /api/alerts/:id', expected: ownsQuery, body: () => ({ name: 'Renamed' }) },
  { route: 'DELETE /api/alerts/:id', expected: ownsQuery },
  { route: 'POST /api/alerts/:id/mute', expected: ownsQuery },
  { route: 'DELETE /api/alerts/:id/mute', expected: ownsQuery },
  { route: 'POST /api/alerts/:id/eval', expected: ownsQuery },
  { route: 'GET /api/alerts/:id/evaluations', expected: seesSource },
  { route: 'GET /api/alerts/:id/subscriptions', expected: seesSource },
  { route: 'POST /api/alerts/:id/subscriptions', expected: seesSource, body: () => ({}) },
  { route: 'DELETE /api/alerts/:id/subscriptions/:subscription_id', expected: ownsQuery },

  // visualizations
  {
    route: 'POST /api/visualizations',
    ...editsQuery,
    body: ({ query }) => ({ query_id: query.id, type: 'TABLE', name: 'New', options: {} }),
  },
  { route: 'POST /api/visualizations/:id', ...editsQuery, body: () => ({ name: 'Renamed' }) },
  { route: 'DELETE /api/visualizations/:id', ...editsQuery },

  // an embedded visualization requires the key, a session is not enough
  {
    route: 'GET /embed/query/:query_id/visualization/:visualization_id',
    expected: '401 401 401 401 401 401 200 200 401',
    adminKey: 200,
  },

  // execution and results
  {
    route: 'POST /api/query_results',
    expected: usesSource,
    body: ({ dataSource }) => ({ data_source_id: dataSource.id, query: 'select 2', max_age: 0 }),
  },
  // the data source of the matrix gives no estimates
  {
    route: 'POST /api/query_results/estimate',
    expected: usesSource.replaceAll('200', '400'),
    body: ({ dataSource }) => ({ data_source_id: dataSource.id, query: 'select 2' }),
  },
  {
    route: 'POST /api/queries/:id/results',
    expected: seesQuery,
    body: () => ({ max_age: 0 }),
    dashboardToken: 200,
  },
  // the bearer of a query's key is told to use their own key
  { route: 'POST /api/queries/:id/refresh', expected: '401 403 403 200 200 200 200 403 401' },
  { route: 'GET /api/queries/:id/dropdown', expected: seesQuery },
  { route: 'POST /api/queries/:id/dropdown', expected: seesQuery },
  // the key of a query opens only the lists that the query names
  {
    ...{ route: 'GET /api/queries/:id/dropdowns/:dropdown_id', dashboardToken: 404 },
    expected: '401 403 200 200 200 200 200 403 401',
  },
  {
    ...{ route: 'POST /api/queries/:id/dropdowns/:dropdown_id', dashboardToken: 404 },
    expected: '401 403 200 200 200 200 200 403 401',
  },
  { route: 'GET /api/queries/:id/results', expected: seesQuery },
  { route: 'GET /api/queries/:id/results.:format', expected: seesQuery },
  { route: 'GET /api/queries/:id/results/:id_and_format', expected: seesQuery },
  { route: 'GET /api/query_results/:id_and_format', expected: seesSource },
  { route: 'GET /api/query_results/:id/rows', expected: seesSource },
  { route: 'GET /api/query_results/:id/facts', expected: seesSource },
  { route: 'GET /api/run_history', expected: signedIn },
  { route: 'GET /api/jobs/:id', expected: seesSource },
  { route: 'GET /api/jobs/:id/rows', expected: seesSource },
  // the run of someone else has no name for this token
  { route: 'GET /api/queries/:query_id/jobs/:id', expected: seesQuery, dashboardToken: 404 },
  { route: 'DELETE /api/jobs/:id', expected: seesSource },
]
