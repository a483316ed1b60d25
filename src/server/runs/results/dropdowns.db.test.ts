import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult, type TestDataSource } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
/** full access for members, view only for viewers */
let source: TestDataSource
/** for members only */
let closed: TestDataSource
let member: Caller
let viewer: Caller
let outsider: Caller

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  const options = ownDatabaseOptions(app)
  const groups = { [app.organization.defaultGroup]: false, [app.viewerGroup]: true }
  source = await createDataSource(app.context, { options, groups })
  closed = await createDataSource(app.context, { options })
  ;[member, viewer, outsider] = await Promise.all([
    app.as(app.member),
    app.as(app.viewer),
    app.as(app.outsider),
  ])
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

type Rows = Record<string, unknown>[]
const column = (name: string) => ({ name, friendly_name: name, type: null })
const choice = (name: string, queryId: number, more = {}) => ({
  name,
  title: name,
  type: 'query',
  queryId,
  value: null,
  ...more,
})
const text = (name: string, value: unknown = null) => ({ name, title: name, type: 'text', value })

/** A dropdown query with this list as its newest result. */
async function listed(rows: Rows, columns: string[], more: { data_source_id?: number } = {}) {
  const query = await createQuery(app.context, { data_source_id: source.id, query: 'select 1', ...more })
  await createResult(app.context, { query_id: query.id, rows, columns: columns.map(column) })
  return query
}
const cities = (more = {}) =>
  listed(
    [
      { id: 1, Name: 'Zürich', VALUE: 7 },
      { id: 2, Name: 'Bern', VALUE: null },
      { id: 3, Name: null, VALUE: 'x' },
    ],
    ['id', 'Name', 'VALUE'],
    more,
  )

describe('the list of a query', () => {
  it('is its newest result, using the columns name and value', async () => {
    const query = await cities()
    expect((await viewer.get(`/api/queries/${query.id}/dropdown`)).json()).toEqual([
      { name: 'Zürich', value: '7' },
      { name: 'Bern', value: 'None' },
      { name: null, value: 'x' },
    ])
    const first = await listed([{ a: 1.5, b: 2 }], ['a', 'b'])
    expect((await viewer.get(`/api/queries/${first.id}/dropdown`)).json()).toEqual([
      { name: 1.5, value: '1.5' },
    ])
    expect((await app.withKey(query.api_key).get(`/api/queries/${query.id}/dropdown`)).json()).toHaveLength(3)
  })

  it('is empty before the first run, and refused to users who may not see it', async () => {
    const query = await createQuery(app.context, { data_source_id: source.id, query: 'select 1' })
    const address = `/api/queries/${query.id}/dropdown`
    expect((await viewer.get(address)).json()).toEqual([])
    expect((await viewer.post(address, {})).json()).toEqual({
      options: [],
      count: 0,
      selected: [],
      depends_on: [],
    })
    for (const ask of [(by: Caller) => by.get(address), (by: Caller) => by.post(address, {})]) {
      expect((await ask(app.anonymous)).statusCode).toBe(401)
      expect((await ask(outsider)).statusCode).toBe(403)
    }
    expect((await viewer.get('/api/queries/999999/dropdown')).statusCode).toBe(404)
    expect((await viewer.post(address, { limit: 0 })).statusCode).toBe(400)
    expect((await viewer.post(address, { values: ['a', 1] })).statusCode).toBe(400)
  })

  it('contains no objects as values, however they behave', async () => {
    const list = await cities()
    const query = await createQuery(app.context, {
      data_source_id: source.id,
      query: "select '{{city}}'",
      options: { parameters: [choice('city', list.id)] },
    })
    for (const city of [{ toString: 1, valueOf: 1 }, [{ toString: 1 }], [[{ toString: 1 }]], {}, null]) {
      const reply = await viewer.post(`/api/queries/${query.id}/results`, { parameters: { city } })
      expect(reply.statusCode).toBe(400)
      const saved = { options: { parameters: [choice('city', list.id, { value: city })] } }
      expect((await (await app.as(app.admin)).post(`/api/queries/${query.id}`, saved)).statusCode).toBe(200)
    }
  })

  it('is refused for a query without a data source', async () => {
    const query = await cities()
    await app.context.db
      .updateTable('queries')
      .set({ data_source_id: null })
      .where('id', '=', query.id)
      .execute()
    const admin = await app.as(app.admin)
    for (const reply of [
      await admin.get(`/api/queries/${query.id}/dropdown`),
      await admin.post(`/api/queries/${query.id}/dropdown`, {}),
    ]) {
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        'This query is detached from any data source. Please select a different query.',
      ])
    }
  })

  it('is opened by a query that uses it, and by no other', async () => {
    const dropdown = await cities({ data_source_id: closed.id })
    const naming = await createQuery(app.context, {
      data_source_id: source.id,
      options: { parameters: [choice('city', dropdown.id)] },
    })
    const other = await createQuery(app.context, { data_source_id: source.id })
    const through = (parent: { id: number }) => `/api/queries/${parent.id}/dropdowns/${dropdown.id}`
    expect((await viewer.get(`/api/queries/${dropdown.id}/dropdown`)).statusCode).toBe(403)
    for (const by of [viewer, app.withKey(naming.api_key), member]) {
      expect((await by.get(through(naming))).json()).toHaveLength(3)
      expect((await by.post(through(naming), { q: 'BER' })).json()).toMatchObject({ count: 1 })
    }
    expect((await viewer.get(through(other))).statusCode).toBe(403)
    expect((await viewer.post(through(other), {})).statusCode).toBe(403)
    expect((await app.withKey(other.api_key).get(through(other))).statusCode).toBe(403)
    expect((await app.withKey(other.api_key).get(through(naming))).statusCode).toBe(401)
    expect((await member.get(through(other))).json()).toHaveLength(3)
    expect((await outsider.get(through(naming))).statusCode).toBe(403)
    expect((await viewer.get(`/api/queries/${naming.id}/dropdowns/999999`)).statusCode).toBe(404)
    expect((await viewer.get(`/api/queries/999999/dropdowns/${dropdown.id}`)).statusCode).toBe(404)
  })

  it('is searched and paged, and includes the chosen values wherever they are', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => ({ name: `City ${n}`, value: n }))
    const query = await listed(rows, ['name', 'value'])
    const search = async (body: object) =>
      (await viewer.post(`/api/queries/${query.id}/dropdown`, body)).json()
    const page = await search({ offset: 10, limit: 2, values: ['2999', '5', 'nowhere'] })
    expect(page).toEqual({
      options: [
        { name: 'City 10', value: '10' },
        { name: 'City 11', value: '11' },
      ],
      count: 3000,
      selected: [
        { name: 'City 5', value: '5' },
        { name: 'City 2999', value: '2999' },
      ],
      depends_on: [],
    })
    expect(await search({ q: 'cITY 299', limit: 3 })).toMatchObject({ count: 11, selected: [] })
    expect((await search({})).options).toHaveLength(100)
  })
})

