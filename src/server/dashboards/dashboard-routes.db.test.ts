import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createOrganization,
  createQuery,
  createResult,
  createUser,
  createVisualization,
  createWidget,
  shareBy,
  type TestUser,
} from '#test/factories.ts'

let sextant: AppUnderTest
let owner: Caller
let admin: Caller
let viewer: Caller
let outsider: Caller
/** default permissions, no access to anything */
let stranger: TestUser
/** full access for the group `default`, view only for the viewers */
let shared: { id: number }
/** on the shared source, of the member */
let chart: { id: number; query_id: number }
/** on a source that no group sees */
let hidden: { id: number; query_id: number }

beforeAll(async () => {
  sextant = await appUnderTest()
  owner = await sextant.as(sextant.member)
  admin = await sextant.as(sextant.admin)
  viewer = await sextant.as(sextant.viewer)
  outsider = await sextant.as(sextant.outsider)
  stranger = await createUser(sextant.context, { groups: [] })
  shared = await createDataSource(sextant.context, {
    groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
  })
  const query = await createQuery(sextant.context, {
    ...{ data_source_id: shared.id, user_id: sextant.member.id, query: 'select {{ n }}', name: 'Sales' },
    options: { parameters: [{ name: 'n', title: 'N', type: 'number', value: 1 }] },
  })
  chart = await createVisualization(sextant.context, { query_id: query.id, type: 'CHART', name: 'Bars' })
  const closed = await createDataSource(sextant.context, { groups: {} })
  hidden = await createVisualization(sextant.context, {
    query_id: (await createQuery(sextant.context, { data_source_id: closed.id })).id,
  })
})
afterAll(() => sextant.close())

const dashboardOf = (more: Parameters<typeof createDashboard>[1] = {}) =>
  createDashboard(sextant.context, { user_id: sextant.member.id, ...more })
/** a published dashboard that members and viewers see */
const shownDashboard = async (more: Parameters<typeof createDashboard>[1] = {}) => {
  const dashboard = await dashboardOf(more)
  await createWidget(sextant.context, { dashboard_id: dashboard.id, visualization_id: chart.id })
  return dashboard
}
const pathOf = ({ id }: { id: number }) => `/api/dashboards/${id}`
const grantModify = async (dashboard: { id: number }, user: TestUser) =>
  expect(
    (await owner.post(`${pathOf(dashboard)}/acl`, { access_type: 'modify', user_id: user.id })).statusCode,
  ).toBe(200)
const statusesOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => ({
  anonymous: (await sextant.anonymous.request(method, path, body)).statusCode,
  outsider: (await outsider.request(method, path, body)).statusCode,
  viewer: (await viewer.request(method, path, body)).statusCode,
  admin: (await admin.request(method, path, body)).statusCode,
})

