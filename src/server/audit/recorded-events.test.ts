import { describe, expect, it } from 'vitest'
import { allEndpoints, routeKey } from '#test/house-rules/all-endpoints.ts'
import { recordedEvents } from './recorded-events.ts'

/** Reading what was recorded, what pages ask for all the time, and what docs/reference/api-administration.md#recorded-events leaves out. */
const notRecorded = [
  'DELETE /api/jobs/:id',
  'GET /api/admin/queries/outdated',
  'GET /api/admin/queries/rq_status',
  'GET /api/alerts/:id/evaluations',
  'GET /api/alerts/:id/subscriptions',
  'GET /api/config',
  'GET /api/session/proof',
  'GET /api/users/:id/opened',
  'GET /api/dashboards/:id/acl',
  'GET /api/dashboards/:id/acl/:access_type',
  'GET /api/dashboards/:id/versions',
  'GET /api/dashboards/:id/versions/:version_id',
  'GET /api/dashboards/public/:token',
  'GET /api/dashboards/public/:token/widgets/:widget_id/jobs/:id',
  'GET /api/dashboards/recent',
  'GET /api/dashboards/tags',
  'GET /api/data_sources/:id/schema',
  'GET /api/data_sources/types',
  'GET /api/deliveries',
  'GET /api/deliveries/:id',
  'GET /api/destinations/types',
  'GET /api/events',
  'GET /api/events.csv',
  'GET /api/groups/:id/data_sources',
  'GET /api/groups/:id/members',
  'GET /api/jobs/:id',
  'GET /api/jobs/:id/rows',
  'GET /api/organization/status',
  'GET /api/queries/:id/acl',
  'GET /api/queries/:id/acl/:access_type',
  'GET /api/queries/:id/dropdown',
  'GET /api/queries/:id/dropdowns/:dropdown_id',
  'GET /api/queries/:id/versions',
  'GET /api/queries/:id/versions/:version_id',
  'GET /api/queries/:query_id/jobs/:id',
  'GET /api/queries/recent',
  'GET /api/queries/search',
  'GET /api/queries/tags',
  'GET /api/queries/:id/unsafe_shares',
  'GET /api/query_results/:id/rows',
  'GET /api/session',
  'GET /api/settings/organization',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /status.json',
  'GET /api/users/:id/second_factor',
  'GET /api/users/:id/sessions',
  'POST /api/dashboards/:id/results',
  'POST /api/dashboards/:id/versions/:version_id/restore',
  'POST /api/dashboards/public/:token/results',
  'POST /api/dashboards/public/:token/widgets/:widget_id/dropdowns/:query_id',
  'POST /api/dashboards/public/:token/widgets/:widget_id/results',
  'POST /api/events',
  // nothing is in force yet
  'POST /api/users/:id/second_factor',
  'POST /api/queries/:id/dropdown',
  'POST /api/queries/:id/dropdowns/:dropdown_id',
  'POST /api/queries/:id/versions/:version_id/restore',
  'POST /api/queries/format',
  'POST /api/visualizations',
  'POST /api/visualizations/:id',
  'POST /api/widgets',
  'POST /api/widgets/:id',
  'POST /forgot',
  // GET /saml/complete is, which it leads to
  'POST /saml/callback',
  'POST /verification_email/',
  'POST /verify/:token',
]

describe('what is recorded', () => {
  const routes = recordedEvents.map(({ route }) => route)

  it('names each route once', () => {
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  })

  it('is decided for every endpoint: in the table, or in the list of those that are not', async () => {
    const keys = (await allEndpoints()).map(({ endpoint }) => routeKey(endpoint))
    expect({
      undecided: keys.filter((key) => !routes.includes(key) && !notRecorded.includes(key)),
      both: notRecorded.filter((key) => routes.includes(key)),
      gone: notRecorded.filter((key) => !keys.includes(key)),
    }).toEqual({ undecided: [], both: [], gone: [] })
  })
})
