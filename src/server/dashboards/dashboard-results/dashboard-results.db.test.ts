import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryHash } from '#server/runs/index.ts'
import type { DashboardResultLine } from '#shared/dashboards/dashboard-results-api.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createResult,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { statementsOf } from '#test/statements-of.ts'
import { inlineLimits } from './result-lines.ts'

let app: AppUnderTest
let member: Caller
let viewer: Caller
let outsider: Caller
let source: { id: number }

beforeAll(async () => {
  app = await appUnderTest({ clock: () => new Date('2026-03-10T12:00:00Z') })
  ;[member, viewer, outsider] = await Promise.all([
    app.as(app.member),
    app.as(app.viewer),
    app.as(app.outsider),
  ])
  source = await createDataSource(app.context, {
    groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
  })
})
afterAll(() => app.close())

const number = (name: string, more = {}) => ({ name, title: name, type: 'number', value: 1, ...more })

/** A widget of a new query on this dashboard. */
async function widgetOf(
  dashboard: { id: number },
  query: { query?: string; options?: Record<string, unknown>; data_source_id?: number },
  options: Record<string, unknown> = {},
) {
  const created = await createQuery(app.context, { data_source_id: source.id, ...query })
  const visualization = await createVisualization(app.context, { query_id: created.id })
  const widget = await createWidget(app.context, {
    ...{ dashboard_id: dashboard.id, visualization_id: visualization.id, options },
  })
  return { ...widget, query: created }
}

/** A stored result of this complete text. */
const store = (text: string, more: Parameters<typeof createResult>[1] = {}) =>
  createResult(app.context, {
    ...{ data_source_id: source.id, query: text, query_hash: queryHash(text, null), ...more },
  })

async function ask(
  caller: Caller,
  dashboard: { id: number },
  widgets: { id: number; parameters?: Record<string, unknown> | null }[],
): Promise<DashboardResultLine[]> {
  const reply = await caller.post(`/api/dashboards/${dashboard.id}/results`, { widgets })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ])
  return readLines(reply.body)
}

function readLines(text: string): DashboardResultLine[] {
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line))
}

/** Node decodes only the first frame, so cut the reply where frames begin. */
function framesOf(payload: Buffer): Buffer[] {
  const starts: number[] = []
  const magic = Buffer.of(0x28, 0xb5, 0x2f, 0xfd)
  for (let at = payload.indexOf(magic); at !== -1; at = payload.indexOf(magic, at + 1)) starts.push(at)
  return starts.map((start, index) => payload.subarray(start, starts[index + 1]))
}

const rowsOf = (line: DashboardResultLine | undefined) =>
  line !== undefined && 'query_result' in line ? line.query_result.data.rows : null