describe('POST /api/dashboards', () => {
  it('answers 401 without a session, 403 without the permission, 400 that names the field', async () => {
    expect((await sextant.anonymous.post('/api/dashboards', { name: 'x' })).statusCode).toBe(401)
    const alone = await sextant.as(stranger)
    expect((await alone.post('/api/dashboards', { name: 'x' })).statusCode).toBe(403)
    for (const body of [{}, { name: '' }, { name: ' \t ' }, { name: 5 }, { name: 'x'.repeat(101) }]) {
      const reply = await owner.post('/api/dashboards', body)
      expect(reply.statusCode, JSON.stringify(body)).toBe(400)
      expect(reply.json().message).toContain('name')
    }
  })

  it('creates a draft without widgets, with a trimmed name', async () => {
    const reply = await owner.post('/api/dashboards', { name: '  Ünsere Zahlen (2026) ', is_draft: false })
    expect(reply.json()).toEqual({
      ...{ id: expect.any(Number), slug: '-nsere-zahlen-2026-', name: 'Ünsere Zahlen (2026)' },
      ...{ user_id: sextant.member.id, layout: [], widgets: null, options: {}, tags: [], version: 1 },
      user: {
        ...{ id: sextant.member.id, name: 'member', email: 'member@example.com' },
        profile_image_url: expect.stringContaining('gravatar'),
      },
      ...{ is_draft: true, is_archived: false, dashboard_filters_enabled: false, is_favorite: false },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    })
  })

  it('gives each of 50 dashboards created at once with one name its own stored slug', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => owner.post('/api/dashboards', { name: 'Same Name' })),
    )
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(50).fill(200))
    expect(new Set(replies.map((reply) => reply.json().slug))).toEqual(new Set(['same-name']))
    const { rows } = await sextant.context.pool.query(
      `select slug from dashboards where name = 'Same Name' order by length(slug), slug`,
    )
    const expected = ['same-name', ...Array.from({ length: 49 }, (_, index) => `same-name_${index + 1}`)]
    expect(rows.map(({ slug }) => slug).sort()).toEqual(expected.sort())
  })

  it('stores a slug for any allowed name, separately for each organization', async () => {
    for (const name of ['İ'.repeat(100), '日'.repeat(100), '!', '%_%', 'a'.repeat(100)]) {
      expect((await owner.post('/api/dashboards', { name })).statusCode, name).toBe(200)
    }
    const other = await createOrganization(sextant.context, { slug: 'other' })
    const foreigner = await createUser(sextant.context, { org_id: other.id, groups: [other.defaultGroup] })
    await createDashboard(sextant.context, { user_id: foreigner.id, slug: 'elsewhere' })
    const created = (await owner.post('/api/dashboards', { name: 'Elsewhere' })).json()
    expect((await owner.get('/api/dashboards/elsewhere?legacy')).json().id).toBe(created.id)
  })
})

