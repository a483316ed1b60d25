import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlert } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createGroup,
  createOrganization,
  createQuery,
  createUser,
  createVisualization,
  createWidget,
  next,
} from '#test/factories.ts'

let app: AppUnderTest
let admin: Caller
let member: Caller
let group: number
beforeAll(async () => {
  app = await appUnderTest()
  admin = await app.as(app.admin)
  member = await app.as(app.member)
})
afterAll(() => app?.close())
beforeEach(async () => {
  group = await createGroup(app.context, { name: 'analysts' })
})

const answered = (reply: { statusCode: number; json(): { code?: string; field?: string } }) => [
  reply.statusCode,
  reply.json()?.code,
  reply.json()?.field,
]

describe('a group', () => {
  it('is made, renamed and deleted by admins', async () => {
    expect((await app.anonymous.post('/api/groups', { name: 'A' })).statusCode).toBe(401)
    expect((await member.post('/api/groups', { name: 'A' })).statusCode).toBe(403)
    for (const body of [{}, { name: ' ' }, { name: 5 }, { name: 'x'.repeat(101) }])
      expect(answered(await admin.post('/api/groups', body))).toEqual([400, 'request.invalid', 'name'])
    const made = (await admin.post('/api/groups', { name: ' Sales ' })).json()
    expect(made).toMatchObject({ name: 'Sales', type: 'regular' })
    expect(made.permissions).toContain('execute_query')
    expect(made.permissions).not.toContain('admin')
    const url = `/api/groups/${made.id}`
    expect((await member.post(url, { name: 'Mine' })).statusCode).toBe(403)
    expect(answered(await admin.post(url, { name: '' }))).toEqual([400, 'request.invalid', 'name'])
    expect(
      (await admin.post(url, { name: 'Revenue', type: 'builtin', permissions: ['admin'] })).json(),
    ).toEqual({
      ...made,
      name: 'Revenue',
    })
    expect((await admin.delete(url)).body).toBe('null')
    expect((await admin.delete(url)).statusCode).toBe(404)
    expect((await admin.get(url)).statusCode).toBe(404)
  })

  it('has a unique name, also when two are created at once; existing duplicates stay', async () => {
    const taken = [400, 'group.name_taken', 'name']
    const name = `Pilots ${group}`
    const posts = await Promise.all([1, 2, 3].map(() => admin.post('/api/groups', { name: ` ${name}` })))
    expect(posts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    const again = await admin.post('/api/groups', { name })
    expect([...answered(again), again.json().message]).toEqual([
      ...taken,
      `Group with the name ${name} already exists.`,
    ])
    expect(answered(await admin.post('/api/groups', { name: 'admin' }))).toEqual(taken)
    expect(answered(await admin.post(`/api/groups/${group}`, { name }))).toEqual(taken)
    const other = await createOrganization(app.context, { slug: `org-${group}` })
    await createGroup(app.context, { org_id: other.id, name: 'Elsewhere' })
    expect((await admin.post(`/api/groups/${group}`, { name: 'Elsewhere' })).statusCode).toBe(200)
    const twin = await createGroup(app.context, { name: 'Elsewhere' })
    expect((await admin.post(`/api/groups/${twin}`, { name: 'Elsewhere' })).statusCode).toBe(200)
  })

  it('is shown to its members and to admins', async () => {
    const url = `/api/groups/${app.organization.defaultGroup}`
    expect((await app.anonymous.get(url)).statusCode).toBe(401)
    expect((await member.get(url)).json()).toMatchObject({ name: 'default', type: 'builtin' })
    expect((await (await app.as(app.outsider)).get(url)).statusCode).toBe(403)
    expect((await admin.get(`/api/groups/${group}`)).json().name).toBe('analysts')
    expect((await member.get(`/api/groups/${group}`)).statusCode).toBe(403)
  })

  it('cannot be changed when it is built in', async () => {
    for (const id of [app.organization.adminGroup, app.organization.defaultGroup]) {
      const renamed = await admin.post(`/api/groups/${id}`, { name: 'Mine' })
      expect([renamed.statusCode, renamed.json().message]).toEqual([400, "Can't modify built-in groups."])
      const deleted = await admin.delete(`/api/groups/${id}`)
      expect([deleted.statusCode, deleted.json().message]).toEqual([400, "Can't delete built-in groups."])
    }
  })

  it('of another organization does not exist', async () => {
    const { adminGroup } = await createOrganization(app.context, { slug: 'elsewhere' })
    expect((await admin.get(`/api/groups/${adminGroup}`)).statusCode).toBe(404)
    expect((await admin.get(`/api/groups/${adminGroup}/members`)).statusCode).toBe(404)
    expect(
      (await admin.post(`/api/groups/${adminGroup}/members`, { user_id: app.admin.id })).statusCode,
    ).toBe(404)
    expect((await admin.get(`/api/groups/${adminGroup}/data_sources`)).statusCode).toBe(404)
  })
})

describe('members', () => {
  const url = () => `/api/groups/${group}/members`

  it('401, 400 that names the field, 403, 404', async () => {
    expect((await app.anonymous.get(url())).statusCode).toBe(401)
    expect((await member.get(url())).statusCode).toBe(403)
    expect((await member.post(url(), { user_id: app.member.id })).statusCode).toBe(403)
    expect((await member.delete(`${url()}/${app.member.id}`)).statusCode).toBe(403)
    expect(answered(await admin.post(url(), {}))).toEqual([400, 'request.invalid', 'user_id'])
    expect(answered(await admin.post(url(), { user_id: 999_999 }))).toEqual([
      400,
      'request.invalid',
      'user_id',
    ])
    expect((await admin.delete(`${url()}/${app.member.id}`)).statusCode).toBe(404)
    const mute = await createUser(app.context, {
      groups: [await createGroup(app.context, { permissions: [] })],
    })
    expect((await (await app.as(mute)).get(url())).statusCode).toBe(403)
  })

  it('are added and removed by name, once each', async () => {
    const zoe = await createUser(app.context, { name: 'zoe' })
    const anna = await createUser(app.context, { name: 'Anna' })
    for (const { id } of [zoe, anna, zoe])
      expect((await admin.post(url(), { user_id: id })).json()).toMatchObject({ id })
    const listed = (await admin.get(url())).json()
    expect(listed.map((user: { name: string }) => user.name)).toEqual(['Anna', 'zoe'])
    expect(listed[0]).not.toHaveProperty('api_key')
    expect((await (await app.as(zoe)).get(url())).json()).toHaveLength(2)
    expect((await admin.delete(`${url()}/${zoe.id}`)).body).toBe('null')
    expect((await (await app.as(zoe)).get(url())).statusCode).toBe(403)
  })

  it('cannot leave built-in groups themselves', async () => {
    const { adminGroup, defaultGroup } = app.organization
    for (const id of [adminGroup, defaultGroup]) {
      const reply = await admin.delete(`/api/groups/${id}/members/${app.admin.id}`)
      expect(answered(reply).slice(0, 2)).toEqual([403, 'user.leave_builtin_group'])
    }
    await admin.post(url(), { user_id: app.admin.id })
    expect((await admin.delete(`${url()}/${app.admin.id}`)).statusCode).toBe(200)
  })
})

describe('data sources of a group', () => {
  const url = () => `/api/groups/${group}/data_sources`

  it('401, 400 that names the field, 403, 404', async () => {
    const { id } = await createDataSource(app.context)
    expect((await app.anonymous.get(url())).statusCode).toBe(401)
    for (const reply of [
      await member.get(url()),
      await member.post(url(), { data_source_id: id }),
      await member.post(`${url()}/${id}`, { view_only: false }),
      await member.delete(`${url()}/${id}`),
    ]) {
      expect(reply.statusCode).toBe(403)
    }
    expect(answered(await admin.post(url(), { data_source_id: 999_999 }))).toEqual([
      ...[400, 'request.invalid', 'data_source_id'],
    ])
    expect(answered(await admin.post(`${url()}/${id}`, { view_only: 'yes' }))).toEqual([
      ...[400, 'request.invalid', 'view_only'],
    ])
    expect((await admin.post(`${url()}/${id}`, { view_only: true })).statusCode).toBe(404)
    expect((await admin.delete(`${url()}/${id}`)).statusCode).toBe(404)
  })

  it('open and close objects that use them, at once', async () => {
    const source = await createDataSource(app.context, { groups: {} })
    const query = await createQuery(app.context, { data_source_id: source.id })
    const user = await createUser(app.context, { groups: [group] })
    const browser = await app.as(user)
    const sees = async () => {
      const [single, list, run] = [
        await browser.get(`/api/queries/${query.id}`),
        await browser.get('/api/queries'),
        await browser.post('/api/query_results', {
          data_source_id: source.id,
          query: 'select 1',
          max_age: 0,
        }),
      ]
      const inList = list.json().results.some(({ id }: { id: number }) => id === query.id)
      return [single.statusCode, inList, run.statusCode]
    }
    expect(await sees()).toEqual([403, false, 403])
    const added = await admin.post(url(), { data_source_id: source.id })
    expect(added.json()).toMatchObject({ id: source.id, view_only: false })
    expect(await sees()).toEqual([200, true, 200])
    const changed = await admin.post(`${url()}/${source.id}`, { view_only: true })
    expect(changed.json()).toMatchObject({ id: source.id, view_only: true })
    expect(await sees()).toEqual([200, true, 403])
    // adding it again keeps its access level
    expect((await admin.post(url(), { data_source_id: source.id })).json().view_only).toBe(true)
    expect((await admin.get(url())).json()).toMatchObject([{ id: source.id, view_only: true }])
    expect((await admin.get(url())).json()[0]).not.toHaveProperty('options')
    expect((await admin.delete(`${url()}/${source.id}`)).body).toBe('null')
    expect(await sees()).toEqual([403, false, 403])
    await admin.post(url(), { data_source_id: source.id })
    await admin.delete(`/api/groups/${group}`)
    expect((await browser.get(`/api/queries/${query.id}`)).statusCode).toBe(403)
  })

  it('decide what lists show: losing the membership removes its objects from every list', async () => {
    const user = await createUser(app.context, { groups: [app.organization.defaultGroup, group] })
    const browser = await app.as(user)
    const mark = `marked${next().replace('-', '')}`
    const source = await createDataSource(app.context, { name: mark, groups: { [group]: false } })
    const query = await createQuery(app.context, {
      name: mark,
      data_source_id: source.id,
      tags: [mark],
    })
    const visualization = await createVisualization(app.context, { query_id: query.id })
    const dashboard = await createDashboard(app.context, { name: mark, tags: [mark] })
    await createWidget(app.context, { dashboard_id: dashboard.id, visualization_id: visualization.id })
    await createAlert(app.context, { query_id: query.id, name: mark })
    await browser.post(`/api/queries/${query.id}/favorite`)
    await browser.post(`/api/dashboards/${dashboard.id}/favorite`)
    const lists = [
      ...['/api/queries', `/api/queries?q=${mark}`, '/api/queries/favorites', '/api/queries/tags'],
      ...['/api/dashboards', `/api/dashboards?q=${mark}`],
      ...['/api/dashboards/favorites', '/api/dashboards/tags', '/api/alerts', '/api/data_sources'],
    ]
    const holding = async () => {
      const replies = await Promise.all(lists.map((list) => browser.get(list)))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200))
      return lists.filter((_, place) => replies[place]?.body.includes(mark))
    }
    expect(await holding()).toEqual(lists)
    await admin.delete(`/api/groups/${group}/members/${user.id}`)
    expect(await holding()).toEqual([])
    // the user can see no data of the dashboard; what its owner has shared is closed too
    expect((await browser.get(`/api/dashboards/${dashboard.id}`)).statusCode).toBe(403)
  })
})
