import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDataSource,
  createOrganization,
  createQuery,
  createUser,
  type TestUser,
} from '#test/factories.ts'

describe('grants on queries', () => {
  let sextant: AppUnderTest
  let admin: Caller
  let owner: Caller
  let viewer: Caller
  let friend: TestUser
  let source: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    admin = await sextant.as(sextant.admin)
    owner = await sextant.as(sextant.member)
    viewer = await sextant.as(sextant.viewer)
    friend = await createUser(sextant.context, { name: 'Friend' })
    source = await createDataSource(sextant.context, {
      groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
    })
  })
  afterAll(() => sextant.close())

  const newQuery = (more: object = {}) =>
    createQuery(sextant.context, { data_source_id: source.id, user_id: sextant.member.id, ...more })
  const aclOf = (query: { id: number }) => `/api/queries/${query.id}/acl`
  const grantTo = (user: { id: number }, access_type = 'modify') => ({ access_type, user_id: user.id })

  it('are listed by type, stored once, and revoked', async () => {
    const acl = aclOf(await newQuery())
    expect((await owner.get(acl)).json()).toEqual({})
    const given = await owner.post(acl, grantTo(friend))
    expect(given.statusCode).toBe(200)
    const query_id = Number(acl.split('/')[3])
    expect(given.json()).toEqual({
      id: expect.any(Number),
      object_id: query_id,
      object_type: 'queries',
      access_type: 'modify',
      grantor: sextant.member.id,
      grantee: friend.id,
    })
    expect((await admin.post(acl, grantTo(friend))).json()).toEqual(given.json())
    await owner.post(acl, grantTo(sextant.viewer))
    await owner.post(acl, grantTo(friend, 'view'))
    await owner.post(acl, grantTo(friend, 'delete'))
    const listed = (await admin.get(acl)).json()
    const ids = (users: { id: number }[]) => users.map((user) => user.id)
    expect(Object.keys(listed).sort()).toEqual(['delete', 'modify', 'view'])
    expect(ids(listed.modify)).toEqual([friend.id, sextant.viewer.id])
    expect(listed.modify[0]).toMatchObject({ name: 'Friend', email: friend.email, groups: expect.any(Array) })
    expect(listed.modify[0]).not.toHaveProperty('api_key')

    // regardless of who granted it, and also without a grant
    for (let time = 0; time < 2; time++) {
      const taken = await admin.request('DELETE', acl, grantTo(friend))
      expect([taken.statusCode, taken.body]).toEqual([200, 'null'])
    }
    const left = (await owner.get(acl)).json()
    expect(ids(left.modify)).toEqual([sextant.viewer.id])
    expect(ids(left.view)).toEqual([friend.id])
  })

  it('are one row when many grant them at once', async () => {
    const query = await newQuery()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? owner : admin).post(aclOf(query), grantTo(friend))),
    )
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.json().id}`)).size).toBe(1)
    expect((await owner.get(aclOf(query))).json().modify).toHaveLength(1)
  })

  it('are managed only by owner and admins', async () => {
    const query = await newQuery()
    const acl = aclOf(query)
    await owner.post(acl, grantTo(friend))
    const grantee = await sextant.as(friend)
    for (const [caller, status] of [
      [sextant.anonymous, 401],
      [sextant.withKey(query.api_key), 401],
      [viewer, 403],
      [await sextant.as(sextant.outsider), 403],
      // may edit, but not grant access
      [grantee, 403],
    ] as const) {
      expect((await caller.get(acl)).statusCode).toBe(status)
      expect((await caller.post(acl, grantTo(sextant.viewer))).statusCode).toBe(status)
      expect((await caller.request('DELETE', acl, grantTo(friend))).statusCode).toBe(status)
    }
    expect((await grantee.get(acl)).json().message).toBe("You don't have permission to edit this resource.")
    for (const caller of [owner, admin]) {
      expect((await caller.get(aclOf({ id: 999999 }))).statusCode).toBe(404)
      expect((await caller.post(aclOf({ id: 999999 }), grantTo(friend))).statusCode).toBe(404)
    }
    expect((await owner.get(acl)).json().modify).toHaveLength(1)
  })

  it('answer 400 with the messages of Redash', async () => {
    const acl = aclOf(await newQuery())
    const elsewhere = await createOrganization(sextant.context, { slug: 'elsewhere' })
    const foreigner = await createUser(sextant.context, { org_id: elsewhere.id, groups: [] })
    const gone = await createUser(sextant.context, { disabled_at: new Date() })
    const refused = async (body: object, message: string, methods = ['POST', 'DELETE'] as const) => {
      for (const method of methods) {
        const reply = await owner.request(method, acl, body)
        expect([reply.statusCode, reply.json().message]).toEqual([400, message])
      }
    }
    for (const type of ['', 'own', 'Modify', 'constructor', '__proto__']) {
      await refused(grantTo(friend, type), 'Unknown access type.')
    }
    await refused(grantTo({ id: 999999 }), 'User not found.')
    await refused(grantTo(foreigner), 'User not found.')
    await refused({ access_type: 'modify' }, 'user_id: this field is required.')
    // disabled users get no new grants; existing ones can be revoked
    expect((await owner.post(acl, grantTo(gone))).json().message).toBe('User not found.')
    expect((await owner.request('DELETE', acl, grantTo(gone))).body).toBe('null')
  })

  it('tell each caller their own access', async () => {
    const query = await newQuery()
    await owner.post(aclOf(query), grantTo(friend))
    const grantee = await sextant.as(friend)
    const holds = async (caller: Caller, type: string) =>
      (await caller.get(`${aclOf(query)}/${type}`)).json().response
    expect(await holds(grantee, 'modify')).toBe(true)
    expect(await holds(grantee, 'view')).toBe(false)
    // owners and admins need none
    expect(await holds(owner, 'modify')).toBe(false)
    expect(await holds(admin, 'modify')).toBe(false)
    expect(await holds(viewer, 'modify')).toBe(false)
    expect((await grantee.get(`${aclOf(query)}/rule`)).json().message).toBe('Unknown access type.')
    expect((await sextant.anonymous.get(`${aclOf(query)}/modify`)).statusCode).toBe(401)
    const outsider = await sextant.as(sextant.outsider)
    expect((await outsider.get(`${aclOf(query)}/modify`)).statusCode).toBe(403)
    expect((await outsider.get('/api/queries/999999/acl/modify')).statusCode).toBe(404)
  })

  describe('of modifying', () => {
    it('open the query, its visualizations, versions and key, but neither archiving nor sharing', async () => {
      const query = await newQuery()
      const path = `/api/queries/${query.id}`
      const grantee = await sextant.as(friend)
      expect((await grantee.get(path)).json()).toMatchObject({ can_edit: false })
      expect((await grantee.post(path, { name: 'No' })).statusCode).toBe(403)
      await owner.post(aclOf(query), grantTo(friend))
      expect((await grantee.get(path)).json()).toMatchObject({ can_edit: true, api_key: query.api_key })
      expect((await grantee.post(path, { name: 'Yes', query: 'select 2' })).statusCode).toBe(200)
      const chart = { query_id: query.id, type: 'CHART', name: 'Chart', options: {} }
      const added = (await grantee.post('/api/visualizations', chart)).json()
      expect((await grantee.post(`/api/visualizations/${added.id}`, { name: 'x' })).statusCode).toBe(200)
      expect((await grantee.get(`${path}/versions`)).json().count).toBeGreaterThan(1)
      expect((await grantee.delete(`/api/visualizations/${added.id}`)).statusCode).toBe(200)
      expect((await grantee.delete(path)).statusCode).toBe(403)
      expect((await grantee.post(`${path}/regenerate_api_key`)).statusCode).toBe(403)

      // ends with the grant
      await owner.request('DELETE', aclOf(query), grantTo(friend))
      expect((await grantee.get(path)).json()).toMatchObject({ can_edit: false })
      expect((await grantee.get(path)).json()).not.toHaveProperty('api_key')
      expect((await grantee.post(path, { name: 'No' })).statusCode).toBe(403)
      expect((await grantee.get(`${path}/versions`)).statusCode).toBe(403)
    })

    it('do not open the text without full access to the data source', async () => {
      const query = await newQuery()
      await owner.post(aclOf(query), grantTo(sextant.viewer))
      const path = `/api/queries/${query.id}`
      expect((await viewer.post(path, { description: 'Words' })).statusCode).toBe(200)
      expect((await viewer.post(path, { query: 'drop table x' })).statusCode).toBe(403)
    })

    it('open nothing without access to the data source', async () => {
      const query = await newQuery()
      await owner.post(aclOf(query), grantTo(sextant.outsider))
      const outsider = await sextant.as(sextant.outsider)
      const path = `/api/queries/${query.id}`
      const chart = { query_id: query.id, type: 'CHART', name: 'Chart', options: {} }
      for (const reply of [
        await outsider.get(path),
        await outsider.post(path, { name: 'Mine' }),
        await outsider.get(`${path}/versions`),
        await outsider.post('/api/visualizations', chart),
        await outsider.get(`${aclOf(query)}/modify`),
      ]) {
        expect(reply.statusCode).toBe(403)
      }
    })

    it('only by their type: view and delete have no effect', async () => {
      const query = await newQuery()
      await owner.post(aclOf(query), grantTo(friend, 'view'))
      await owner.post(aclOf(query), grantTo(friend, 'delete'))
      const grantee = await sextant.as(friend)
      expect((await grantee.post(`/api/queries/${query.id}`, { name: 'No' })).statusCode).toBe(403)
      expect((await grantee.delete(`/api/queries/${query.id}`)).statusCode).toBe(403)
    })
  })
})
