import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { namePublicJob } from '#server/dashboards/public-dashboards/run-public-widget.ts'
import { createAlert, createDelivery, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, type Caller, callerWith } from '#test/app-under-test.ts'
import { createSession } from '#test/create-session.ts'
import {
  createDashboard,
  createDashboardVersion,
  createDataSource,
  createGroup,
  createQuery,
  createResult,
  createSnippet,
  createUser,
  createVersion,
  createVisualization,
  createWidget,
  shareBy,
  type TestDashboard,
  type TestDataSource,
  type TestOrganization,
  type TestQuery,
  type TestUser,
} from '#test/factories.ts'

/**
 * The callers, in the order of the statuses in a row:
 *
 * - anonymous: no session
 * - outsider: default permissions, no group with access to the data source
 * - viewer: default permissions, view-only access
 * - member: default permissions, full access, but not the owner
 * - owner: of the query and the dashboard; full access
 * - grantee: as member, with grants to modify the query and the dashboard
 * - admin: groups `admin` and `default`
 * - userKey: the owner's API key
 * - adminKey: the admin's API key
 * - queryKey, otherKey: the key of the query in the path, and the key of another query
 */
export const roles = [
  'anonymous',
  'outsider',
  'viewer',
  'member',
  'owner',
  'admin',
  'userKey',
  'queryKey',
  'otherKey',
] as const
/** dashboardToken: the token of the dashboard sent as a key, which opens only runs of its queries and what is public anyway */
export type Role = (typeof roles)[number] | 'grantee' | 'adminKey' | 'dashboardToken'

/** A set of objects that a call may read, change or destroy. */
export interface World {
  owner: TestUser
  /** full access, and grants to modify the query and the dashboard */
  grantee: TestUser
  /** by default: full access for the group `default`, view-only for the viewers */
  dataSource: TestDataSource
  query: TestQuery
  /** on a separate data source, with the same access */
  otherQuery: TestQuery
  /** contains the viewer, with view-only access to the data source, and a user who does not call */
  group: { id: number }
  member: TestUser
  visualization: { id: number }
  /** of the query */
  version: { id: number }
  dashboardVersion: { id: number }
  /** published and shared, with one widget, which shows the visualization */
  dashboard: TestDashboard
  dashboardToken: string
  widget: { id: number }
  /** the owner's */
  snippet: { id: number }
  /** of the owner, on the query */
  alert: { id: number }
  /** the owner's mail */
  subscription: { id: number }
  destination: { id: number; name: string }
  /** of the alert, to the owner's mail */
  delivery: { id: number }
  result: { id: number }
  job: { id: string }
  /** its id in the replies to the token */
  publicJob: string
  /** ends jobs of a kind as soon as they exist, as a worker would */
  finishJobs(kind: string): Promise<void>
  /** ends a test of unsaved options as soon as it exists, as a worker would */
  endOptionTests(): Promise<void>
  /** ends a test of a destination as soon as it exists, as a worker would */
  endDeliveries(): Promise<void>
}

export interface WorldOptions {
  /** access of the group `default` to the data sources; `none`: only admins have access */
  access?: 'full' | 'view' | 'none'
  /** the owner of all objects */
  organization?: TestOrganization
}

