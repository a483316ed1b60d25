import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createOrganization } from '#test/factories.ts'
import { createWorld, openBrowser, type World } from './matrix-world.ts'

/**
 * Ids of another organization in the *body* of a request; `object-matrix.db.test.ts` does the same for ids in the path.
 * An admin calls, so that only the organization is the obstacle.
 */
let app: AppUnderTest
let admin: Caller
let here: World
let there: World
let elsewhere: Awaited<ReturnType<typeof createOrganization>>
beforeAll(async () => {
  app = await appUnderTest()
  elsewhere = await createOrganization(app.context, { slug: 'elsewhere' })
  there = await createWorld(app, { organization: elsewhere })
  here = await createWorld(app)
  admin = await openBrowser(app, app.admin)
})
afterAll(() => app.close())

interface ForeignId {
  names: string
  call(): [method: 'POST' | 'DELETE', path: string, body: unknown]
}

const listOf = (queryId: number) => ({
  parameters: [{ name: 'p', title: 'p', type: 'query', queryId, value: null }],
})
const userPath = () => `/api/users/${here.member.id}`
const queryPath = () => `/api/queries/${here.query.id}`
const dashboardPath = () => `/api/dashboards/${here.dashboard.id}`
const grant = () => ({ access_type: 'modify', user_id: there.owner.id })

const foreignIds: ForeignId[] = [
  { names: 'the group of a user', call: () => ['POST', userPath(), { group_ids: [there.group.id] }] },
  {
    names: 'the member of a group',
    call: () => ['POST', `/api/groups/${here.group.id}/members`, { user_id: there.member.id }],
  },
  {
    names: 'the data source of a group',
    call: () => [
      'POST',
      `/api/groups/${here.group.id}/data_sources`,
      { data_source_id: there.dataSource.id },
    ],
  },
  {
    names: 'the data source of a new query',
    call: () => [
      'POST',
      '/api/queries',
      { data_source_id: there.dataSource.id, query: 'select 1', name: 'New' },
    ],
  },
  {
    names: 'the data source of a query',
    call: () => ['POST', queryPath(), { data_source_id: there.dataSource.id }],
  },
  {
    names: 'the list of a parameter of a new query',
    call: () => [
      'POST',
      '/api/queries',
      {
        ...{ data_source_id: here.dataSource.id, query: 'select {{ p }}', name: 'New' },
        options: listOf(there.query.id),
      },
    ],
  },
  {
    names: 'the list of a parameter',
    call: () => ['POST', queryPath(), { query: 'select {{ p }}', options: listOf(there.query.id) }],
  },
  {
    names: 'the data source of a run',
    call: () => [
      'POST',
      '/api/query_results',
      { data_source_id: there.dataSource.id, query: 'select 1', max_age: 0 },
    ],
  },
  {
    names: 'the data source of an estimate',
    call: () => [
      'POST',
      '/api/query_results/estimate',
      { data_source_id: there.dataSource.id, query: 'select 1' },
    ],
  },
  {
    names: 'the query of a visualization',
    call: () => [
      'POST',
      '/api/visualizations',
      { query_id: there.query.id, type: 'TABLE', name: 'New', options: {} },
    ],
  },
  {
    names: 'the visualization of a widget',
    call: () => [
      'POST',
      '/api/widgets',
      {
        ...{ dashboard_id: here.dashboard.id, visualization_id: there.visualization.id },
        ...{ width: 1, options: {}, text: '' },
      },
    ],
  },
  {
    names: 'the dashboard of a widget',
    call: () => [
      'POST',
      '/api/widgets',
      {
        ...{ dashboard_id: there.dashboard.id, visualization_id: here.visualization.id },
        ...{ width: 1, options: {}, text: '' },
      },
    ],
  },
  {
    names: 'the query of a new alert',
    call: () => [
      'POST',
      '/api/alerts',
      { name: 'New', query_id: there.query.id, options: { column: 'n', op: '>', value: 1 } },
    ],
  },
  {
    names: 'the query of an alert',
    call: () => ['POST', `/api/alerts/${here.alert.id}`, { query_id: there.query.id }],
  },
  {
    names: 'the destination of a subscription',
    call: () => [
      'POST',
      `/api/alerts/${here.alert.id}/subscriptions`,
      { destination_id: there.destination.id },
    ],
  },
  { names: 'the person of a grant on a query', call: () => ['POST', `${queryPath()}/acl`, grant()] },
  { names: 'the person of a grant on a dashboard', call: () => ['POST', `${dashboardPath()}/acl`, grant()] },
]

describe('ids of another organization in a body are refused', () => {
  it.each(foreignIds)('$names', async ({ call }) => {
    const [method, path, body] = call()
    const reply = await admin.request(method, path, body)
    expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode, reply.body).toBeLessThan(500)
  })

  it('and no row references another organization', async () => {
    const { rows } = await app.context.pool.query<{ crossing: string }>(`
      select 'query to data source' as crossing from queries q join data_sources d on d.id = q.data_source_id
        where q.org_id <> d.org_id
      union all select 'group to user' from group_members m join groups g on g.id = m.group_id
        join users u on u.id = m.user_id where g.org_id <> u.org_id
      union all select 'group to data source' from data_source_groups s join groups g on g.id = s.group_id
        join data_sources d on d.id = s.data_source_id where g.org_id <> d.org_id
      union all select 'job to data source' from jobs j join data_sources d on d.id = j.data_source_id
        where j.org_id <> d.org_id
      union all select 'grant to user' from access_grants a join users one on one.id = a.grantor_id
        join users other on other.id = a.grantee_id where one.org_id <> other.org_id
      union all select 'subscription to destination' from alert_subscriptions s join destinations d on d.id = s.destination_id
        join users u on u.id = s.user_id where u.org_id <> d.org_id
      union all select 'widget to visualization' from widgets w join dashboards d on d.id = w.dashboard_id
        join visualizations v on v.id = w.visualization_id join queries q on q.id = v.query_id where q.org_id <> d.org_id
      union all select 'alert to query' from alerts a join users u on u.id = a.user_id
        join queries q on q.id = a.query_id where u.org_id <> q.org_id`)
    expect(rows).toEqual([])
  })

  it('widgets of another organization do not count as widgets of this dashboard', async () => {
    const reply = await admin.post(`${dashboardPath()}/results`, { widgets: [{ id: there.widget.id }] })
    expect(reply.json()).toMatchObject({ widget_ids: [there.widget.id], error: { code: 'not_found' } })
  })

  it('a new user cannot be put into its groups', async () => {
    const group_ids = [elsewhere.adminGroup, elsewhere.defaultGroup]
    const reply = await admin.post('/api/users', { name: 'Eve', email: 'eve@example.com', group_ids })
    expect(reply.json().groups).toEqual([app.organization.defaultGroup])
  })
})
