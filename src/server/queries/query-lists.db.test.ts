import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'

const lists = ['/api/queries', '/api/queries/my', '/api/queries/archive', '/api/queries/favorites']

describe('lists of queries', () => {
  let sextant: AppUnderTest
  let admin: Caller
  let member: Caller
  let viewer: Caller
  let outsider: Caller
  /** full access for the group `default`, view only for the viewers */
  let shared: { id: number }
  /** of the group `default` */
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

  const make = async (name: string, more: Parameters<typeof createQuery>[1] = {}) =>
    (
      await createQuery(sextant.context, {
        ...{ data_source_id: source.id, user_id: sextant.member.id, name },
        ...more,
      })
    ).id
  const page = async (caller: Caller, url: string) => {
    const reply = await caller.get(url)
    expect(reply.statusCode, `${url}: ${reply.body.slice(0, 200)}`).toBe(200)
    return reply.json()
  }
  const names = async (caller: Caller, url: string): Promise<string[]> =>
    (await page(caller, url)).results.map((query: { name: string }) => query.name)
  const star = async (caller: Caller, id: number) =>
    expect((await caller.post(`/api/queries/${id}/favorite`)).statusCode).toBe(200)

  it.each([...lists, '/api/queries/recent', '/api/queries/tags', '/api/queries/search?q=x'])(
    '%s answers 401 to strangers and to the keys of queries',
    async (url) => {
      expect((await sextant.anonymous.get(url)).statusCode).toBe(401)
      const { api_key } = await createQuery(sextant.context, { data_source_id: source.id })
      expect((await sextant.withKey(api_key).get(url)).statusCode).toBe(401)
      expect((await member.get(url)).statusCode).toBeLessThan(400)
    },
  )

  it('lists need view_query; favorites and tags do not', async () => {
    await sextant.context.db
      .updateTable('groups')
      .set({ permissions: ['list_users'] })
      .where('id', '=', sextant.viewerGroup)
      .execute()
    const statuses: Record<string, number> = {}
    for (const url of [...lists, '/api/queries/recent', '/api/queries/tags', '/api/queries/search']) {
      statuses[url] = (await viewer.get(url)).statusCode
    }
    await sextant.context.db
      .updateTable('groups')
      .set({ permissions: ['view_query'] })
      .where('id', '=', sextant.viewerGroup)
      .execute()
    expect(statuses).toEqual({
      '/api/queries': 403,
      '/api/queries/my': 403,
      '/api/queries/archive': 403,
      '/api/queries/favorites': 200,
      '/api/queries/recent': 403,
      '/api/queries/tags': 200,
      '/api/queries/search': 403,
    })
  })

  describe.each(lists)('%s, its pages', (url) => {
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
      expect(await page(member, `${url}?page=x&page_size=1.5`)).toMatchObject({ page: 1, page_size: 20 })
      expect(await page(member, `${url}?q=nothingatall`)).toEqual({
        ...{ count: 0, page: 1, page_size: 20, results: [] },
      })
    })
  })

  describe('their content', () => {
    let foreignDraft: number
    beforeAll(async () => {
      await make('pub')
      foreignDraft = await make('draft of admin', { user_id: sextant.admin.id, is_draft: true })
      await make('own archived draft', { is_archived: true, is_draft: true })
      await make('archived draft of admin', { user_id: sextant.admin.id, is_archived: true, is_draft: true })
      await make('archived of admin', { user_id: sextant.admin.id, is_archived: true })
      await make('shared one', { data_source_id: shared.id })
      const lost = await createDataSource(sextant.context, { groups: {} })
      await make('out of sight', { data_source_id: lost.id })
    })

    it('queries: unarchived, of visible sources, drafts of others too', async () => {
      const seen = await names(member, '/api/queries?page_size=250')
      expect(seen).toEqual(expect.arrayContaining(['pub', 'draft of admin', 'shared one']))
      expect(seen).not.toContain('own archived draft')
      expect(seen).not.toContain('out of sight')
      expect(await names(viewer, '/api/queries')).toEqual(['shared one'])
      expect(await names(outsider, '/api/queries')).toEqual([])
      // no more for admins
      expect(await names(admin, '/api/queries?page_size=250')).not.toContain('out of sight')
    })

    it('my: own ones', async () => {
      const mine = await names(member, '/api/queries/my?page_size=250')
      expect(mine).toEqual(expect.arrayContaining(['pub', 'shared one']))
      expect(mine).not.toContain('draft of admin')
      expect(await names(admin, '/api/queries/my?page_size=250')).toContain('draft of admin')
    })

    it('archive: drafts only if own', async () => {
      expect((await names(member, '/api/queries/archive')).sort()).toEqual([
        'archived of admin',
        'own archived draft',
      ])
      expect((await names(admin, '/api/queries/archive')).sort()).toEqual([
        'archived draft of admin',
        'archived of admin',
      ])
    })

    it('favorites: what the caller has starred and may still see', async () => {
      const gone = await make('starred, then archived')
      const [first] = (await page(member, '/api/queries?q=shared')).results
      await star(member, first.id)
      await star(member, foreignDraft)
      await star(member, gone)
      await star(viewer, first.id)
      await member.delete(`/api/queries/${gone}`)
      const favorites = await page(member, '/api/queries/favorites?order=-starred_at')
      expect(favorites.results.map((query: { name: string }) => query.name)).toEqual([
        'draft of admin',
        'shared one',
      ])
      expect(favorites.count).toBe(2)
      expect(favorites.results[0]).toMatchObject({
        is_favorite: true,
        starred_at: expect.stringMatching(/Z$/),
      })
      await sextant.context.db
        .deleteFrom('data_source_groups')
        .where('data_source_id', '=', shared.id)
        .execute()
      expect(await names(viewer, '/api/queries/favorites')).toEqual([])
      expect(await names(member, '/api/queries/favorites')).toEqual(['draft of admin'])
      await sextant.context.db
        .insertInto('data_source_groups')
        .values({ data_source_id: shared.id, group_id: sextant.organization.defaultGroup, view_only: false })
        .execute()
      expect((await page(member, '/api/queries?q=shared')).results[0]).toHaveProperty('starred_at')
      expect((await page(admin, '/api/queries?q=shared')).results[0]).not.toHaveProperty('starred_at')
    })

    it('recent: at most ten of their own, most recently changed first, by id of the owner', async () => {
      for (let n = 0; n < 12; n++) await make(`recent ${n}`)
      const changed = (await page(member, '/api/queries?q="recent 3"')).results[0]
      await member.post(`/api/queries/${changed.id}`, { description: 'changed' })
      const recent = await page(member, '/api/queries/recent')
      expect(recent).toHaveLength(10)
      expect(recent[0]).toMatchObject({
        name: 'recent 3',
        user_id: sextant.member.id,
        last_modified_by_id: sextant.member.id,
        is_favorite: false,
      })
      for (const absent of ['user', 'retrieved_at', 'runtime', 'visualizations']) {
        expect(recent[0]).not.toHaveProperty(absent)
      }
      expect(await page(outsider, '/api/queries/recent')).toEqual([])
    })
  })

  describe('order', () => {
    beforeAll(async () => {
      const make3 = async (name: string, interval: unknown, runtime: number | null) => {
        const id = await make(name, {
          tags: ['ordered'],
          user_id: runtime === 2 ? sextant.admin.id : sextant.member.id,
        })
        await sextant.context.pool.query('update queries set schedule = $2 where id = $1', [
          id,
          interval === undefined ? null : JSON.stringify({ interval }),
        ])
        if (runtime === null) return
        const result = await createResult(sextant.context, {
          query_id: id,
          retrieved_at: new Date(Date.UTC(2026, 0, runtime)),
        })
        await sextant.context.pool.query('update query_results set runtime = $2 where id = $1', [
          result.id,
          runtime,
        ])
        // linked again, as a run does: this then uses the copy beside the query
        await sextant.context.pool.query('update queries set latest_result_id = $2 where id = $1', [
          id,
          result.id,
        ])
      }
      await make3('beta', 3600, 2)
      await make3('Alpha', 60, 3)
      await make3('gamma', 'never', null)
    })

    it.each([
      ['name', ['Alpha', 'beta', 'gamma']],
      ['-name', ['gamma', 'beta', 'Alpha']],
      ['created_at', ['beta', 'Alpha', 'gamma']],
      ['-created_at', ['gamma', 'Alpha', 'beta']],
      ['schedule', ['Alpha', 'beta', 'gamma']],
      ['-schedule', ['beta', 'Alpha', 'gamma']],
      ['runtime', ['beta', 'Alpha', 'gamma']],
      ['-runtime', ['Alpha', 'beta', 'gamma']],
      ['executed_at', ['beta', 'Alpha', 'gamma']],
      ['-executed_at', ['Alpha', 'beta', 'gamma']],
      ['created_by', ['beta', 'Alpha', 'gamma']],
      ['-created_by', ['gamma', 'Alpha', 'beta']],
      ['password', ['gamma', 'Alpha', 'beta']],
    ])('%s', async (order, expected) => {
      expect(await names(member, `/api/queries?tags=ordered&order=${order}`)).toEqual(expected)
      const all = await names(member, `/api/queries?page_size=250&order=${order}`)
      expect(all.filter((name) => expected.includes(name))).toEqual(expected)
      expect(await names(member, `/api/queries?q=beta or alpha or gamma&order=${order}`)).toEqual(expected)
    })

    it('starred_at, in every list', async () => {
      const [beta] = (await page(member, '/api/queries?q=beta')).results
      const [gamma] = (await page(member, '/api/queries?q=gamma')).results
      await star(member, gamma.id)
      await star(member, beta.id)
      expect(await names(member, '/api/queries?tags=ordered&order=-starred_at')).toEqual([
        'beta',
        'gamma',
        'Alpha',
      ])
      expect(await names(member, '/api/queries?tags=ordered&order=starred_at')).toEqual([
        'gamma',
        'beta',
        'Alpha',
      ])
      expect(await names(member, '/api/queries/favorites?tags=ordered&order=starred_at')).toEqual([
        'gamma',
        'beta',
      ])
      expect((await names(member, '/api/queries?order=-starred_at'))[0]).toBe('beta')
    })

    it('shows runtime and time of the newest result', async () => {
      const [beta] = (await page(member, '/api/queries?q=beta')).results
      expect(beta).toMatchObject({ runtime: 2, retrieved_at: '2026-01-02T00:00:00.000Z' })
    })
  })

  describe('tags', () => {
    const counted = async (caller: Caller) =>
      Object.fromEntries(
        (await page(caller, '/api/queries/tags')).tags.map((tag: { name: string; count: number }) => [
          tag.name,
          tag.count,
        ]),
      )

    it('must all match, as they are written', async () => {
      await make('two tags', { tags: ['sea', 'Air'] })
      await make('one tag', { tags: ['sea'] })
      expect((await names(member, '/api/queries?tags=sea')).sort()).toEqual(['one tag', 'two tags'])
      expect(await names(member, '/api/queries?tags=sea&tags=Air')).toEqual(['two tags'])
      expect(await names(member, '/api/queries?tags=air')).toEqual([])
      expect(await page(member, '/api/queries?tags=sea')).toMatchObject({ count: 2 })
      // nothing has a tag without a letter
      expect(await page(member, '/api/queries?tags=')).toMatchObject({ count: 0, results: [] })
    })

    it('are counted for what the caller sees, and follow every change', async () => {
      const id = await make('counted', { tags: ['pond', 'lake'] })
      await make('counted too', { tags: ['pond'] })
      expect(await counted(member)).toMatchObject({ pond: 2, lake: 1 })
      expect(await counted(outsider)).toEqual({})
      await member.post(`/api/queries/${id}`, { tags: ['pond', 'river'] })
      expect(await counted(member)).toMatchObject({ pond: 2, river: 1 })
      expect(await counted(member)).not.toHaveProperty('lake')
      await member.delete(`/api/queries/${id}`)
      expect(await counted(member)).toMatchObject({ pond: 1 })
      await member.post(`/api/queries/${id}`, { is_archived: false })
      expect(await counted(member)).toMatchObject({ pond: 2, river: 1 })
      const elsewhere = await createDataSource(sextant.context, { groups: { [sextant.viewerGroup]: true } })
      await sextant.context.db
        .updateTable('queries')
        .set({ data_source_id: elsewhere.id })
        .where('id', '=', id)
        .execute()
      expect(await counted(member)).toMatchObject({ pond: 1 })
      expect(await counted(viewer)).toMatchObject({ pond: 1, river: 1 })
      await sextant.context.db.deleteFrom('data_sources').where('id', '=', elsewhere.id).execute()
      expect(await counted(viewer)).not.toHaveProperty('pond')
      const names_ = (await page(member, '/api/queries/tags')).tags.map((tag: { name: string }) => tag.name)
      expect(names_).toEqual([...names_].sort())
    })

    it('counts agree with counting, after everything above', async () => {
      const { rows } = await sextant.context.pool.query(`
        select data_source_id, tag, count(*)::integer as count
        from queries cross join lateral counted_tags(tags) as tag
        where not is_archived and data_source_id is not null group by 1, 2 order by 1, 2`)
      const kept = await sextant.context.pool.query('select * from query_counts order by 1, 2')
      expect(kept.rows).toEqual(rows)
    })
  })

  describe('the search of earlier clients', () => {
    it('redirects to the list', async () => {
      const reply = await member.get('/api/queries/search?q=a%20%26b&include_drafts')
      expect(reply.statusCode).toBe(301)
      expect(reply.headers.location).toBe('/api/queries?q=a+%26b&drafts=true&org_slug=default')
      expect(reply.json()).toEqual({})
      expect((await member.get('/api/queries/search?q=x')).headers.location).toContain('drafts=false')
      expect(await page(member, '/api/queries/search?q=')).toEqual([])
      expect(await page(member, '/api/queries/search')).toEqual([])
    })
  })

  describe('favorites', () => {
    it('answer 401, 404, 403 and then null, also when repeated', async () => {
      const id = await make('starred')
      const url = `/api/queries/${id}/favorite`
      expect((await sextant.anonymous.post(url)).statusCode).toBe(401)
      expect((await member.post('/api/queries/999999/favorite')).statusCode).toBe(404)
      expect((await member.post('/api/queries/abc/favorite')).statusCode).toBe(404)
      expect((await outsider.post(url)).statusCode).toBe(403)
      expect((await outsider.delete(url)).statusCode).toBe(403)
      for (let again = 0; again < 2; again++) {
        const reply = await member.post(url)
        expect([reply.statusCode, reply.json()]).toEqual([200, null])
      }
      expect((await page(member, `/api/queries/${id}`)).is_favorite).toBe(true)
      expect((await page(admin, `/api/queries/${id}`)).is_favorite).toBe(false)
      for (let again = 0; again < 2; again++) expect((await member.delete(url)).json()).toBeNull()
      expect((await page(member, `/api/queries/${id}`)).is_favorite).toBe(false)
    })
  })
})