describe('GET /api/dashboards/:id_or_slug', () => {
  it('opens for users who see a data source of its widgets, the owner and admins', async () => {
    const dashboard = await shownDashboard()
    expect(await statusesOf('GET', pathOf(dashboard))).toEqual({
      ...{ anonymous: 401, outsider: 403, viewer: 200, admin: 200 },
    })
    expect((await owner.get(pathOf(dashboard))).json()).toMatchObject({ id: dashboard.id, can_edit: true })
    expect((await viewer.get(pathOf(dashboard))).json()).toMatchObject({ can_edit: false })
    expect((await admin.get(pathOf(dashboard))).json()).toMatchObject({ can_edit: true })
  })

  it('needs list_dashboards', async () => {
    const dashboard = await shownDashboard()
    expect((await (await sextant.as(stranger)).get(pathOf(dashboard))).statusCode).toBe(403)
  })

  it('limits drafts, and those without a widget that others see, to the owner, admins and grantees', async () => {
    const empty = await dashboardOf()
    const texts = await dashboardOf()
    await createWidget(sextant.context, { dashboard_id: texts.id, text: 'Secret plans' })
    for (const dashboard of [await shownDashboard({ is_draft: true }), empty, texts]) {
      expect(await statusesOf('GET', pathOf(dashboard))).toMatchObject({ viewer: 403, admin: 200 })
      await grantModify(dashboard, sextant.viewer)
      expect((await viewer.get(pathOf(dashboard))).json()).toMatchObject({ can_edit: true })
    }
  })

  it('opens archived ones', async () => {
    const dashboard = await shownDashboard({ is_archived: true })
    expect((await viewer.get(pathOf(dashboard))).json()).toMatchObject({ is_archived: true })
  })

  it.each(['999999', '0', '-1', '1.5', '01', 'abc', '99999999999', '1-name', '%20'])(
    '%s is 404',
    async (id) => {
      expect((await admin.get(`/api/dashboards/${id}`)).statusCode).toBe(404)
    },
  )

  it('finds by the stored slug with `legacy`, and shows the slug of the current name', async () => {
    const created = (await owner.post('/api/dashboards', { name: 'First Name' })).json()
    const renamed = (await owner.post(pathOf(created), { name: 'Second Name' })).json()
    expect(renamed.slug).toBe('second-name')
    const found = await owner.get('/api/dashboards/first-name?legacy=')
    expect(found.json()).toMatchObject({ id: created.id, slug: 'second-name' })
    expect((await owner.get('/api/dashboards/second-name?legacy')).statusCode).toBe(404)
    // it opens nothing that the id does not
    expect((await outsider.get('/api/dashboards/first-name?legacy')).statusCode).toBe(403)
    expect((await owner.get('/api/dashboards/first-name')).statusCode).toBe(404)
  })

  it('does not open dashboards of another organization', async () => {
    const other = await createOrganization(sextant.context, { slug: 'third' })
    const foreigner = await createUser(sextant.context, { org_id: other.id, groups: [other.defaultGroup] })
    const dashboard = await createDashboard(sextant.context, { user_id: foreigner.id })
    for (const [method, path, body] of [
      ['GET', pathOf(dashboard)],
      ['POST', pathOf(dashboard), { name: 'x' }],
      ['DELETE', pathOf(dashboard)],
      ['POST', `${pathOf(dashboard)}/fork`],
      ['POST', `${pathOf(dashboard)}/favorite`],
      ['GET', `${pathOf(dashboard)}/acl`],
      ['POST', '/api/widgets', { dashboard_id: dashboard.id, text: 'x' }],
    ] as const) {
      expect((await admin.request(method, path, body)).statusCode, `${method} ${path}`).toBe(404)
    }
  })

  it('shows widgets in the order of their ids, with full queries, or restricted', async () => {
    const dashboard = await dashboardOf({ options: { z: 1, globalParamOrder: ['n'] } })
    const position = { position: { col: 0, row: 0, sizeX: 3, sizeY: 3 } }
    const made = [
      await createWidget(sextant.context, { dashboard_id: dashboard.id, text: '# Hello', options: position }),
      await createWidget(sextant.context, {
        ...{ dashboard_id: dashboard.id, visualization_id: hidden.id, text: 'secret', options: position },
      }),
      await createWidget(sextant.context, { dashboard_id: dashboard.id, visualization_id: chart.id }),
    ]
    await createResult(sextant.context, {
      ...{ query_id: chart.query_id, retrieved_at: new Date('2026-03-01T10:00:00Z') },
    })
    const { widgets, options } = (await viewer.get(pathOf(dashboard))).json()
    expect(JSON.stringify(options)).toBe('{"z":1,"globalParamOrder":["n"]}')
    const common = { dashboard_id: dashboard.id, width: 1, version: 1, ...stamps }
    expect(widgets).toEqual([
      { ...common, id: made[0]?.id, text: '# Hello', options: position },
      { ...common, id: made[1]?.id, restricted: true, options: position },
      {
        ...{ ...common, id: made[2]?.id, text: null, options: {} },
        visualization: {
          ...{ id: chart.id, type: 'CHART', name: 'Bars', description: '', options: {}, ...stamps },
          query: queryAsViewersSeeIt(),
        },
      },
    ])
    const asOwner = (await owner.get(pathOf(dashboard))).json().widgets[2].visualization.query
    expect(asOwner.api_key).toHaveLength(40)
    const asAdmin = (await admin.get(pathOf(dashboard))).json().widgets
    expect(asAdmin[1]).toMatchObject({ text: 'secret', visualization: { id: hidden.id } })
  })

  const stamps = { created_at: expect.any(String), updated_at: expect.any(String) }
  const queryAsViewersSeeIt = () => ({
    ...{ id: chart.query_id, name: 'Sales', description: null, query: 'select {{ n }}', ...stamps },
    ...{ latest_query_data_id: expect.any(Number), retrieved_at: '2026-03-01T10:00:00.000Z' },
    ...{ query_hash: expect.any(String), schedule: null, tags: [], version: 1, is_safe: true },
    ...{ is_archived: false, is_draft: false, data_source_id: shared.id },
    options: { parameters: [{ name: 'n', title: 'N', type: 'number', value: 1 }] },
    user: expect.objectContaining({ id: sextant.member.id, email: 'member@example.com' }),
    last_modified_by: expect.objectContaining({ id: sextant.member.id }),
  })

  it('shows how it is shared only to users who may edit', async () => {
    const dashboard = await shownDashboard()
    expect((await owner.get(pathOf(dashboard))).json()).not.toHaveProperty('public_url')
    await shareBy(sextant.context, dashboard, 'a-token-of-this-test')
    for (const caller of [owner, admin]) {
      expect((await caller.get(pathOf(dashboard))).json()).toMatchObject({
        public_url: expect.stringMatching(
          /^https?:\/\/.+\/public\/dashboards\/a-token-of-this-test\?org_slug=default$/,
        ),
        api_key: 'a-token-of-this-test',
      })
    }
    const seen = (await viewer.get(pathOf(dashboard))).body
    expect(seen).not.toContain('a-token-of-this-test')
  })
})