export async function createWorld(app: AppUnderTest, options: WorldOptions = {}): Promise<World> {
  const { context, viewerGroup } = app
  const { access = 'full', organization = app.organization } = options
  const { id: org_id, defaultGroup } = organization
  const user = (groups = [defaultGroup]) => createUser(context, { org_id, groups })
  const isOwn = organization === app.organization
  const groups =
    access === 'none' ? {} : { [defaultGroup]: access === 'view', ...(isOwn ? { [viewerGroup]: true } : {}) }
  const owner = await user()
  const group = await createGroup(context, { org_id, name: 'of the matrix' })
  const member = await user([group])
  if (isOwn) await joinGroup(context, app.viewer, group)
  const ofGroup = access === 'none' ? {} : { [group]: true }
  const dataSource = await createDataSource(context, { org_id, groups: { ...groups, ...ofGroup } })
  const query = await createQuery(context, { data_source_id: dataSource.id, user_id: owner.id })
  const grantee = await user()
  const dashboard = await createDashboard(context, { user_id: owner.id })
  for (const object of [
    { object_type: 'query', object_id: query.id } as const,
    { object_type: 'dashboard', object_id: dashboard.id } as const,
  ]) {
    await context.db
      .insertInto('access_grants')
      .values({ ...object, access_type: 'modify', grantor_id: owner.id, grantee_id: grantee.id })
      .execute()
  }
  const dashboardToken = `token-of-${randomUUID()}`
  await shareBy(context, dashboard, dashboardToken)
  const visualization = await createVisualization(context, { query_id: query.id })
  const otherSource = await createDataSource(context, { org_id, groups })
  const otherQuery = await createQuery(context, { data_source_id: otherSource.id, user_id: owner.id })
  const result = await createResult(context, { query_id: query.id })
  const { id: jobId } = await context.db
    .insertInto('jobs')
    .values({
      ...{ id: randomUUID(), org_id, kind: 'query', data_source_id: dataSource.id },
      ...{ user_id: owner.id, actor_name: owner.email, query_id: query.id, query_hash: 'of the matrix' },
      asker: `user ${owner.id}`,
      query_text: 'select 1',
      // a run in progress: the columns are stored until it ends
      result_json: JSON.stringify([{ name: 'n', friendly_name: 'n', type: 'integer' }]),
      ...{ worker_id: null, backend: null, cancel_requested_at: null, result_id: result.id, row_count: 1 },
      ...{ error: null, started_at: null, finished_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const widget = await createWidget(context, {
    ...{ dashboard_id: dashboard.id, visualization_id: visualization.id },
  })
  const alert = await createAlert(context, { query_id: query.id, user_id: owner.id })
  const address = { token: dashboardToken, widget_id: widget.id }
  return {
    owner,
    grantee,
    dataSource,
    query,
    otherQuery,
    group: { id: group },
    member,
    visualization,
    dashboard,
    dashboardToken,
    widget,
    version: await createVersion(context, { query_id: query.id, snapshot: { name: 'Before' } }),
    dashboardVersion: await createDashboardVersion(context, { dashboard_id: dashboard.id }),
    snippet: await createSnippet(context, { user_id: owner.id }),
    alert,
    subscription: await createSubscription(context, { alert_id: alert.id, user_id: owner.id }),
    destination: await createDestination(context, { org_id }),
    delivery: await createDelivery(context, { org_id, alert_id: alert.id, user_id: owner.id }),
    result,
    job: { id: jobId },
    publicJob: namePublicJob(context.secrets, address, jobId),
    finishJobs: (kind) => finishJobs(app, dataSource.id, kind),
    endOptionTests: () => endOptionTests(app),
    endDeliveries: () => endDeliveries(app),
  }
}

/**
 * The worlds of a file's cells. A call that is expected to be refused, or that only reads, changes nothing: all of those
 * use one world together. Every other cell gets a fresh one. (A call that is let in by mistake may change the common
 * world, but then its own cell fails.)
 */
export function worldsOf(app: () => AppUnderTest) {
  const common = new Map<WorldOptions['access'], Promise<World>>()
  return (
    { route, meanwhile }: { route: string; meanwhile?: unknown },
    expected: number,
    access: WorldOptions['access'] = 'full',
  ): Promise<World> => {
    const isRefused = [401, 403, 404].includes(expected)
    if (!isRefused && (!route.startsWith('GET ') || meanwhile !== undefined))
      return createWorld(app(), { access })
    const known = common.get(access) ?? createWorld(app(), { access })
    common.set(access, known)
    return known
  }
}

async function joinGroup({ db }: AppUnderTest['context'], user: TestUser, group_id: number): Promise<void> {
  await db.insertInto('group_members').values({ group_id, user_id: user.id }).execute()
}

async function finishJobs({ context }: AppUnderTest, dataSourceId: number, kind: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rows } = await context.pool.query(
      `update jobs set status = 'finished', finished_at = now()
        where data_source_id = $1 and kind = $2 and status = 'queued' returning pg_notify('job_changed', id::text)`,
      [dataSourceId, kind],
    )
    if (rows.length > 0) return
    await delay(20)
  }
}

async function endOptionTests({ context }: AppUnderTest): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rowCount } = await context.pool.query('update option_tests set is_done = true where not is_done')
    if (rowCount !== null && rowCount > 0) return
    await delay(20)
  }
}

