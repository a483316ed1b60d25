import { describe, expect, it } from 'vitest'
import { allEndpoints, routeKey } from '#test/house-rules/all-endpoints.ts'
import { recordedEvents } from './recorded-events.ts'

/** Routes other than GET without an event of their own, and why. */
const unrecorded: Readonly<Record<string, string>> = {
  'DELETE /api/jobs/:id': 'a cancelled run is part of the run, which is recorded',
  'POST /api/dashboards/:id/results': 'reads stored results for a page that is recorded',
  'POST /api/dashboards/public/:token/results': 'reads stored results for a page that is recorded',
  'POST /api/dashboards/public/:token/widgets/:widget_id/results': 'part of a visit that is recorded',
  'POST /api/dashboards/public/:token/widgets/:widget_id/dropdowns/:query_id':
    'part of a visit that is recorded',
  'POST /api/data_sources/:id/files/:file_id/parts/:part': 'part of an upload that is recorded',
  'POST /api/data_sources/:id/files/:file_id/reading': 'part of an upload that is recorded',
  'POST /api/git-sync/webhook': 'its run is listed with the other syncs',
  'POST /api/queries/:id/dropdown': 'reads the entries of a list',
  'POST /api/queries/:id/dropdowns/:dropdown_id': 'reads the entries of a list',
  'POST /api/queries/format': 'changes nothing',
  'POST /api/dashboards/:id/versions/:version_id/restore': 'the version that it makes says so',
  'POST /api/queries/:id/versions/:version_id/restore': 'the version that it makes says so',
  'POST /api/visualizations': 'part of its query, whose versions say so',
  'POST /api/visualizations/:id': 'part of its query, whose versions say so',
  'POST /api/widgets': 'part of its dashboard, whose versions say so',
  'POST /api/widgets/:id': 'part of its dashboard, whose versions say so',
  'POST /api/events': 'records what the client reports',
  'POST /api/query_results/estimate': 'reads no rows and stores nothing',
  'POST /api/users/:id/second_factor': 'the factor is in force only once it is confirmed, which is recorded',
  'POST /api/csp-report': 'browsers report what a page tried; the log has it',
  'POST /forgot': 'anyone may ask; the new password is recorded',
  'POST /saml/callback': 'leads to GET /saml/complete, which is recorded',
  'POST /verification_email/': 'only sends a mail',
  'POST /verify/:token': 'an address that is verified changes no right',
}

describe('what is recorded', () => {
  const routes = recordedEvents.map(({ route }) => route)

  it('names each route once', () => {
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  })

  it('includes every change, except those listed here', async () => {
    const keys = (await allEndpoints()).map(({ endpoint }) => routeKey(endpoint))
    const changes = keys.filter((key) => !key.startsWith('GET '))
    const missing = changes.filter((key) => !routes.includes(key))
    expect(missing.toSorted()).toEqual(Object.keys(unrecorded).toSorted())
  })

  it('names endpoints of the API that exist', async () => {
    const keys = (await allEndpoints()).map(({ endpoint }) => routeKey(endpoint))
    const api = routes.filter((route) => route.includes(' /api/'))
    expect(api.length).toBeGreaterThan(50)
    expect(api.filter((route) => !keys.includes(route))).toEqual([])
  })
})