describe('POST /api/dashboards/:id', () => {
  it('answers 401, 400 that names the field, 403 to users who may not edit, 404', async () => {
    const dashboard = await shownDashboard()
    expect(await statusesOf('POST', pathOf(dashboard), { tags: [] })).toEqual({
      ...{ anonymous: 401, outsider: 403, viewer: 403, admin: 200 },
    })
    expect((await owner.post('/api/dashboards/999999', { name: 'x' })).statusCode).toBe(404)
    for (const [field, value] of [
      ['name', ''],
      ['name', '  '],
      ['name', 'x'.repeat(101)],
      ['tags', 'tag'],
      ['is_draft', 1],
      ['is_archived', 'true'],
      ['dashboard_filters_enabled', null],
      ['options', []],
      ['version', -1],
      ['version', '1'],
    ] as const) {
      const reply = await owner.post(pathOf(dashboard), { [field]: value })
      expect(reply.statusCode, field).toBe(400)
      expect(reply.json().message).toContain(field)
    }
  })

  it('saves only the sent fields, and updates version and date', async () => {
    const dashboard = await shownDashboard({ tags: ['old'], updated_at: new Date('2020-01-01T00:00:00Z') })
    const saved = (
      await owner.post(pathOf(dashboard), {
        ...{ name: ' New name ', tags: [' b', 'a', null, '', 'b'], is_draft: true },
        ...{ dashboard_filters_enabled: true, options: { zebra: 1, apple: [2] }, version: 1 },
        ...{ id: 1, user_id: 1, layout: [[1]], slug: 'x', created_at: 'x', widgets: [] },
      })
    ).json()
    expect(saved).toMatchObject({
      ...{ id: dashboard.id, name: 'New name', slug: 'new-name', tags: ['b', 'a'], version: 2, layout: [] },
      ...{ is_draft: true, dashboard_filters_enabled: true, user_id: sextant.member.id, can_edit: true },
    })
    expect(JSON.stringify(saved.options)).toBe('{"zebra":1,"apple":[2]}')
    expect(saved.widgets).toHaveLength(1)
    expect(new Date(saved.updated_at).getFullYear()).toBeGreaterThan(2020)
    const cleared = (await owner.post(pathOf(dashboard), { tags: null, options: null, version: null })).json()
    expect(cleared).toMatchObject({ tags: [], options: {}, version: 3, name: 'New name' })
    expect((await owner.get(pathOf(dashboard))).json()).toEqual(cleared)
  })

  it('refuses a version that is no longer the stored one: nothing is saved', async () => {
    const dashboard = await dashboardOf({ name: 'Mine' })
    expect((await owner.post(pathOf(dashboard), { name: 'First', version: 1 })).statusCode).toBe(200)
    const refused = await owner.post(pathOf(dashboard), { name: 'Second', version: 1 })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'dashboard.version_conflict' })
    expect((await owner.get(pathOf(dashboard))).json()).toMatchObject({ name: 'First', version: 2 })
    // without a version it overwrites
    expect((await owner.post(pathOf(dashboard), { name: 'Third' })).json()).toMatchObject({ version: 3 })
  })

  it('accepts one of two saves of the same version, the second gets 409', async () => {
    for (let round = 0; round < 5; round++) {
      const dashboard = await dashboardOf()
      const replies = await Promise.all(
        [owner, admin].map((caller, index) =>
          caller.post(pathOf(dashboard), { name: `Save ${index}`, version: 1 }),
        ),
      )
      expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
      expect((await owner.get(pathOf(dashboard))).json().version).toBe(2)
    }
  })

  it('is archived only by the owner and admins, and un-archived by users who may edit', async () => {
    const dashboard = await shownDashboard()
    await grantModify(dashboard, sextant.viewer)
    expect((await viewer.post(pathOf(dashboard), { name: 'By a grantee' })).statusCode).toBe(200)
    const refused = await viewer.post(pathOf(dashboard), { is_archived: true })
    expect(refused.statusCode).toBe(403)
    expect(refused.json().code).toBe('auth.not_owner')
    expect((await owner.post(pathOf(dashboard), { is_archived: true })).json().is_archived).toBe(true)
    expect((await viewer.post(pathOf(dashboard), { is_archived: false })).json().is_archived).toBe(false)
    expect((await admin.post(pathOf(dashboard), { is_archived: true })).json().is_archived).toBe(true)
  })

  it('leaves an archived one unchanged, unless the save un-archives it', async () => {
    const dashboard = await shownDashboard({ is_archived: true, name: 'Old', tags: ['a'] })
    for (const body of [
      { name: 'New' },
      { tags: ['b'] },
      { options: { a: 1 } },
      { is_draft: true },
      { dashboard_filters_enabled: true, is_archived: true },
    ]) {
      const reply = await owner.post(pathOf(dashboard), body)
      expect(reply.statusCode, JSON.stringify(body)).toBe(400)
      expect(reply.json().message).toBe('This dashboard is archived. Unarchive it to change it.')
    }
    // repeating stored values is allowed
    expect((await owner.post(pathOf(dashboard), { name: 'Old', tags: ['a'] })).statusCode).toBe(200)
    const back = await owner.post(pathOf(dashboard), { name: 'New', is_archived: false })
    expect(back.json()).toMatchObject({ name: 'New', is_archived: false })
  })
})

