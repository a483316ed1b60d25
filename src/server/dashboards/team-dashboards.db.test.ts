import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createVisualization,
  createWidget,
} from '#test/factories.ts'

let sextant: AppUnderTest
let admin: Caller
let member: Caller
let viewer: Caller
let source: { id: number }
beforeAll(async () => {
  sextant = await appUnderTest()
  admin = await sextant.as(sextant.admin)
  member = await sextant.as(sextant.member)
  viewer = await sextant.as(sextant.viewer)
  source = await createDataSource(sextant.context, {
    groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
  })
})
afterAll(() => sextant?.close())

async function make(name: string, more: { is_draft?: boolean; is_archived?: boolean } = {}): Promise<number> {
  const { id } = await createDashboard(sextant.context, { user_id: sextant.admin.id, name, ...more })
  const query = await createQuery(sextant.context, { data_source_id: source.id })
  const visualization = await createVisualization(sextant.context, { query_id: query.id })
  await createWidget(sextant.context, { dashboard_id: id, visualization_id: visualization.id })
  return id
}
const team = async (caller: Caller) => {
  const reply = await caller.get('/api/dashboards/team')
  expect(reply.statusCode).toBe(200)
  const rows: { name: string; is_pinned: boolean }[] = reply.json()
  return rows.map(({ name, is_pinned }) => (is_pinned ? `${name} (pinned)` : name))
}
const opened = (user: { id: number }, dashboard: number, daysAgo = 1) =>
  sql`insert into events (org_id, user_id, action, object_type, object_id, created_at) values (
    ${sextant.organization.id}, ${user.id}, 'view', 'dashboard', ${String(dashboard)},
    now() - make_interval(days => ${daysAgo}::integer))`.execute(sextant.context.db)

it('shows a new colleague what many have starred and opened, and what an admin has pinned', async () => {
  const outsider = await sextant.as(sextant.outsider)
  expect(await team(viewer)).toEqual([])
  const [quiet, starred, used, old] = [
    await make('quiet'),
    await make('starred'),
    await make('used'),
    await make('old'),
  ]
  await make('draft', { is_draft: true })
  await make('archived', { is_archived: true })
  await member.post(`/api/dashboards/${starred}/favorite`)
  await opened(sextant.member, used)
  await opened(sextant.member, used)
  await opened(sextant.admin, used)
  for (const user of [sextant.member, sextant.admin, sextant.viewer]) await opened(user, old, 60)
  expect(await team(viewer)).toEqual(['starred', 'used', 'old', 'quiet'])
  expect((await admin.post(`/api/dashboards/${quiet}/pin`)).statusCode).toBe(200)
  expect(await team(viewer)).toEqual(['quiet (pinned)', 'starred', 'used', 'old'])
  // of the viewer's data sources only
  expect(await team(outsider)).toEqual([])
  const shown = async (caller: Caller) => (await caller.get(`/api/dashboards/${quiet}`)).json().is_pinned
  expect([await shown(admin), await shown(member)]).toEqual([true, undefined])
  await admin.delete(`/api/dashboards/${quiet}/pin`)
  // its place counts those two looks as soon as they are in the audit log
  expect((await team(viewer)).toSorted()).toEqual(['old', 'quiet', 'starred', 'used'])
  expect(await shown(admin)).toBe(false)
})

it('pins only what others see, and keeps the pins through changes of the settings', async () => {
  const [draft, archived] = [await make('d', { is_draft: true }), await make('a', { is_archived: true })]
  for (const id of [draft, archived]) {
    expect((await admin.post(`/api/dashboards/${id}/pin`)).statusCode).toBe(400)
  }
  expect((await admin.post('/api/dashboards/999999/pin')).statusCode).toBe(404)
  const id = await make('kept')
  expect((await member.post(`/api/dashboards/${id}/pin`)).statusCode).toBe(403)
  expect((await sextant.anonymous.post(`/api/dashboards/${id}/pin`)).statusCode).toBe(401)
  await admin.post(`/api/dashboards/${id}/pin`)
  expect((await admin.post('/api/settings/organization', { null_value: '–' })).statusCode).toBe(200)
  expect((await team(viewer))[0]).toBe('kept (pinned)')
  expect((await admin.get('/api/settings/organization')).json().settings).not.toHaveProperty(
    'pinned_dashboards',
  )
})
