import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentObject, contentKinds } from '#shared/content/content-objects.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createSnippet,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { type ContentCommandNeeds, diff, pull, push } from './client/content-commands.ts'

let app: AppUnderTest
let url: string
const folders: string[] = []
beforeAll(async () => {
  app = await appUnderTest()
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
  await app.close()
})

const admin = () => app.withKey(app.admin.api_key)

async function contentOf(kind: string): Promise<ContentObject[]> {
  const { objects } = (await admin().get(`/api/content/${kind}`)).json<{ objects: ContentObject[] }>()
  return objects
}

const allContent = async () => (await Promise.all(contentKinds.map(contentOf))).flat()

type Sent = { base?: string | null; object: object; is_older?: boolean }
const send = (changes: Sent[], more: object = {}) =>
  admin().post('/api/content', {
    is_dry_run: false,
    deletions: [],
    changes: changes.map(({ base = null, object, ...rest }) => ({
      base,
      object: JSON.stringify(object),
      ...rest,
    })),
    ...more,
  })

const snippet = (trigger: string, text = 'select 1') => ({
  ...{ kind: 'snippet' as const, id: randomUUID(), trigger, description: '', snippet: text },
})

async function command(folder?: string) {
  const at = folder ?? (await mkdtemp(join(tmpdir(), 'sextant-content-')))
  if (folder === undefined) folders.push(at)
  const lines: string[] = []
  const needs: ContentCommandNeeds = {
    ...{ folder: at, url, key: app.admin.api_key },
    out: (line) => lines.push(line),
    say: (line) => lines.push(`! ${line}`),
  }
  return { needs, lines, folder: at }
}

const plainly = { isDryRun: false, deletes: false, overwrites: false }

async function wipe() {
  const { db } = app.context
  for (const table of ['alerts', 'dashboards', 'visualizations', 'queries', 'query_snippets'] as const)
    await db.deleteFrom(table).execute()
}

/** A team's content: a dropdown on another query, a shown chart, a text box, an alert to a destination. */
async function makeContent() {
  await wipe()
  const source = await createDataSource(app.context, { name: `Shop ${randomUUID()}` })
  const cities = await createQuery(app.context, { data_source_id: source.id, name: 'Cities' })
  const parameters = [
    { name: 'city', title: 'City', type: 'query', queryId: cities.id, value: null },
    { name: 'n', title: 'n', type: 'number', value: 3 },
  ]
  const orders = await createQuery(app.context, {
    ...{
      data_source_id: source.id,
      name: 'Orders: ünï',
      query: 'select *\nfrom orders -- {{ city }} {{ n }}\n',
    },
    ...{ options: { parameters }, tags: ['sales', 'a b'] },
  })
  const chart = await createVisualization(app.context, {
    ...{
      query_id: orders.id,
      type: 'CHART',
      name: 'By day',
      options: { columnMapping: { x: 'day', y: 'y' } },
    },
  })
  const dashboard = await createDashboard(app.context, { name: 'Sales', tags: ['t'], options: { tabs: [] } })
  const position = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
  await createWidget(app.context, {
    ...{ dashboard_id: dashboard.id, visualization_id: chart.id, options: { position } },
  })
  await createWidget(app.context, { dashboard_id: dashboard.id, text: '# Hello\n\nthere' })
  const target = `Hook ${randomUUID()}`
  const destination = await admin().post('/api/destinations', {
    ...{ name: target, type: 'slack', options: { url: 'https://hooks.example.com/x' } },
  })
  const plain = await createQuery(app.context, { data_source_id: source.id, name: 'Plain' })
  const options = { column: 'n', op: '>', value: 3 }
  const alert = await admin().post('/api/alerts', {
    name: 'Too many',
    query_id: plain.id,
    options,
    rearm: 60,
  })
  await admin().post(`/api/alerts/${alert.json().id}/subscriptions`, {
    destination_id: destination.json().id,
  })
  await createSnippet(app.context)
  return { source, cities, orders, chart, dashboard, alert: alert.json().id as number }
}