describe('results of a dashboard in one request', () => {
  it('is for users who may open the dashboard', async () => {
    const dashboard = await createDashboard(app.context)
    const widget = await widgetOf(dashboard, {})
    const path = `/api/dashboards/${dashboard.id}/results`
    const body = { widgets: [{ id: widget.id }] }
    expect((await app.anonymous.post(path, body)).statusCode).toBe(401)
    expect((await member.post(path, { widgets: [{ id: 'one' }] })).statusCode).toBe(400)
    expect((await member.post(path, {})).statusCode).toBe(400)
    expect((await outsider.post(path, body)).statusCode).toBe(403)
    expect((await member.post('/api/dashboards/2000000000/results', body)).statusCode).toBe(404)
    expect((await member.post(path, body)).statusCode).toBe(200)
  })

  it('returns what is stored, in the requested order, and runs nothing', async () => {
    const dashboard = await createDashboard(app.context)
    const first = await widgetOf(dashboard, { query: 'select 11' })
    const second = await widgetOf(dashboard, { query: 'select 12' })
    const third = await widgetOf(dashboard, { query: 'select 13' })
    await store('select 11', { rows: [{ n: 1 }] })
    const newest = await store('select 12', { rows: [{ n: 2 }, { n: 3 }] })
    await store('select 12', { rows: [{ n: 0 }], retrieved_at: new Date('2020-01-01') })
    const lines = await ask(viewer, dashboard, [{ id: third.id }, { id: second.id }, { id: first.id }])
    expect(lines.map(({ widget_ids }) => widget_ids)).toEqual([[third.id], [second.id], [first.id]])
    expect(lines[0]).toEqual({ widget_ids: [third.id], missing: true })
    expect(lines[1]).toMatchObject({
      query_result: { id: newest.id, query: 'select 12', data: { rows: [{ n: 2 }, { n: 3 }] } },
    })
    expect(rowsOf(lines[2])).toEqual([{ n: 1 }])
    expect(await app.context.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('sends the stored frames unchanged to clients of zstd, with the same content', async () => {
    const dashboard = await createDashboard(app.context)
    const asked = []
    for (const text of ['select 21', 'select 22', 'select 23']) {
      asked.push({ id: (await widgetOf(dashboard, { query: text })).id })
      await store(text, { rows: [{ n: text }] })
    }
    asked.push({ id: 2_000_000_000 })
    const path = `/api/dashboards/${dashboard.id}/results`
    const plain = await member.post(path, { widgets: asked })
    const packed = await member.post(
      path,
      { widgets: asked },
      { headers: { 'accept-encoding': 'zstd, gzip' } },
    )
    expect(packed.headers['content-encoding']).toBe('zstd')
    const frames = framesOf(packed.rawPayload)
    expect(frames.length).toBe(7)
    expect(Buffer.concat(frames.map((frame) => zstdDecompressSync(frame))).toString()).toBe(plain.body)
    expect(readLines(plain.body).map(rowsOf)).toEqual([
      [{ n: 'select 21' }],
      [{ n: 'select 22' }],
      [{ n: 'select 23' }],
      null,
    ])
  })

  it('merges the same query with the same values, leaves out text boxes, reports missing widgets', async () => {
    const dashboard = await createDashboard(app.context)
    const other = await widgetOf(await createDashboard(app.context), {})
    const one = await widgetOf(dashboard, { query: 'select {{n}}', options: { parameters: [number('n')] } })
    const visualization = await createVisualization(app.context, { query_id: one.query.id })
    const twin = await createWidget(app.context, {
      ...{ dashboard_id: dashboard.id, visualization_id: visualization.id },
    })
    const box = await createWidget(app.context, { dashboard_id: dashboard.id, text: 'A heading' })
    await store('select 5', { rows: [{ n: 5 }] })
    const lines = await ask(member, dashboard, [
      { id: box.id },
      { id: one.id, parameters: { n: 5 } },
      { id: other.id },
      { id: twin.id, parameters: { n: 5 } },
      { id: one.id, parameters: { n: 6 } },
    ])
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({ widget_ids: [one.id, twin.id], query_result: { query: 'select 5' } })
    expect(lines[1]).toMatchObject({ widget_ids: [other.id], error: { code: 'not_found' } })
  })

  it('resolves dynamic dates in the zone of the organization, and uses the dashboard’s initial values', async () => {
    await app.context.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ time_zone: 'Pacific/Auckland' }) })
      .execute()
    const dashboard = await createDashboard(app.context, {
      options: { parameters: [{ name: 'size', value: 7 }] },
    })
    const day = { name: 'day', title: 'day', type: 'date', value: 'd_now' }
    const options = { parameters: [day, number('n')] }
    const widget = await widgetOf(
      dashboard,
      { query: `select '{{day}}', {{n}}`, options },
      { parameterMappings: { n: { name: 'n', type: 'dashboard-level', mapTo: 'size' } } },
    )
    // noon in Greenwich is the next day there
    await store(`select '2026-03-11', 7`, { rows: [{ n: 7 }] })
    expect(rowsOf((await ask(member, dashboard, [{ id: widget.id }]))[0])).toEqual([{ n: 7 }])
    const sent = [{ id: widget.id, parameters: { day: 'd_now', n: 8 } }]
    expect((await ask(member, dashboard, sent))[0]).toEqual({ widget_ids: [widget.id], missing: true })
  })

  it('checks each widget like a run of its query', async () => {
    const hidden = await createDataSource(app.context)
    const paused = await createDataSource(app.context, {
      ...{ is_paused: true, groups: { [app.viewerGroup]: true } },
    })
    const dashboard = await createDashboard(app.context)
    const text = { parameters: [{ name: 'x', title: 'x', type: 'text', value: 'a' }] }
    const seen = await widgetOf(dashboard, { query: 'select 31' })
    const restricted = await widgetOf(dashboard, { query: 'select 32', data_source_id: hidden.id })
    const unsafe = await widgetOf(dashboard, { query: 'select 1 from {{x}}', options: text })
    const wrong = await widgetOf(dashboard, {
      ...{ query: 'select {{n}}', options: { parameters: [number('n')] } },
    })
    const stopped = await widgetOf(dashboard, { query: 'select 33', data_source_id: paused.id })
    const stored = await widgetOf(dashboard, { query: 'select 34', data_source_id: paused.id })
    await store('select 31')
    await store('select 32', { data_source_id: hidden.id, rows: [{ n: 'a secret' }] })
    await store('select 1 from a', { rows: [{ n: 'a secret' }] })
    await store('select 34', { data_source_id: paused.id })
    const asked = [
      ...[{ id: seen.id }, { id: restricted.id }, { id: unsafe.id, parameters: { x: 'a' } }],
      ...[{ id: wrong.id, parameters: { n: 'no' } }, { id: stopped.id }, { id: stored.id }],
    ]
    const reply = await viewer.post(`/api/dashboards/${dashboard.id}/results`, { widgets: asked })
    expect(reply.body).not.toMatch('a secret')
    const codes = readLines(reply.body).map((line) =>
      'error' in line ? line.error.code : Object.keys(line)[1],
    )
    expect(codes).toEqual([
      'query_result',
      'execution.not_permitted',
      'execution.unsafe_view_only',
      'execution.invalid_parameters',
      'execution.paused',
      'query_result',
    ])
    expect(rowsOf((await ask(member, dashboard, [asked[2] ?? { id: 0 }]))[0])).toEqual([{ n: 'a secret' }])
  })

  it('sends ids of larger results, and of those beyond the total limit', async () => {
    const dashboard = await createDashboard(app.context)
    const rows = (bytes: number) => [{ n: 'x'.repeat(bytes) }]
    const large = await widgetOf(dashboard, { query: 'select 41' })
    const stored = await store('select 41', { rows: rows(inlineLimits.one + 1) })
    const count = Math.floor(inlineLimits.all / (inlineLimits.one * 0.9)) + 2
    const many: { id: number }[] = []
    for (let index = 0; index < count; index++) {
      many.push(await widgetOf(dashboard, { query: `select 42, ${index}` }))
      await store(`select 42, ${index}`, { rows: rows(inlineLimits.one * 0.9) })
    }
    const lines = await ask(
      member,
      dashboard,
      [large, ...many].map(({ id }) => ({ id })),
    )
    expect(lines[0]).toEqual({ widget_ids: [large.id], query_result_id: stored.id })
    const along = lines.filter((line) => 'query_result' in line)
    expect(along).toHaveLength(Math.floor(inlineLimits.all / (inlineLimits.one * 0.9)))
    expect(lines.slice(-2).every((line) => 'query_result_id' in line)).toBe(true)
  })

  it('reports a result deleted in the meantime as missing', async () => {
    const dashboard = await createDashboard(app.context)
    const widget = await widgetOf(dashboard, { query: 'select 51' })
    const { id } = await store('select 51')
    await app.context.db.deleteFrom('query_result_chunks').where('result_id', '=', id).execute()
    expect(await ask(member, dashboard, [{ id: widget.id }])).toEqual([
      { widget_ids: [widget.id], missing: true },
    ])
  })
})