async function endDeliveries({ context }: AppUnderTest): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rows } = await context.pool.query(
      `update alert_deliveries set state = 'sent' where alert_id is null and state = 'queued' returning id`,
    )
    if (rows.length > 0) return
    await delay(20)
  }
}

/** The route's path with the ids of this world. */
export function fillPath(path: string, world: World): string {
  const ids: Record<string, string | number> = {
    query_id: world.query.id,
    version_id: path.startsWith('/api/dashboards') ? world.dashboardVersion.id : world.version.id,
    access_type: 'modify',
    visualization_id: world.visualization.id,
    format: 'csv',
    // named by no parameter of the query
    dropdown_id: world.otherQuery.id,
    subscription_id: world.subscription.id,
    id_or_slug: world.dashboard.id,
    token: world.dashboardToken,
    widget_id: world.widget.id,
    user_id: world.member.id,
    data_source_id: world.dataSource.id,
    ...{ database: 'main', table: 'flights' },
    // no file: data sources of these worlds keep none
    ...{ file_id: 1, part: 0, kind: 'query' },
    key_id: 999_999,
    session_id: '00000000-0000-4000-8000-000000000000',
    id_and_format: path.startsWith('/api/query_results') ? world.result.id : `${world.result.id}.csv`,
    id: idOf(path, world),
  }
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`${path}: what is :${name}? Say it in matrix-world.ts.`)
    return String(ids[name])
  })
}

function idOf(path: string, world: World): string | number {
  if (path.startsWith('/api/dashboards/public')) return world.publicJob
  if (path.includes('/jobs/:id')) return world.job.id
  if (path.startsWith('/api/query_results')) return world.result.id
  if (/^\/api\/(data_sources|databricks)/.test(path)) return world.dataSource.id
  if (path.startsWith('/api/visualizations')) return world.visualization.id
  if (path.startsWith('/api/query_snippets')) return world.snippet.id
  if (path.startsWith('/api/alerts')) return world.alert.id
  if (path.startsWith('/api/destinations')) return world.destination.id
  if (path.startsWith('/api/deliveries')) return world.delivery.id
  if (path.startsWith('/api/groups')) return world.group.id
  if (path.startsWith('/api/users')) return world.owner.id
  if (path.startsWith('/api/queries')) return world.query.id
  if (path.startsWith('/api/dashboards')) return world.dashboard.id
  if (path.startsWith('/api/widgets')) return world.widget.id
  return 0
}

export async function callerOf(app: AppUnderTest, role: Role, world: World): Promise<Caller> {
  switch (role) {
    case 'anonymous':
      return app.anonymous
    case 'userKey':
      return app.withKey(world.owner.api_key)
    case 'adminKey':
      return app.withKey(app.admin.api_key)
    case 'queryKey':
      return app.withKey(world.query.api_key)
    case 'otherKey':
      return app.withKey(world.otherQuery.api_key)
    case 'dashboardToken':
      return app.withKey(world.dashboardToken)
    case 'owner':
    case 'grantee':
      return await openBrowser(app, world[role])
    default:
      return await openBrowser(app, app[role])
  }
}

/** A browser with its own session, created without a login. */
export async function openBrowser({ app, context }: AppUnderTest, user: TestUser): Promise<Caller> {
  const { token, csrf } = await createSession(context, user.id)
  return callerWith(app, { cookie: `session=${token}; csrf_token=${csrf}`, 'x-csrf-token': csrf })
}
