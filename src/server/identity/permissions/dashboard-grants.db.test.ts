import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDashboard, createQuery, createUser, type TestUser } from '#test/factories.ts'

let sextant: AppUnderTest
let owner: Caller
let friend: TestUser
beforeAll(async () => {
  sextant = await appUnderTest()
  owner = await sextant.as(sextant.member)
  friend = await createUser(sextant.context, { name: 'Friend' })
})
afterAll(() => sextant.close())

const newAcl = async () => {
  const { id } = await createDashboard(sextant.context, { user_id: sextant.member.id, is_draft: true })
  return { id, path: `/api/dashboards/${id}`, acl: `/api/dashboards/${id}/acl` }
}
const grantTo = (user: TestUser, access_type = 'modify') => ({ access_type, user_id: user.id })

it('are read and managed only by the owner and admins', async () => {
  const { acl } = await newAcl()
  const admin = await sextant.as(sextant.admin)
  const grantee = await sextant.as(friend)
  await owner.post(acl, grantTo(friend))
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', grantTo(friend)],
    ['DELETE', grantTo(sextant.viewer)],
  ] as const) {
    expect((await sextant.anonymous.request(method, acl, body)).statusCode).toBe(401)
    expect((await (await sextant.as(sextant.viewer)).request(method, acl, body)).statusCode).toBe(403)
    expect((await grantee.request(method, acl, body)).json().code).toBe('auth.not_owner')
    expect((await admin.request(method, acl, body)).statusCode).toBe(200)
    expect((await owner.request(method, '/api/dashboards/999999/acl', body)).statusCode).toBe(404)
  }
})

it('are listed by access type, once each, and revoked', async () => {
  const { id, acl } = await newAcl()
  expect((await owner.get(acl)).json()).toEqual({})
  const granted = (await owner.post(acl, grantTo(friend))).json()
  expect(granted).toEqual({
    id: expect.any(Number),
    object_id: id,
    object_type: 'dashboards',
    access_type: 'modify',
    grantor: sextant.member.id,
    grantee: friend.id,
  })
  expect((await owner.post(acl, grantTo(friend))).json().id).toBe(granted.id)
  await owner.post(acl, grantTo(sextant.viewer, 'view'))
  expect((await owner.get(acl)).json()).toMatchObject({
    modify: [{ id: friend.id, name: 'Friend' }],
    view: [{ id: sextant.viewer.id }],
  })
  expect((await owner.request('DELETE', acl, grantTo(friend))).body).toBe('null')
  expect((await owner.request('DELETE', acl, grantTo(friend))).body).toBe('null')
  expect(Object.keys((await owner.get(acl)).json())).toEqual(['view'])
})

it('refuse unknown types and users with separate messages', async () => {
  const { acl } = await newAcl()
  for (const method of ['POST', 'DELETE'] as const) {
    const type = await owner.request(method, acl, grantTo(friend, 'rule'))
    expect([type.statusCode, type.json().message]).toEqual([400, 'Unknown access type.'])
    const person = await owner.request(method, acl, { access_type: 'modify', user_id: 999999 })
    expect([person.statusCode, person.json().message]).toEqual([400, 'User not found.'])
    expect((await owner.request(method, acl, { access_type: 'modify' })).statusCode).toBe(400)
  }
})

it('can be checked by users who can open the dashboard', async () => {
  const { acl } = await newAcl()
  await owner.post(acl, grantTo(friend))
  const holds = async (caller: Caller, type: string) => (await caller.get(`${acl}/${type}`)).json().response
  const grantee = await sextant.as(friend)
  expect(await holds(grantee, 'modify')).toBe(true)
  expect(await holds(grantee, 'view')).toBe(false)
  expect(await holds(owner, 'modify')).toBe(false)
  expect((await grantee.get(`${acl}/rule`)).json().message).toBe('Unknown access type.')
  expect((await sextant.anonymous.get(`${acl}/modify`)).statusCode).toBe(401)
  expect((await (await sextant.as(sextant.outsider)).get(`${acl}/modify`)).statusCode).toBe(403)
})

it('of modifying open dashboard, widgets and fork, but neither archiving nor permissions', async () => {
  const { id, path, acl } = await newAcl()
  const grantee = await sextant.as(friend)
  expect((await grantee.get(path)).statusCode).toBe(403)
  await owner.post(acl, grantTo(friend))
  expect((await grantee.get(path)).json()).toMatchObject({ can_edit: true })
  expect((await grantee.post(path, { name: 'Yes', is_draft: false })).statusCode).toBe(200)
  const widget = (await grantee.post('/api/widgets', { dashboard_id: id, text: 'Hello' })).json()
  expect((await grantee.post(`/api/widgets/${widget.id}`, { text: 'Bye' })).statusCode).toBe(200)
  expect((await grantee.delete(`/api/widgets/${widget.id}`)).statusCode).toBe(200)
  expect((await grantee.post(`${path}/fork`)).statusCode).toBe(200)
  expect((await grantee.delete(path)).statusCode).toBe(403)
  expect((await grantee.post(path, { is_archived: true })).statusCode).toBe(403)

  await owner.request('DELETE', acl, grantTo(friend))
  expect((await grantee.get(path)).statusCode).toBe(403)
  expect((await grantee.post(path, { name: 'No' })).statusCode).toBe(403)
})

it('open one object only: not a query with the same id, and not by view or delete', async () => {
  const { id, path, acl } = await newAcl()
  const query = await createQuery(sextant.context, { user_id: sextant.member.id })
  await sextant.context.db
    .insertInto('access_grants')
    .values({
      object_type: 'query',
      object_id: id,
      access_type: 'modify',
      grantor_id: sextant.member.id,
      grantee_id: friend.id,
    })
    .execute()
  await owner.post(acl, grantTo(friend, 'view'))
  await owner.post(acl, grantTo(friend, 'delete'))
  const grantee = await sextant.as(friend)
  expect((await grantee.get(path)).statusCode).toBe(403)
  expect((await owner.get(`/api/queries/${query.id}/acl`)).json()).toEqual({})
})