describe('the number of statements', () => {
  /** Widgets with dropdown lists, dynamic dates and their own values, each with its own query. */
  async function dashboardOf(count: number, prefix: string) {
    const dashboard = await createDashboard(app.context)
    const asked: { id: number; parameters: Record<string, unknown> }[] = []
    for (let index = 0; index < count; index++) {
      const list = await createQuery(app.context, { data_source_id: source.id, query: 'select 1' })
      await createResult(app.context, { query_id: list.id, rows: [{ n: index }, { n: -1 }] })
      const parameters = [
        { name: 'city', title: 'city', type: 'query', queryId: list.id, value: null },
        { name: 'day', title: 'day', type: 'date', value: 'd_now' },
      ]
      const text = `select '${prefix}', {{city}}, '{{day}}'`
      const widget = await widgetOf(dashboard, { query: text, options: { parameters } })
      asked.push({ id: widget.id, parameters: { city: `${index}`, day: '2026-01-02' } })
      await store(`select '${prefix}', ${index}, '2026-01-02'`, { rows: [{ n: index }] })
    }
    return { dashboard, asked }
  }

  it('is the same for 1, 10 and 100 widgets', async () => {
    const counts: number[] = []
    for (const count of [1, 10, 100]) {
      const { dashboard, asked } = await dashboardOf(count, `of ${count}`)
      let lines: DashboardResultLine[] = []
      counts.push(
        await statementsOf(async () => {
          lines = await ask(member, dashboard, asked)
        }),
      )
      expect(lines.map(rowsOf)).toEqual(asked.map((_, index) => [{ n: index }]))
    }
    expect(new Set(counts).size, counts.join(' ')).toBe(1)
    expect(counts[0]).toBeLessThanOrEqual(12)
  }, 60_000)
})
