import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAlert } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createUser,
  createVersion,
  createVisualization,
  createWidget,
} from '#test/factories.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

/** Requests of a user that leave something open to others. */
async function openings() {
  const { context } = app
  const user = await createUser(context)
  const source = await createDataSource(context, { groups: { [app.organization.defaultGroup]: false } })
  const query = await createQuery(context, { data_source_id: source.id, user_id: user.id })
  const version = await createVersion(context, { query_id: query.id })
  const visualization = await createVisualization(context, { query_id: query.id })
  const dashboard = await createDashboard(context, { user_id: user.id })
  await createWidget(context, { dashboard_id: dashboard.id, visualization_id: visualization.id })
  const alert = await createAlert(context, { query_id: query.id, user_id: user.id })
  const schedule = { interval: 3600, time: null, day_of_week: null, until: null }
  const options = { column: 'n', op: '>', value: 1 }
  const requests: [string, 'POST' | 'DELETE', string, object][] = [
    ['a query', 'POST', '/api/queries', { data_source_id: source.id, query: 'select 1', name: 'x' }],
    ['a copy', 'POST', `/api/queries/${query.id}/fork`, {}],
    ['a key', 'POST', `/api/queries/${query.id}/regenerate_api_key`, {}],
    ['a schedule', 'POST', `/api/queries/${query.id}`, { schedule }],
    ['a version', 'POST', `/api/queries/${query.id}/versions/${version.id}/restore`, {}],
    ['a share', 'POST', `/api/dashboards/${dashboard.id}/share`, {}],
    ['an alert', 'POST', '/api/alerts', { query_id: query.id, name: 'x', options }],
    ['a changed alert', 'POST', `/api/alerts/${alert.id}`, { options }],
    ['a sounding alert', 'DELETE', `/api/alerts/${alert.id}/mute`, {}],
  ]
  return { user, requests }
}

it('a user who is being disabled opens nothing more', async () => {
  const { requests: all } = await openings()
  for (const index of all.keys()) {
    const { user, requests } = await openings()
    const [what, method, path, body] = requests[index] ?? ['none', 'POST', '/', {}]
    const key = app.withKey(user.api_key)
    // the first visit is recorded, which would wait too
    await key.get('/api/session')
    const disabled = { disabled_at: new Date() }
    const reply = await duringChange(
      app,
      (tx) => tx.updateTable('users').set(disabled).where('id', '=', user.id).execute(),
      () => key.request(method, path, body),
    )
    expect([what, reply.statusCode, reply.json().code]).toEqual([what, 401, 'auth.required'])
  }
})
