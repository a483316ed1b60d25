import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStoredKey } from '#server/kernel/net/secrets.ts'
import { readDashboardOptions, tabOfWidget } from '#shared/dashboards/dashboard-options.ts'
import type { Dashboard, DashboardInList } from '#shared/dashboards/dashboards-api.ts'
import { gridColumns } from '#shared/dashboards/grid.ts'
import { dashboardParameters } from '#shared/dashboards/parameter-mappings.ts'
import { readGrid } from '#shared/dashboards/stored-grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { demoQueries } from './demo-queries.ts'
import { seedDemo } from './seed-demo.ts'

let sextant: AppUnderTest
let folder: string
let admin: Caller
let dashboards: Dashboard[]

const seed = () => seedDemo({ ...sextant.context, fileFolder: folder })

beforeAll(async () => {
  sextant = await appUnderTest({ setUp: false })
  folder = await mkdtemp(join(tmpdir(), 'sextant-demo-'))
  expect(await seed()).toEqual({ email: 'admin@example.com', password: expect.stringMatching(/^.{12}$/) })
  const { rows } = await sextant.context.pool.query<{ sealed: Buffer }>(
    'select encrypted_api_key as sealed from users',
  )
  const sealed = rows[0]?.sealed ?? Buffer.of()
  admin = sextant.withKey(readStoredKey(sextant.context.secrets, sealed) ?? '')
  const { results } = (await admin.get('/api/dashboards')).json<{ results: DashboardInList[] }>()
  dashboards = await Promise.all(
    results.map(async ({ id }) => (await admin.get(`/api/dashboards/${id}`)).json<Dashboard>()),
  )
}, 120_000)
afterAll(async () => {
  await sextant.close()
  await rm(folder, { recursive: true, force: true })
})

const named = (name: string) => {
  const found = dashboards.find((dashboard) => dashboard.name === name)
  if (found === undefined) throw new Error(`there is no dashboard ${name}`)
  return { ...found, widgets: found.widgets ?? [] }
}
const parametersOf = (widget: Widget) => readStoredParameters(widget.visualization?.query.options ?? {})

it('publishes two dashboards as favorites of the admin', () => {
  const facts = dashboards.map(({ name, is_draft, is_favorite, tags }) => [name, is_draft, is_favorite, tags])
  expect(facts.sort()).toEqual([
    ['Flights at a glance', false, true, ['flights']],
    ['Movies and cars', false, true, ['movies', 'cars']],
  ])
})

it('lays them out without gaps, tab by tab', () => {
  const tabs = dashboards.flatMap(({ widgets, options }) => {
    const all = widgets ?? []
    const ids = readDashboardOptions(options).tabs.map(({ id }) => id)
    return (ids.length === 0 ? [null] : ids).map((id) =>
      all.filter((widget) => tabOfWidget(widget.options, readDashboardOptions(options).tabs) === id),
    )
  })
  expect(tabs.map(({ length }) => length).sort()).toEqual([10, 6, 7])
  for (const widgets of tabs) {
    const items = readGrid(widgets, () => ({}))
    const stored = widgets.map(({ options }) => options.position)
    expect(stored).toMatchObject(items.map(({ col, row }) => ({ col, row })))
    const covered = items.reduce((sum, { sizeX, sizeY }) => sum + sizeX * sizeY, 0)
    expect(covered).toBe(gridColumns * Math.max(...items.map(({ row, sizeY }) => row + sizeY)))
  }
})

it('gives the flights two parameters that every widget uses, with the values of the stored runs', () => {
  const { widgets, options } = named('Flights at a glance')
  const mapped = widgets.map((widget) => ({ ...widget, parameters: parametersOf(widget) }))
  const parameters = dashboardParameters(mapped, readDashboardOptions(options))
  expect(parameters.map(({ title }) => title)).toEqual(['Period', 'Departing from'])
  for (const { visualization, parameters: own } of mapped) {
    if (visualization === undefined) continue
    expect(own.map(({ name, value }) => [name, value])).toEqual(
      parameters.map(({ name, value }) => [name, value]),
    )
  }
})

it('queues a run of each query, and every widget can get a result', async () => {
  const { rows } = await sextant.context.pool.query<{ count: number }>(
    'select count(distinct query_id)::integer as count from jobs',
  )
  expect(rows[0]?.count).toBe(demoQueries.length)
  for (const { id, widgets } of dashboards) {
    const shown = (widgets ?? []).filter(({ visualization }) => visualization !== undefined)
    const wanted = shown.map((widget) => ({
      id: widget.id,
      parameters: Object.fromEntries(parametersOf(widget).map(({ name, value }) => [name, value])),
    }))
    const reply = await admin.post(`/api/dashboards/${id}/results`, { widgets: wanted })
    // no worker runs here, so no result is stored; but no request is refused
    const lines = reply.body.trim().split('\n')
    expect(lines.map((line) => Object.keys(JSON.parse(line)).sort())).toEqual(
      lines.map(() => ['missing', 'widget_ids']),
    )
  }
})

it('shares the flights publicly', async () => {
  const { api_key: token } = named('Flights at a glance')
  const reply = await sextant.anonymous.get(`/api/dashboards/public/${token}`)
  expect([reply.statusCode, reply.json().name]).toEqual([200, 'Flights at a glance'])
  expect(named('Movies and cars')).not.toHaveProperty('api_key')
})

it('does not change an instance that is set up', async () => {
  expect(await seed()).toBeNull()
  expect((await admin.get('/api/dashboards')).json().count).toBe(2)
})
