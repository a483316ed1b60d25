import type { World } from './matrix-world.ts'

export interface MatrixRow {
  route: string
  /** expected statuses, by `roles` */
  expected: string
  body?: (world: World) => unknown
  /** for calls that wait for background work: done while the call runs */
  meanwhile?: (world: World) => Promise<void>
}

const everyone = (status: number) => Array(9).fill(status).join(' ')
const signedIn = '401 200 200 200 200 200 200 401 401'
const adminOnly = '401 403 403 403 403 200 403 401 401'
const seesSource = '401 403 200 200 200 200 200 401 401'
const usesSource = '401 403 403 200 200 200 200 401 401'
const seesQuery = '401 403 200 200 200 200 200 200 401'
const ownsQuery = '401 403 403 403 200 200 200 401 401'

const sourceBody = () => ({ name: 'A source', type: 'pg', options: { dbname: 'x' } })

/** Who may call what: one row for each route; with a new route, add its row. */
export const matrix: MatrixRow[] = [
  // session, set-up
  { route: 'GET /setup', expected: everyone(302) },
  { route: 'POST /setup', expected: everyone(403), body: () => ({ name: 'Eve', email: 'eve@example.com' }) },
  { route: 'GET /login', expected: '200 302 302 302 302 302 302 200 200' },
  { route: 'POST /login', expected: everyone(400), body: () => ({ email: 'nobody', password: 'nothing' }) },
  { route: 'GET /logout', expected: everyone(302) },
  { route: 'GET /ping', expected: everyone(200) },
  { route: 'GET /api/session', expected: signedIn },
  { route: 'GET /api/config', expected: everyone(200) },
  { route: 'GET /api/organization/status', expected: signedIn },

  // people
  { route: 'GET /api/users/:id', expected: signedIn },
  { route: 'POST /api/users/:id/regenerate_api_key', expected: '401 403 403 403 200 200 200 401 401' },
  { route: 'GET /api/groups', expected: signedIn },

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
  { route: 'POST /api/data_sources/:id/pause', expected: adminOnly },
  { route: 'DELETE /api/data_sources/:id/pause', expected: adminOnly },
  { route: 'GET /api/data_sources/:id/schema', expected: seesSource },

  // queries
  { route: 'GET /api/queries', expected: signedIn },
  { route: 'POST /api/queries/format', expected: signedIn, body: () => ({ query: 'select 1' }) },
  {
    route: 'POST /api/queries',
    expected: usesSource,
    body: ({ dataSource }) => ({ data_source_id: dataSource.id, query: 'select 1', name: 'New' }),
  },
  { route: 'GET /api/queries/:id', expected: seesQuery },
  { route: 'POST /api/queries/:id', expected: ownsQuery, body: () => ({ name: 'Renamed' }) },
  { route: 'DELETE /api/queries/:id', expected: ownsQuery },

  // visualizations
  {
    route: 'POST /api/visualizations',
    expected: ownsQuery,
    body: ({ query }) => ({ query_id: query.id, type: 'TABLE', name: 'New', options: {} }),
  },
  { route: 'POST /api/visualizations/:id', expected: ownsQuery, body: () => ({ name: 'Renamed' }) },
  { route: 'DELETE /api/visualizations/:id', expected: ownsQuery },

  // execution and results
  {
    route: 'POST /api/query_results',
    expected: usesSource,
    body: ({ dataSource }) => ({ data_source_id: dataSource.id, query: 'select 2', max_age: 0 }),
  },
  { route: 'POST /api/queries/:id/results', expected: seesQuery, body: () => ({ max_age: 0 }) },
  // the bearer of a query's key is told to use a key of his own
  { route: 'POST /api/queries/:id/refresh', expected: '401 403 403 200 200 200 200 403 401' },
  { route: 'GET /api/queries/:id/results', expected: seesQuery },
  { route: 'GET /api/queries/:id/results.:format', expected: seesQuery },
  { route: 'GET /api/queries/:id/results/:id_and_format', expected: seesQuery },
  { route: 'GET /api/query_results/:id_and_format', expected: seesSource },
  { route: 'GET /api/query_results/:id/rows', expected: seesSource },
  { route: 'GET /api/jobs/:id', expected: seesSource },
  { route: 'GET /api/jobs/:id/rows', expected: seesSource },
  { route: 'GET /api/queries/:query_id/jobs/:id', expected: seesQuery },
  { route: 'DELETE /api/jobs/:id', expected: seesSource },
]