describe('DELETE /api/dashboards/:id', () => {
  it('archives for the owner and admins', async () => {
    const dashboard = await shownDashboard()
    await grantModify(dashboard, sextant.viewer)
    expect((await owner.delete('/api/dashboards/999999')).statusCode).toBe(404)
    expect((await sextant.anonymous.delete(pathOf(dashboard))).statusCode).toBe(401)
    expect((await outsider.delete(pathOf(dashboard))).statusCode).toBe(403)
    expect((await viewer.delete(pathOf(dashboard))).json().code).toBe('auth.not_owner')
    const archived = (await owner.delete(pathOf(dashboard))).json()
    expect(archived).toMatchObject({
      is_archived: true,
      version: 2,
      widgets: [{ dashboard_id: dashboard.id }],
    })
    expect((await owner.delete(pathOf(dashboard))).json()).toMatchObject({ is_archived: true, version: 2 })
    expect((await admin.delete(pathOf(await dashboardOf()))).statusCode).toBe(200)
  })
})

describe('POST /api/dashboards/:id/fork', () => {
  it('answers 401, 404, and 403 to users who may not edit', async () => {
    const dashboard = await shownDashboard()
    const path = `${pathOf(dashboard)}/fork`
    expect(await statusesOf('POST', path)).toEqual({ anonymous: 401, outsider: 403, viewer: 403, admin: 200 })
    expect((await owner.post('/api/dashboards/999999/fork')).statusCode).toBe(404)
  })

  it('copies tags, filters, options and all widgets into a draft of the caller', async () => {
    const options = { tabs: [{ id: 't1', name: 'One' }], globalParamOrder: ['n'], parameters: [] }
    const dashboard = await dashboardOf({
      ...{ name: 'N'.repeat(100), tags: ['a', 'b'], dashboard_filters_enabled: true, options },
    })
    const shape = { position: { col: 0, row: 0, sizeX: 2, sizeY: 2 }, tab: 't1', extra: [1] }
    for (const widget of [
      { text: 'Text', options: shape },
      {
        visualization_id: chart.id,
        options: { parameterMappings: { n: { type: 'static-value', value: 3 } } },
      },
      { visualization_id: hidden.id },
    ]) {
      await createWidget(sextant.context, { dashboard_id: dashboard.id, ...widget })
    }
    await grantModify(dashboard, sextant.viewer)
    await viewer.post(`${pathOf(dashboard)}/favorite`)
    const copy = (await viewer.post(`${pathOf(dashboard)}/fork`)).json()
    const name = `Copy of (#${dashboard.id}) ${'N'.repeat(100)}`.slice(0, 100)
    expect(copy).toMatchObject({
      ...{ name, user_id: sextant.viewer.id, is_draft: true, is_archived: false, is_favorite: false },
      ...{ tags: ['a', 'b'], dashboard_filters_enabled: true, options, version: 1, can_edit: true },
      widgets: [
        { text: 'Text', options: shape, dashboard_id: copy.id },
        { options: { parameterMappings: { n: { value: 3 } } }, visualization: { id: chart.id } },
        { restricted: true },
      ],
    })
    expect(copy.id).not.toBe(dashboard.id)
    expect((await viewer.get(`/api/dashboards/${copy.id}?legacy`)).json().id).toBe(copy.id)
    // grants are not copied
    expect((await viewer.get(`${pathOf(copy)}/acl`)).json()).toEqual({})
    // the original does not change either
    expect((await owner.get(pathOf(dashboard))).json().widgets).toHaveLength(3)
    // the copy has the data sources of its widgets
    await viewer.post(pathOf(copy), { is_draft: false })
    expect((await owner.get(pathOf(copy))).statusCode).toBe(200)
  })

  it('uses a free slug if the name of a dashboard equals the id', async () => {
    const dashboard = await dashboardOf()
    for (let ahead = 1; ahead <= 3; ahead++) {
      await createDashboard(sextant.context, { slug: String(dashboard.id + ahead + 3) })
    }
    for (let fork = 0; fork < 3; fork++) {
      expect((await owner.post(`${pathOf(dashboard)}/fork`)).statusCode).toBe(200)
    }
  })
})

describe('favorites', () => {
  it('are for users who can open it', async () => {
    const dashboard = await shownDashboard()
    const path = `${pathOf(dashboard)}/favorite`
    expect(await statusesOf('POST', path)).toEqual({ anonymous: 401, outsider: 403, viewer: 200, admin: 200 })
    expect((await viewer.post('/api/dashboards/999999/favorite')).statusCode).toBe(404)
    expect((await viewer.post('/api/dashboards/x/favorite')).statusCode).toBe(404)
    expect((await viewer.post(path)).body).toBe('null')
    expect((await viewer.get(pathOf(dashboard))).json().is_favorite).toBe(true)
    expect((await owner.get(pathOf(dashboard))).json().is_favorite).toBe(false)
    expect(await statusesOf('DELETE', path)).toMatchObject({ anonymous: 401, outsider: 403, viewer: 200 })
    expect((await viewer.get(pathOf(dashboard))).json().is_favorite).toBe(false)
  })
})