describe('a pull, a wipe and a push', () => {
  it('make the same content again', async () => {
    await makeContent()
    const before = await allContent()
    expect(new Set(before.map(({ kind }) => kind))).toEqual(new Set(contentKinds))
    const { needs, lines, folder } = await command()
    expect(await pull(needs, false)).toBe(0)
    await wipe()
    expect((await allContent()).filter(({ kind }) => kind !== 'group')).toEqual([])
    expect(await push(needs, { ...plainly, isDryRun: true })).toBe(0)
    expect((await allContent()).filter(({ kind }) => kind !== 'group')).toEqual([])
    expect(await push(needs, plainly)).toBe(0)
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([])
    const byKey = (objects: ContentObject[]) => new Map(objects.map((one) => [`${one.kind}:${one.id}`, one]))
    expect(byKey(await allContent())).toEqual(byKey(before))

    // and nothing more is to do
    const again = await command(folder)
    expect(await push(again.needs, { ...plainly, deletes: true })).toBe(0)
    expect(again.lines).toEqual(['0 created, 0 updated, 0 deleted.'])
    expect(await diff(again.needs)).toBe(0)
    expect(again.lines.slice(1)).toEqual([])
    expect(await pull(again.needs, false)).toBe(0)
    expect(again.lines.slice(1).filter((line) => line.startsWith('wrote'))).toEqual([])
  })

  it('store what the instance needs: ids of dropdowns, and the result of the text', async () => {
    const { db } = app.context
    const made = await db.selectFrom('queries').where('name', '=', 'Orders: ünï').selectAll().execute()
    const cities = await db.selectFrom('queries').where('name', '=', 'Cities').select('id').execute()
    expect(made).toHaveLength(1)
    const parameters = JSON.parse(made[0]?.options ?? '{}').parameters
    expect(parameters[0]).toEqual({ ...parameters[0], queryId: cities[0]?.id })
    expect(Object.keys(parameters[0])).not.toContain('query')
    const versions = await db
      .selectFrom('query_versions')
      .where('query_id', '=', made[0]?.id ?? 0)
      .selectAll()
      .execute()
    expect(versions.map(({ kind }) => kind).sort()).toEqual(['created', 'saved'])
  })
})

describe('changes on both sides', () => {
  it('of a file are shown and pushed; those made in the application since are not overwritten', async () => {
    const { orders, cities } = await makeContent()
    const { needs, lines, folder } = await command()
    await pull(needs, false)
    const wrote = lines.find((line) => /wrote queries\/orders-ünï.*query\.sql/.test(line))
    const path = join(folder, wrote?.slice('wrote '.length) ?? 'missing')
    await writeFile(path, 'select 2\n')
    const plan = await command(folder)
    await diff(plan.needs)
    expect(plan.lines.join('\n')).toContain('-from orders -- {{ city }} {{ n }}')
    expect(plan.lines.join('\n')).toContain('+select 2')
    await push(plan.needs, { ...plainly, isDryRun: true })
    expect(plan.lines).toContain('~ query "Orders: ünï" (text)')

    // another user saves the same query, and another one
    await admin().post(`/api/queries/${orders.id}`, { query: 'select 3' })
    await admin().post(`/api/queries/${cities.id}`, { name: 'Towns' })
    const conflict = await command(folder)
    expect(await push(conflict.needs, plainly)).toBe(1)
    expect(conflict.lines.join('\n')).toContain(
      '! ! query "Orders: ünï": It was changed here since the last pull or push.',
    )
    expect(conflict.lines.at(-1)).toBe('! Nothing was written.')
    expect((await admin().get(`/api/queries/${orders.id}`)).json().query).toBe('select 3')

    // a pull takes the other one, and keeps the file
    const second = await command(folder)
    expect(await pull(second.needs, false)).toBe(1)
    expect(second.lines.join('\n')).toContain('was changed here and there: the file stays.')
    expect(await readFile(path, 'utf8')).toBe('select 2\n')
    expect(await push(second.needs, { ...plainly, overwrites: true })).toBe(0)
    expect((await admin().get(`/api/queries/${orders.id}`)).json().query).toBe('select 2')
    expect((await admin().get(`/api/queries/${cities.id}`)).json().name).toBe('Towns')
  })

  it('are known to the instance after a push, so that another clone of the folder can go on and go back', async () => {
    const one = snippet(`t${randomUUID()}`)
    expect((await send([{ object: one }])).json().is_applied).toBe(true)
    const changed = { ...one, snippet: 'select 2' }
    // `base` is older than both pushes
    expect((await send([{ object: changed, base: 'unknown' }])).json().results).toMatchObject([
      { outcome: 'updated' },
    ])
    expect((await send([{ object: one, base: 'unknown', is_older: true }])).json().results).toMatchObject([
      { outcome: 'updated' },
    ])
    const [row] = await app.context.db
      .selectFrom('query_snippets')
      .where('uuid', '=', one.id)
      .select('id')
      .execute()
    await admin().post(`/api/query_snippets/${row?.id}`, { snippet: 'select 3' })
    expect((await send([{ object: one, is_older: true }])).json().results).toMatchObject([
      { outcome: 'left' },
    ])
    expect((await send([{ object: changed }])).json()).toMatchObject({
      is_applied: false,
      results: [{ outcome: 'conflict' }],
    })
  })

  it('deletes only what was asked for, and archives queries and dashboards', async () => {
    const { dashboard, orders } = await makeContent()
    const { needs, folder } = await command()
    await pull(needs, false)
    await rm(join(folder, 'dashboards'), { recursive: true })
    const without = await command(folder)
    await push(without.needs, plainly)
    expect(without.lines).toContain('  dashboard "Sales" is not in the folder; --delete would delete it.')
    expect((await admin().get(`/api/dashboards/${dashboard.id}`)).json().is_archived).toBe(false)
    await push(without.needs, { ...plainly, deletes: true })
    expect(without.lines).toContain('- dashboard "Sales"')
    expect((await admin().get(`/api/dashboards/${dashboard.id}`)).json().is_archived).toBe(true)
    expect((await admin().get(`/api/queries/${orders.id}`)).json().is_archived).toBe(false)
    // a pull does not bring it back, and its file would
    await pull(without.needs, false)
    expect((await contentOf('dashboard')).map(({ id }) => id)).not.toContain(dashboard.id)
  })
})

