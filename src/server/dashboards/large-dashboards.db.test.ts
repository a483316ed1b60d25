import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createVisualization,
  shareBy,
} from '#test/factories.ts'

let app: AppUnderTest
let member: Caller
let source: number
beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  const groups = { [app.organization.defaultGroup]: false }
  source = (await createDataSource(app.context, { groups })).id
})
afterAll(() => app?.close())

const megabyte = 'x'.repeat(1_000_000)

/** A shared dashboard that shows one visualization many times. */
async function dashboardOf(
  count: number,
  {
    text = 'select 1',
    ofQuery = {},
    ofVisualization = {},
  }: { text?: string; ofQuery?: Options; ofVisualization?: Options },
) {
  const { context } = app
  const query = await createQuery(context, {
    ...{ data_source_id: source, user_id: app.member.id, query: text, options: ofQuery },
  })
  const visualization = await createVisualization(context, { query_id: query.id, options: ofVisualization })
  const dashboard = await createDashboard(context, { user_id: app.member.id })
  await context.pool.query(
    `insert into widgets (dashboard_id, visualization_id, width) select $1, $2, 1 from generate_series(1, $3::integer)`,
    [dashboard.id, visualization.id, count],
  )
  const token = `token-of-a-large-dashboard-${dashboard.id}`
  await shareBy(context, dashboard, token)
  return { ...dashboard, token, visualization, query }
}
type Options = Record<string, unknown>

it('a long text of a query is left out where a dashboard repeats it too often, and the reply says so', async () => {
  const small = await dashboardOf(10, { text: `select 1 -- ${megabyte.slice(100)}` })
  const [first] = (await member.get(`/api/dashboards/${small.id}`)).json().widgets
  expect(first.visualization.query).not.toHaveProperty('is_text_left_out')
  expect(first.visualization.query.query).toMatch(/^select 1/)

  const large = await dashboardOf(500, { text: `select 1 -- ${megabyte.slice(100)}` })
  const reply = await member.get(`/api/dashboards/${large.id}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.json().widgets).toHaveLength(500)
  expect(reply.json().widgets[0].visualization.query).toMatchObject({ query: '', is_text_left_out: true })
  expect(reply.body.length).toBeLessThan(2_000_000)
})

it('a dashboard whose widgets hold too much is refused, before it is read', async () => {
  const options = { text: 'x'.repeat(200_000) }
  for (const content of [{ ofQuery: options }, { ofVisualization: options }]) {
    const { id, token, visualization } = await dashboardOf(100, content)
    const widget = { dashboard_id: id, visualization_id: visualization.id, text: '', width: 1, options: {} }
    for (const reply of [
      await member.get(`/api/dashboards/${id}`),
      await member.post(`/api/dashboards/${id}/results`, { widgets: [] }),
      await member.post(`/api/dashboards/${id}/fork`),
      await member.post('/api/widgets', widget),
      await app.anonymous.get(`/api/dashboards/public/${token}`),
      await app.anonymous.post(`/api/dashboards/public/${token}/results`, { widgets: [] }),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'dashboard.too_large'])
    }
  }
})

it('a widget may not grow beyond what a dashboard holds, but may shrink', async () => {
  const { id } = await dashboardOf(79, { ofVisualization: { text: 'x'.repeat(200_000) } })
  const body = { dashboard_id: id, text: 'a', options: { note: 'x'.repeat(100_000) } }
  const widget = (await member.post('/api/widgets', body)).json()
  const grow = async (note: string) =>
    (await member.post(`/api/widgets/${widget.id}`, { options: { note } })).json().code
  expect(await grow('x'.repeat(250_000))).toBe('dashboard.too_large')
  expect(await grow('x'.repeat(50_000))).toBeUndefined()
})

it('a list leaves out long texts of queries when they are too much together', async () => {
  const { context } = app
  const ids: number[] = []
  for (let place = 0; place < 20; place++) {
    const query = `select ${place} -- ${place === 0 ? '' : megabyte.slice(100)}`
    const values = { data_source_id: source, user_id: app.member.id, is_draft: false, query }
    ids.push((await createQuery(context, values)).id)
  }
  const listed: { id: number; query: string; is_text_left_out?: true }[] = (
    await member.get('/api/queries?page_size=250')
  ).json().results
  const texts = new Map(listed.map((query) => [query.id, query]))
  expect(texts.get(ids[0] ?? 0)?.query).toBe('select 0 -- ')
  expect(texts.get(ids[1] ?? 0)).toMatchObject({ query: '', is_text_left_out: true })
  const page = (await member.get('/api/queries?page_size=5')).json().results
  expect(page[0].query).not.toBe('')
  // lists judge queries: a missing text must not be judged and stored as a safe one
  const detail = (await member.get(`/api/queries/${ids[1]}`)).json()
  expect(detail.query).toMatch(/^select 1 -- x/)
  expect(detail).not.toHaveProperty('is_text_left_out')
})