describe('a list that depends on other parameters of the page', () => {
  const countries = ['ch', 'de']
  /** cities of a country, and a page with both */
  async function page(
    cityText = `select country || '-' || n as name, n || country as value
      from (values ('ch'), ('de'), ('fr')) as countries (country), generate_series(1, 3) n where country = '{{country}}'`,
    listSource = source,
  ) {
    const dropdown = await createQuery(app.context, {
      data_source_id: listSource.id,
      query: cityText,
      options: { parameters: [text('country', 'ch')] },
    })
    const parent = await createQuery(app.context, {
      data_source_id: source.id,
      query: "select '{{country}}' as country, '{{city}}' as city",
      options: {
        parameters: [
          { ...text('country'), type: 'enum', enumOptions: countries.join('\n') },
          choice('city', dropdown.id),
        ],
      },
    })
    return { dropdown, parent, address: `/api/queries/${parent.id}/dropdowns/${dropdown.id}` }
  }
  async function ask(by: Caller, address: string, body: object) {
    const reply = await by.post(address, body)
    expect(reply.statusCode).toBe(200)
    const { job } = reply.json()
    if (job === undefined) return reply.json()
    const ended = await untilEnded(member, job.id)
    expect([ended.status, ended.error]).toEqual([3, ''])
    return (await by.post(address, body)).json()
  }

  it('is run once for these values, and returned from then on', async () => {
    const { address, dropdown } = await page()
    const found = await ask(viewer, address, {
      parameters: { country: 'de', city: '1de' },
      values: ['1de', '1ch'],
    })
    expect(found).toEqual({
      options: [1, 2, 3].map((n) => ({ name: `de-${n}`, value: `${n}de` })),
      count: 3,
      selected: [{ name: 'de-1', value: '1de' }],
      depends_on: ['country'],
    })
    expect((await viewer.post(address, { parameters: { country: 'de' } })).json().count).toBe(3)
    // without page values it is the result of the query itself, which has never run
    expect((await viewer.post(address, {})).json().count).toBe(0)
    const own = await ask(viewer, `/api/queries/${dropdown.id}/dropdown`, { parameters: { country: 'fr' } })
    expect(own.options[0]).toEqual({ name: 'fr-1', value: '1fr' })
  })

  /** The run of a list, followed to its end through the address of the query that uses it. */
  async function follow(by: Caller, { parent, address }: Awaited<ReturnType<typeof page>>, country: string) {
    const asked = await by.post(address, { parameters: { country } })
    expect(asked.statusCode).toBe(200)
    const { job } = asked.json()
    expect(job.waiting).toBeNull()
    // by itself it is a run on a data source that is closed to them
    expect([401, 403]).toContain((await by.get(`/api/jobs/${job.id}`)).statusCode)
    for (let status = job.status; ; ) {
      const reply = await by.get(`/api/queries/${parent.id}/jobs/${job.id}?wait=20&since=${status}`)
      expect(reply.statusCode).toBe(200)
      const shown = reply.json().job
      if (shown.status > 2) return shown
      status = shown.status
    }
  }

  it('is run for users who see the query that uses it, but not the data source of the list', async () => {
    const asked = await page(undefined, closed)
    const callers = [
      ['de', viewer],
      ['ch', app.withKey(asked.parent.api_key)],
    ] as const
    for (const [country, by] of callers) {
      expect(await follow(by, asked, country)).toMatchObject({ status: 3, error: '', query_result_id: null })
      const found = await by.post(asked.address, { parameters: { country } })
      expect(found.json()).toMatchObject({ count: 3, options: [{ name: `${country}-1` }, {}, {}] })
    }
    const { job } = (await viewer.post(asked.address, { parameters: { country: 'fr' } })).json()
    const other = await createQuery(app.context, { data_source_id: source.id })
    for (const by of [viewer, app.withKey(other.api_key)])
      expect((await by.get(`/api/queries/${other.id}/jobs/${job.id}`)).statusCode).toBe(403)
    expect((await outsider.get(`/api/queries/${asked.parent.id}/jobs/${job.id}`)).statusCode).toBe(403)
  })

  it('shows those users no database error messages', async () => {
    const asked = await page("select name from no_such_table where country = '{{country}}'", closed)
    const shown = await follow(viewer, asked, 'de')
    expect(shown).toMatchObject({ status: 4, error: 'The list could not be read.', error_position: null })
    const { job } = (await member.get(`/api/jobs/${shown.id}`)).json()
    expect(job.error).toContain('no_such_table')
  })

  it('is safe from injection', async () => {
    const { address } = await page()
    const x = "' or country <> '"
    const found = await ask(viewer, address, { parameters: { country: x } })
    expect(found.options).toEqual([])
  })

  it('is not run by viewers if a value could be anything', async () => {
    const { address } = await page('select {{country}} as name')
    const refused = await viewer.post(address, { parameters: { country: '1' } })
    expect([refused.statusCode, refused.json().job.status]).toEqual([403, 4])
    expect((await ask(member, address, { parameters: { country: '1' } })).options).toEqual([
      { name: 1, value: '1' },
    ])
  })

  it('decides which values of the parent are valid', async () => {
    const { parent, address } = await page()
    await ask(viewer, address, { parameters: { country: 'de' } })
    const run = async (parameters: object) =>
      (await viewer.post(`/api/queries/${parent.id}/results`, { parameters })).statusCode
    expect(await run({ country: 'de', city: '2de' })).toBe(200)
    // of another country; and of one whose list has never been read
    expect(await run({ country: 'de', city: '2ch' })).toBe(400)
    expect(await run({ country: 'ch', city: '2de' })).toBe(400)
    expect(await run({ country: 'ch', city: '2ch' })).toBe(400)
    await ask(viewer, address, { parameters: { country: 'ch' } })
    expect(await run({ country: 'ch', city: '2ch' })).toBe(200)
    expect(await run({ country: 'ch', city: '2de' })).toBe(400)
    expect(await run({ country: 'nowhere', city: '2ch' })).toBe(400)
  })

  it('refuses invalid values of the list’s parameters', async () => {
    const dropdown = await createQuery(app.context, {
      data_source_id: source.id,
      query: 'select n as name from generate_series(1, {{n}}) n',
      options: { parameters: [{ name: 'n', title: 'n', type: 'number', value: 1 }] },
    })
    const reply = await viewer.post(`/api/queries/${dropdown.id}/dropdown`, {
      parameters: { n: 'many', other: 1 },
    })
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      'The following parameter values are incompatible with their definitions: n',
    ])
  })

  it('ends when lists depend on each other in a circle', async () => {
    const a = await createQuery(app.context, { data_source_id: source.id, query: "select '{{x}}'" })
    const b = await createQuery(app.context, {
      data_source_id: source.id,
      query: "select '{{x}}'",
      options: { parameters: [choice('x', a.id), choice('y', a.id)] },
    })
    await app.context.db
      .updateTable('queries')
      .set({ options: JSON.stringify({ parameters: [choice('x', b.id), choice('y', b.id)] }) })
      .where('id', '=', a.id)
      .execute()
    const run = await member.post(`/api/queries/${a.id}/results`, { parameters: { x: '1', y: '1' } })
    expect(run.statusCode).toBe(400)
    const search = await member.post(`/api/queries/${a.id}/dropdowns/${b.id}`, {
      parameters: { x: '1', y: '1' },
    })
    expect(search.statusCode).toBeLessThan(500)
  })
})