describe('a push', () => {
  it('is one transaction: one refusal undoes everything, and all refusals are told', async () => {
    const [one, other] = [snippet(`t${randomUUID()}`), snippet(`t${randomUUID()}`)]
    const reply = await send([
      { object: one },
      { object: { ...other, trigger: one.trigger } },
      { object: { ...other, id: randomUUID(), owner: 'me' } },
      { object: one },
      {
        object: {
          ...{
            kind: 'query',
            id: randomUUID(),
            name: 'x',
            description: '',
            data_source: 'Nowhere',
            text: '',
          },
          ...{ is_draft: true, tags: [], schedule: null, options: {}, visualizations: [] },
        },
      },
      { object: { kind: 'group', id: 'nobody', data_sources: {} } },
    ])
    expect(reply.statusCode).toBe(200)
    const { is_applied, results } = reply.json<{ is_applied: boolean; results: { problem?: string }[] }>()
    expect(is_applied).toBe(false)
    const problems = results.flatMap(({ problem }) => problem ?? [])
    expect(problems).toEqual(
      expect.arrayContaining([
        'owner: this field is not known.',
        'The same object is sent twice.',
        'data_source: there is no data source "Nowhere" here.',
        'There is no group "nobody" here.',
        expect.stringContaining(one.trigger),
      ]),
    )
    expect(problems).toHaveLength(5)
    expect(
      await app.context.db.selectFrom('query_snippets').where('uuid', '=', one.id).select('id').execute(),
    ).toEqual([])
  })

  it('changes the access of groups', async () => {
    const source = await createDataSource(app.context, { name: `Logs ${randomUUID()}` })
    const { name } = await app.context.db
      .selectFrom('data_sources')
      .where('id', '=', source.id)
      .select('name')
      .executeTakeFirstOrThrow()
    const groups = await contentOf('group')
    const viewers = groups.find(({ id }) => id === 'viewers') as Extract<ContentObject, { kind: 'group' }>
    const object = { ...viewers, data_sources: { ...viewers.data_sources, [name]: 'view_only' } }
    expect((await send([{ object }])).json()).toMatchObject({
      is_applied: true,
      results: [{ outcome: 'updated' }],
    })
    expect((await contentOf('group')).find(({ id }) => id === 'viewers')).toEqual(object)
    expect((await send([{ object: viewers }])).json()).toMatchObject({ is_applied: true })
    expect((await contentOf('group')).find(({ id }) => id === 'viewers')).toEqual(viewers)
  })

  it('is for admins, by key or session, and names a wrong field', async () => {
    const body = { is_dry_run: true, changes: [], deletions: [] }
    expect((await app.anonymous.post('/api/content', body)).statusCode).toBe(401)
    expect((await app.withKey(app.member.api_key).post('/api/content', body)).statusCode).toBe(403)
    expect((await app.withKey(app.member.api_key).get('/api/content/query')).statusCode).toBe(403)
    expect((await admin().post('/api/content', { ...body, changes: [{}] })).json()).toMatchObject({
      message: expect.stringContaining('changes.0'),
    })
    expect((await admin().get('/api/content/rows')).statusCode).toBe(404)
    expect((await send([], body)).json()).toEqual({ is_applied: false, results: [] })
  })

  it('says in one line why an instance cannot be reached, and never follows a redirect', async () => {
    const { needs } = await command()
    await expect(pull({ ...needs, key: 'wrong' }, false)).rejects.toThrow(/the key is not valid\.$/)
    await expect(pull({ ...needs, key: app.member.api_key }, false)).rejects.toThrow(/that of an admin\.$/)
    await expect(pull({ ...needs, url: 'ftp://x' }, false)).rejects.toThrow(
      /^--url: "ftp:\/\/x" is not an address/,
    )
    await expect(pull({ ...needs, url: 'http://127.0.0.1:1' }, false)).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1: /,
    )
  })
})
