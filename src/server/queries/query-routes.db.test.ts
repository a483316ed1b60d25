import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDataSource,
  createGroup,
  createQuery,
  createResult,
  createUser,
  createVisualization,
} from '#test/factories.ts'

describe('queries', () => {
  let sextant: AppUnderTest
  let admin: Caller
  let member: Caller
  let viewer: Caller
  let outsider: Caller
  let source: { id: number }
  let shared: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    admin = await sextant.as(sextant.admin)
    member = await sextant.as(sextant.member)
    viewer = await sextant.as(sextant.viewer)
    outsider = await sextant.as(sextant.outsider)
    source = await createDataSource(sextant.context)
    shared = await createDataSource(sextant.context, {
      groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
    })
  })
  afterAll(() => sextant.close())

  const create = async (caller: Caller, more: object = {}) =>
    (await caller.post('/api/queries', { data_source_id: source.id, query: 'select 1', ...more })).json()

  describe('create', () => {
    it('makes a draft of the caller with one Table', async () => {
      const query = await create(member, {
        name: 'Mine',
        query: 'select 1 as a',
        options: { apply_auto_limit: true },
        tags: [' a ', 'a', '', null, 'b'],
        is_draft: false,
        version: 77,
        id: 5,
        api_key: 'x',
      })
      expect(query).toMatchObject({
        name: 'Mine',
        query: 'select 1 as a',
        is_draft: true,
        is_archived: false,
        version: 1,
        tags: ['a', 'b'],
        is_safe: true,
        schedule: null,
        description: null,
        latest_query_data_id: null,
        data_source_id: source.id,
        user: { email: sextant.member.email },
        last_modified_by: { email: sextant.member.email },
        visualizations: [{ type: 'TABLE', name: 'Table', description: '', options: {} }],
      })
      expect(query.api_key).toMatch(/^[a-zA-Z0-9]{40}$/)
      expect(query).not.toHaveProperty('can_edit')
    })

    it('accepts what a client has read, from a detail or a list, for a new query', async () => {
      const query = await create(member, { name: 'Read', schedule: { interval: 3600 }, tags: ['read'] })
      await member.post(`/api/queries/${query.id}/favorite`)
      const detail = (await member.get(`/api/queries/${query.id}`)).json()
      const [listed] = (await member.get('/api/queries?tags=read')).json().results
      const [recent] = (await member.get('/api/queries/recent')).json()
      for (const read of [detail, listed, recent]) {
        const copy = await member.post('/api/queries', read)
        expect(copy.json()).toMatchObject({ name: 'Read', version: 1 })
        expect(copy.json().id).not.toBe(query.id)
      }
    })

    it('answers 401, 400 that names the field, 403', async () => {
      const path = '/api/queries'
      const good = { data_source_id: source.id, query: 'select 1' }
      expect((await sextant.anonymous.post(path, good)).statusCode).toBe(401)
      const refused = async (body: object, status: number, text: string) => {
        const reply = await member.post(path, body)
        expect(reply.statusCode).toBe(status)
        expect(reply.json().message).toContain(text)
      }
      await refused({ query: 'x' }, 400, 'data_source_id')
      await refused({ data_source_id: source.id }, 400, 'query')
      await refused({ ...good, colour: 'red' }, 400, 'colour')
      await refused({ ...good, name: 'x'.repeat(256) }, 400, 'name')
      await refused({ ...good, data_source_id: 999999 }, 404, 'not found')
      expect((await viewer.post(path, { ...good, data_source_id: shared.id })).statusCode).toBe(403)
      expect((await outsider.post(path, good)).statusCode).toBe(403)
    })

    it('links an existing result of the same text', async () => {
      const first = await create(member, { query: 'select 42' })
      const result = await createResult(sextant.context, { query_id: first.id })
      const second = await create(member, { query: 'select  42 -- again' })
      expect(second.query_hash).toBe(first.query_hash)
      expect(second.latest_query_data_id).toBe(result.id)
    })

    it('refuses a dropdown query that the caller cannot see or that does not exist', async () => {
      const hidden = await createDataSource(sextant.context, { groups: {} })
      const foreign = await createDataSource(sextant.context, { groups: { [sextant.viewerGroup]: false } })
      const detached = await createQuery(sextant.context, { data_source_id: hidden.id })
      const unseen = await createQuery(sextant.context, { data_source_id: foreign.id })
      const parameters = (queryId: unknown) => ({
        data_source_id: source.id,
        query: 'select {{ a }}',
        options: { parameters: [{ name: 'a', title: 'A', type: 'query', queryId }] },
      })
      for (const id of [detached.id, 999999, 'x', 1.5]) {
        const reply = await member.post('/api/queries', parameters(id))
        expect(reply.statusCode).toBe(400)
        expect(reply.json().message).toContain('dropdown query')
      }
      expect((await member.post('/api/queries', parameters(unseen.id))).statusCode).toBe(403)
      expect((await member.post('/api/queries', parameters(null))).statusCode).toBe(200)
    })
  })

  describe('read', () => {
    it('shows the key only to users who may edit', async () => {
      const query = await createQuery(sextant.context, {
        data_source_id: shared.id,
        user_id: sextant.member.id,
      })
      const get = async (caller: Caller) => (await caller.get(`/api/queries/${query.id}`)).json()
      expect(await get(member)).toMatchObject({ can_edit: true, api_key: query.api_key })
      expect(await get(admin)).toMatchObject({ can_edit: true, api_key: query.api_key })
      expect(await get(viewer)).toMatchObject({ can_edit: false })
      expect(await get(viewer)).not.toHaveProperty('api_key')
      const byKey = (await sextant.anonymous.get(`/api/queries/${query.id}?api_key=${query.api_key}`)).json()
      expect(byKey).toMatchObject({ id: query.id, can_edit: false })
      expect(byKey).not.toHaveProperty('api_key')
      expect(byKey).not.toHaveProperty('is_favorite')
    })

    it('answers 401, 403, 404', async () => {
      const query = await createQuery(sextant.context, { data_source_id: source.id })
      expect((await sextant.anonymous.get(`/api/queries/${query.id}`)).statusCode).toBe(401)
      expect((await outsider.get(`/api/queries/${query.id}`)).statusCode).toBe(403)
      expect((await member.get('/api/queries/999999')).statusCode).toBe(404)
      expect((await member.get('/api/queries/99999999999999')).statusCode).toBe(404)
      expect((await member.get('/api/queries/abc')).statusCode).toBe(404)
    })
  })

  describe('save', () => {
    it('increments the version; a stale one gets 409 and changes nothing', async () => {
      const query = await create(member)
      const path = `/api/queries/${query.id}`
      const saved = (await member.post(path, { version: 1, name: 'Second' })).json()
      expect(saved).toMatchObject({ version: 2, name: 'Second' })
      const stale = await member.post(path, { version: 1, name: 'Third', query: 'select 3' })
      expect(stale.statusCode).toBe(409)
      expect((await member.get(path)).json()).toMatchObject({ version: 2, name: 'Second', query: 'select 1' })
      expect((await member.post(path, { name: 'Overwritten' })).json()).toMatchObject({
        version: 3,
        name: 'Overwritten',
      })
    })

    it('lets exactly one of many concurrent savers win', async () => {
      const query = await create(member)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          member.post(`/api/queries/${query.id}`, { version: 1, name: `name ${n}` }),
        ),
      )
      const statuses = replies.map((reply) => reply.statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    })

    it('accepts only documented fields', async () => {
      const query = await create(member)
      const path = `/api/queries/${query.id}`
      const saved = await member.post(path, {
        user_id: sextant.outsider.id,
        org_id: 99,
        api_key: 'stolen',
        query_hash: 'x',
        created_at: '2000-01-01',
        description: 'words',
        is_draft: false,
      })
      expect(saved.json()).toMatchObject({
        user: { email: sextant.member.email },
        api_key: query.api_key,
        query_hash: query.query_hash,
        created_at: query.created_at,
        description: 'words',
        is_draft: false,
      })
    })

    it('hashes the text with its limit, and forgets the result of the old data source on a move', async () => {
      const query = await create(member, { query: 'select 7' })
      const result = await createResult(sextant.context, { query_id: query.id })
      const path = `/api/queries/${query.id}`
      expect((await member.get(path)).json().latest_query_data_id).toBe(result.id)
      const limited = (await member.post(path, { options: { apply_auto_limit: true } })).json()
      expect(limited.query_hash).not.toBe(query.query_hash)
      const moved = (await member.post(path, { data_source_id: shared.id })).json()
      expect(moved).toMatchObject({ data_source_id: shared.id, latest_query_data_id: null })
    })

    it('also forgets the old result if a client that moves the query sends it along', async () => {
      const query = await create(member, { query: 'select 8' })
      const result = await createResult(sextant.context, { query_id: query.id })
      const read = (await member.get(`/api/queries/${query.id}`)).json()
      expect(read.latest_query_data_id).toBe(result.id)
      const moved = await member.post(`/api/queries/${query.id}`, { ...read, data_source_id: shared.id })
      expect(moved.json()).toMatchObject({ data_source_id: shared.id, latest_query_data_id: null })
    })

    it('saves a detached query as a client has read it, but detaches no query', async () => {
      const query = await createQuery(sextant.context, { data_source_id: source.id })
      const path = `/api/queries/${query.id}`
      const refused = await admin.post(path, { data_source_id: null })
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'data_source_id'])
      await sextant.context.db
        .updateTable('queries')
        .set({ data_source_id: null })
        .where('id', '=', query.id)
        .execute()
      const read = (await admin.get(path)).json()
      expect(read.data_source_id).toBeNull()
      const saved = (await admin.post(path, { ...read, name: 'Lost its source' })).json()
      expect(saved).toMatchObject({
        name: 'Lost its source',
        data_source_id: null,
        version: read.version + 1,
      })
      const moved = (await admin.post(path, { data_source_id: source.id })).json()
      expect(moved.data_source_id).toBe(source.id)
    })

    it('never links a result of another data source', async () => {
      const query = await create(member)
      const foreign = await createResult(sextant.context)
      const reply = await member.post(`/api/queries/${query.id}`, { latest_query_data_id: foreign.id })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toContain('latest_query_data_id')
    })

    it('is for the owner, admins and users with a grant', async () => {
      const query = await createQuery(sextant.context, {
        data_source_id: shared.id,
        user_id: sextant.admin.id,
      })
      const path = `/api/queries/${query.id}`
      expect((await sextant.anonymous.post(path, { name: 'x' })).statusCode).toBe(401)
      expect((await member.post(path, { name: 'x' })).statusCode).toBe(403)
      expect((await viewer.post(path, { name: 'x' })).statusCode).toBe(403)
      await sextant.context.db
        .insertInto('access_grants')
        .values({
          object_type: 'query',
          object_id: query.id,
          access_type: 'modify',
          grantor_id: sextant.admin.id,
          grantee_id: sextant.member.id,
        })
        .execute()
      expect((await member.post(path, { name: 'granted' })).json()).toMatchObject({ name: 'granted' })
      expect((await member.post(path, { name: {} })).statusCode).toBe(400)
      expect((await member.post(path, { data_source_id: 999999 })).statusCode).toBe(404)
    })
  })

  describe('what a query runs', () => {
    it('is changed only with full access to its data source, even by its owner', async () => {
      const text = { query: "select 'other text'" }
      const options = { options: { parameters: [{ name: 'p', type: 'enum', enumOptions: 'x' }] } }
      const owned = async (user: { id: number }, data_source_id: number) =>
        `/api/queries/${(await createQuery(sextant.context, { data_source_id, user_id: user.id })).id}`
      const viewOnly = await owned(sextant.viewer, shared.id)
      const lost = await owned(sextant.outsider, shared.id)
      for (const [caller, path] of [
        [viewer, viewOnly],
        [outsider, lost],
      ] as const) {
        expect((await caller.post(path, text)).statusCode).toBe(403)
        expect((await caller.post(path, options)).statusCode).toBe(403)
        const stored = (await admin.get(path)).json()
        expect([stored.query, stored.options.parameters]).not.toContain(text.query)
        // the owner may change the rest, because what runs stays the same
        const same = { name: 'Renamed', query: stored.query, options: stored.options }
        expect((await caller.post(path, same)).json()).toMatchObject({ name: 'Renamed' })
      }
      const mine = await owned(sextant.member, shared.id)
      expect((await member.post(mine, text)).json()).toMatchObject(text)
    })

    it('is hidden from an owner who has lost its data source, whatever they save', async () => {
      const text = "select 'changed by a grantee'"
      const group = await createGroup(sextant.context)
      const own = await createDataSource(sextant.context, { groups: { [group]: false } })
      const owner = await createUser(sextant.context, { groups: [group] })
      const caller = await sextant.as(owner)
      const { id } = await createQuery(sextant.context, {
        ...{ data_source_id: shared.id, user_id: owner.id, query: text },
        options: { parameters: [{ name: 'canary', type: 'number' }] },
      })
      await createVisualization(sextant.context, { query_id: id, options: { columnMapping: 'canary' } })
      const saved = await caller.post(`/api/queries/${id}`, { description: 'Mine' })
      expect(saved.json()).toMatchObject({ description: 'Mine', query: '', options: {}, visualizations: [] })
      expect(saved.body).not.toMatch(/grantee|canary/)
      expect((await caller.post(`/api/queries/${id}`, { data_source_id: own.id })).statusCode).toBe(403)
      const stored = (await admin.get(`/api/queries/${id}`)).json()
      expect(stored).toMatchObject({ query: text, description: 'Mine', data_source_id: shared.id })
      expect(stored.visualizations).toHaveLength(1)
    })

    it('has no more parameters than can be checked at once', async () => {
      const parameters = Array.from({ length: 501 }, (_, n) => ({ name: `p${n}`, type: 'number' }))
      const many = { data_source_id: source.id, query: 'select 1', options: { parameters } }
      const refused = await member.post('/api/queries', many)
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'A query may have at most 500 parameters.',
      ])
      const query = parameters.map(({ name }) => `{{${name}}}`).join()
      expect((await member.post('/api/queries', { ...many, query, options: {} })).statusCode).toBe(400)
      const { id } = await create(member)
      expect((await member.post(`/api/queries/${id}`, { query })).statusCode).toBe(400)
      const most = await member.post('/api/queries', {
        ...many,
        options: { parameters: parameters.slice(1) },
      })
      expect(most.statusCode).toBe(200)
    })
  })

  describe('archive', () => {
    it('is for the owner and admins, clears the schedule, and can be undone by users who may edit', async () => {
      const query = await create(member, {
        schedule: { interval: 3600, time: null, day_of_week: null, until: null },
      })
      const path = `/api/queries/${query.id}`
      expect((await sextant.anonymous.delete(path)).statusCode).toBe(401)
      expect((await viewer.delete(path)).statusCode).toBe(403)
      expect((await member.delete('/api/queries/999999')).statusCode).toBe(404)
      const reply = await member.delete(path)
      expect([reply.statusCode, reply.body]).toEqual([200, 'null'])
      expect((await member.get(path)).json()).toMatchObject({ is_archived: true, schedule: null })
      expect((await member.post(path, { is_archived: false })).json()).toMatchObject({ is_archived: false })
    })
  })

  describe('list', () => {
    it('shows unarchived queries on data sources of the caller, newest first, in pages', async () => {
      const list = async (caller: Caller, query: string) => (await caller.get(`/api/queries?${query}`)).json()
      const names = (page: { results: { name: string }[] }) => page.results.map((result) => result.name)
      for (const name of ['Zebra list', 'apple list', 'Mango_list']) {
        await createQuery(sextant.context, {
          data_source_id: shared.id,
          name,
          tags: name === 'apple list' ? ['t', 'u'] : ['t'],
        })
      }
      await createQuery(sextant.context, { data_source_id: shared.id, name: 'Gone list', is_archived: true })
      const all = await list(member, 'q=list&order=name')
      expect(all).toMatchObject({ count: 3, page: 1, page_size: 20 })
      expect(names(all)).toEqual(['apple list', 'Mango_list', 'Zebra list'])
      expect(names(await list(viewer, 'q=list&order=-name'))).toEqual([
        'Zebra list',
        'Mango_list',
        'apple list',
      ])
      expect(names(await list(member, 'q=list&tags=t&tags=u'))).toEqual(['apple list'])
      expect(names(await list(member, 'q=mango_li'))).toEqual(['Mango_list'])
      expect(names(await list(member, 'q=list&page=2&page_size=2&order=name'))).toEqual(['Zebra list'])
      expect(await list(outsider, 'q=list')).toMatchObject({ count: 0, results: [] })
      expect(all.results[0]).toMatchObject({
        retrieved_at: null,
        runtime: null,
        user: { name: expect.any(String) },
      })
      for (const order of ['created_at', '-schedule', 'runtime', '-executed_at', 'created_by', 'nonsense']) {
        expect((await list(member, `q=list&order=${order}`)).count).toBe(3)
      }
    })

    it('answers 401 and 400', async () => {
      expect((await sextant.anonymous.get('/api/queries')).statusCode).toBe(401)
      expect((await member.get('/api/queries?page=0')).json().message).toBe('Page must be positive integer.')
      expect((await member.get('/api/queries?page=999')).json().message).toBe('Page is out of range.')
      expect((await member.get('/api/queries?page_size=251')).json().message).toBe(
        'Page size is out of range (1-250).',
      )
    })
  })

  describe('format', () => {
    it('formats SQL and reports what it cannot read', async () => {
      expect((await sextant.anonymous.post('/api/queries/format', { query: 'select 1' })).statusCode).toBe(
        401,
      )
      expect((await member.post('/api/queries/format', { query: 'select 1' })).json()).toEqual({
        query: 'SELECT\n  1',
      })
      expect((await member.post('/api/queries/format')).json()).toEqual({ query: '' })
      const broken = await member.post('/api/queries/format', { query: '{', syntax: 'json' })
      expect(broken.statusCode).toBe(400)
      expect((await member.post('/api/queries/format', { query: 5 })).statusCode).toBe(400)
    })

    it('never blocks other requests, however long the text takes', async () => {
      let others = 0
      const beat = setInterval(() => others++, 10)
      const heavy = await member.post('/api/queries/format', { query: '('.repeat(300_000) })
      clearInterval(beat)
      expect(heavy.statusCode).toBe(400)
      expect(others).toBeGreaterThan(10)
      expect((await member.post('/api/queries/format', { query: 'select 1' })).json()).toEqual({
        query: 'SELECT\n  1',
      })
    })
  })
})
