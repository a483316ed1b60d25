import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createGroup,
  createQuery,
  createUser,
  createVisualization,
  createWidget,
} from '#test/factories.ts'

const paged = ['/api/dashboards', '/api/dashboards/my', '/api/dashboards/favorites']
const lists = [...paged, '/api/dashboards/recent', '/api/dashboards/tags']

describe('lists of dashboards', () => {
  let sextant: AppUnderTest
  let admin: Caller
  let member: Caller
  let viewer: Caller
  let outsider: Caller
  /** full access for the group `default`, view only for the viewers */
  let shared: { id: number }
  /** only for the group `default` */
  let source: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    admin = await sextant.as(sextant.admin)
    member = await sextant.as(sextant.member)
    viewer = await sextant.as(sextant.viewer)
    outsider = await sextant.as(sextant.outsider)
    shared = await createDataSource(sextant.context, {
      groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
    })
    source = await createDataSource(sextant.context)
  })
  afterAll(() => sextant.close())

  type Making = Parameters<typeof createDashboard>[1]
  /** of the member, with a widget on each of these data sources */
  const make = async (name: string, sources: { id: number }[], more: Making = {}) => {
    const { id } = await createDashboard(sextant.context, { user_id: sextant.member.id, name, ...more })
    for (const { id: data_source_id } of sources) {
      const query = await createQuery(sextant.context, { data_source_id })
      const visualization = await createVisualization(sextant.context, { query_id: query.id })
      await createWidget(sextant.context, { dashboard_id: id, visualization_id: visualization.id })
    }
    return id
  }
  const read = async (caller: Caller, url: string) => {
    const reply = await caller.get(url)
    expect(reply.statusCode, `${url}: ${reply.body.slice(0, 200)}`).toBe(200)
    return reply.json()
  }
  const names = async (caller: Caller, url: string): Promise<string[]> => {
    const reply = await read(caller, url)
    return (reply.results ?? reply).map((dashboard: { name: string }) => dashboard.name)
  }
  const star = async (caller: Caller, id: number) =>
    expect((await caller.post(`/api/dashboards/${id}/favorite`)).statusCode).toBe(200)

  it.each(lists)('%s answers 401 without a session and to the keys of queries', async (url) => {
    expect((await sextant.anonymous.get(url)).statusCode).toBe(401)
    const { api_key } = await createQuery(sextant.context)
    expect((await sextant.withKey(api_key).get(url)).statusCode).toBe(401)
    expect((await sextant.withKey(sextant.member.api_key).get(url)).statusCode).toBe(200)
  })

  it('need list_dashboards; favorites need only a login', async () => {
    const group = await createGroup(sextant.context, { permissions: ['list_users'] })
    const user = await createUser(sextant.context, { groups: [group] })
    const caller = await sextant.as(user)
    const statuses = await Promise.all(lists.map(async (url) => [url, (await caller.get(url)).statusCode]))
    expect(Object.fromEntries(statuses)).toEqual({
      '/api/dashboards': 403,
      '/api/dashboards/my': 403,
      '/api/dashboards/favorites': 200,
      '/api/dashboards/recent': 403,
      '/api/dashboards/tags': 403,
    })
  })

  describe.each(paged)('%s, its pages', (url) => {
    it.each([
      ['page=0', 400, 'Page must be positive integer.'],
      ['page=-1&page_size=0', 400, 'Page must be positive integer.'],
      ['page_size=0', 400, 'Page size is out of range (1-250).'],
      ['page_size=251', 400, 'Page size is out of range (1-250).'],
      ['page=2&q=nothingatall', 404, 'The requested URL was not found'],
    ])('%s: %i', async (args, status, message) => {
      const reply = await member.get(`${url}?${args}`)
      expect(reply.statusCode).toBe(status)
      expect(reply.json().message).toContain(message)
    })

    it('returns 20 of the first page by default', async () => {
      expect(await read(member, `${url}?page=x&page_size=1.5&q=nothingatall`)).toEqual({
        ...{ count: 0, page: 1, page_size: 20, results: [] },
      })
    })
  })

  describe('their content', () => {
    let sharedOne: number
    beforeAll(async () => {
      const hidden = await createDataSource(sextant.context, { groups: {} })
      sharedOne = await make('shared', [shared, hidden, shared])
      await make('of the default group', [source])
      await make('out of sight', [hidden], { user_id: sextant.admin.id })
      await make('draft', [shared], { is_draft: true })
      await make('archived', [shared], { is_archived: true })
      await make('empty', [])
      const texts = await make('texts alone', [])
      await createWidget(sextant.context, { dashboard_id: texts })
    })

    it('all: unarchived ones with a widget on a source of the caller, and their own', async () => {
      expect(await names(viewer, '/api/dashboards')).toEqual(['shared'])
      expect(await names(outsider, '/api/dashboards')).toEqual([])
      expect((await names(member, '/api/dashboards')).sort()).toEqual(
        ['shared', 'of the default group', 'draft', 'empty', 'texts alone'].sort(),
      )
    })

    it('all: admins see only those of their groups, and their own', async () => {
      expect((await names(admin, '/api/dashboards')).sort()).toEqual(
        ['shared', 'of the default group', 'out of sight'].sort(),
      )
    })

    it('my: own ones', async () => {
      expect(await names(admin, '/api/dashboards/my')).toEqual(['out of sight'])
      expect(await names(viewer, '/api/dashboards/my')).toEqual([])
      expect(await names(member, '/api/dashboards/my')).toHaveLength(5)
    })

    it('favorites: what the caller has starred and may still see', async () => {
      const [gone, withdrawn] = [await make('gone', [shared]), await make('withdrawn', [shared])]
      const lent = await make('lent draft', [], { is_draft: true })
      const grant = { access_type: 'modify', user_id: sextant.viewer.id }
      expect((await member.post(`/api/dashboards/${lent}/acl`, grant)).statusCode).toBe(200)
      for (const id of [sharedOne, gone, withdrawn, lent]) await star(viewer, id)
      expect((await names(viewer, '/api/dashboards/favorites')).sort()).toEqual(
        ['gone', 'lent draft', 'shared', 'withdrawn'].sort(),
      )
      await member.delete(`/api/dashboards/${gone}`)
      await member.post(`/api/dashboards/${withdrawn}`, { is_draft: true })
      await member.request('DELETE', `/api/dashboards/${lent}/acl`, grant)
      const left = await read(viewer, '/api/dashboards/favorites')
      expect(left).toMatchObject({ count: 1, results: [{ name: 'shared', is_favorite: true }] })
      expect(left.results[0].starred_at).toMatch(/^\d{4}-.*Z$/)
      expect(await names(member, '/api/dashboards/favorites')).toEqual([])
    })

    it('rows say who may change them', async () => {
      const path = '/api/dashboards?q=shared'
      const mayEdit = async (caller: Caller) => (await read(caller, path)).results[0]?.can_edit
      const [{ id }] = (await read(member, path)).results
      expect([await mayEdit(member), await mayEdit(admin), await mayEdit(viewer)]).toEqual([
        true,
        true,
        false,
      ])
      const grant = { access_type: 'modify', user_id: sextant.viewer.id }
      await member.post(`/api/dashboards/${id}/acl`, grant)
      expect(await mayEdit(viewer)).toBe(true)
      await member.request('DELETE', `/api/dashboards/${id}/acl`, grant)
      expect(await mayEdit(viewer)).toBe(false)
    })

    it('rows have no widgets, and a star only for the user who set it', async () => {
      const [row] = (await read(outsider, '/api/dashboards/favorites')).results
      expect(row).toBeUndefined()
      const [seen] = (await read(member, '/api/dashboards?q=of the default')).results
      expect(seen).toEqual({
        ...{ id: expect.any(Number), name: 'of the default group', slug: 'of-the-default-group' },
        ...{ user_id: sextant.member.id, layout: [], widgets: null, options: {}, tags: [], version: 1 },
        user: {
          ...{ id: sextant.member.id, name: 'member', email: 'member@example.com' },
          profile_image_url: expect.any(String),
        },
        ...{ is_draft: false, is_archived: false, dashboard_filters_enabled: false, is_favorite: false },
        ...{ can_edit: true, created_at: expect.any(String), updated_at: expect.any(String) },
      })
    })
  })

  describe('orders, pages, tags and searches', () => {
    const mine = '/api/dashboards/my'
    let caller: Caller
    const ids: Record<string, number> = {}
    beforeAll(async () => {
      const user = await createUser(sextant.context)
      caller = await sextant.as(user)
      for (const [name, tags] of [
        ['beta 100%', ['x', 'y']],
        ['Alpha', ['x']],
        ['gamma\\slash', ['Ä', 'y', 'x']],
        ['ÄRGER', []],
      ] as const) {
        const day = String(Object.keys(ids).length + 1).padStart(2, '0')
        ids[name] = await make(name, [], {
          ...{ user_id: user.id, tags: [...tags], created_at: new Date(`2026-01-${day}T00:00:00Z`) },
        })
      }
      await star(caller, ids['Alpha'] ?? 0)
      await star(caller, ids['beta 100%'] ?? 0)
    })

    it.each([
      ['', ['ÄRGER', 'gamma\\slash', 'Alpha', 'beta 100%']],
      ['order=created_at', ['beta 100%', 'Alpha', 'gamma\\slash', 'ÄRGER']],
      ['order=name', ['Alpha', 'beta 100%', 'gamma\\slash', 'ÄRGER']],
      ['order=-name', ['ÄRGER', 'gamma\\slash', 'beta 100%', 'Alpha']],
      ['order=unknown', ['ÄRGER', 'gamma\\slash', 'Alpha', 'beta 100%']],
      ['order=-starred_at&page_size=2', ['beta 100%', 'Alpha']],
      ['order=starred_at&page_size=2', ['Alpha', 'beta 100%']],
      ['order=name&page=2&page_size=3', ['ÄRGER']],
      ['tags=x', ['gamma\\slash', 'Alpha', 'beta 100%']],
      ['tags=x&tags=y', ['gamma\\slash', 'beta 100%']],
      ['tags=X', []],
      ['q=AL', ['Alpha']],
      ['q=%20alpha%20', ['Alpha']],
      ['q=%20', ['ÄRGER', 'gamma\\slash', 'Alpha', 'beta 100%']],
      ['q=%C3%A4rg', ['ÄRGER']],
      ['q=a%25a', ['gamma\\slash', 'Alpha']],
      ['q=_eta', ['beta 100%']],
      ['q=%5C', ['gamma\\slash']],
      ['q=a&tags=y&order=name', ['beta 100%', 'gamma\\slash']],
    ])('%s', async (args, expected) => {
      const reply = await read(caller, `${mine}?${args}`)
      expect(reply.results.map(({ name }: { name: string }) => name)).toEqual(expected)
      if (!args.includes('page')) expect(reply.count).toBe(expected.length)
      else expect(reply.count).toBe(4)
    })

    it('refuses a page beyond the last one', async () => {
      const reply = await caller.get(`${mine}?page=2`)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toBe('Page is out of range.')
    })

    it('orders favorites by their stars', async () => {
      const url = '/api/dashboards/favorites?order=-starred_at'
      expect(await names(caller, url)).toEqual(['beta 100%', 'Alpha'])
    })

    it('counts tags by name, of what the list shows', async () => {
      const { tags } = await read(caller, '/api/dashboards/tags')
      expect(tags).toEqual([
        { name: 'x', count: 3 },
        { name: 'y', count: 2 },
        { name: 'Ä', count: 1 },
      ])
      expect(await read(outsider, '/api/dashboards/tags')).toEqual({ tags: [] })
    })

    it('follows every save', async () => {
      const id = await make('Changing', [], { user_id: sextant.outsider.id, tags: ['old'] })
      await outsider.post(`/api/dashboards/${id}`, { name: 'Changed', tags: ['new'] })
      expect(await names(outsider, '/api/dashboards?q=changed&tags=new')).toEqual(['Changed'])
      expect(await names(outsider, '/api/dashboards?q=changing')).toEqual([])
      expect((await read(outsider, '/api/dashboards/tags')).tags).toEqual([{ name: 'new', count: 1 }])
      await outsider.post(`/api/dashboards/${id}`, { is_archived: true })
      expect(await names(outsider, '/api/dashboards')).toEqual([])
    })
  })

  it('recent: ten of their own, most recently changed first, also by changes of widgets', async () => {
    const user = await createUser(sextant.context)
    const caller = await sextant.as(user)
    for (let day = 10; day < 22; day++) {
      const updated_at = new Date(`2026-02-${day}T00:00:00Z`)
      await make(`day ${day}`, [], { user_id: user.id, updated_at, is_draft: day % 2 === 0 })
    }
    await make('archived', [], { user_id: user.id, is_archived: true })
    const recent = async () => await names(caller, '/api/dashboards/recent')
    expect(await recent()).toEqual(Array.from({ length: 10 }, (_, index) => `day ${21 - index}`))
    const [{ id }] = (await read(caller, '/api/dashboards/my?q=day 10')).results
    const widget = await caller.post('/api/widgets', { dashboard_id: id, text: 'x' })
    expect((await recent())[0]).toBe('day 10')
    const [other] = (await read(caller, '/api/dashboards/my?q=day 11')).results
    await caller.post(`/api/dashboards/${other.id}`, { tags: ['z'] })
    expect((await recent()).slice(0, 2)).toEqual(['day 11', 'day 10'])
    await caller.delete(`/api/widgets/${widget.json().id}`)
    expect((await recent()).slice(0, 2)).toEqual(['day 10', 'day 11'])
  })
})
