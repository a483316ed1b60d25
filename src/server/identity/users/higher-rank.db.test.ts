import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import { createGroup, createUser, type TestUser } from '#test/factories.ts'
import { holdUserAlone } from '../session/user-sessions.ts'

/** Operators can create admin groups that may not see the state of the instance (`sextant groups create`). */
let app: AppUnderTest
let plain: TestUser
let plainAdmin: Caller
beforeAll(async () => {
  app = await appUnderTest()
  const { defaultGroup } = app.organization
  const plainAdmins = await createGroup(app.context, { permissions: ['admin'] })
  plain = await createUser(app.context, { groups: [plainAdmins, defaultGroup] })
  plainAdmin = await app.as(plain)
})
afterAll(() => app?.close())

const forbidden = async (reply: ReturnType<Caller['post']>) => {
  const { statusCode, json } = await reply
  expect([statusCode, json().code]).toEqual([403, 'auth.forbidden'])
}

describe('an admin who is not a super admin', () => {
  it('neither makes nor unmakes super admins, including themselves', async () => {
    const { adminGroup, defaultGroup } = app.organization
    for (const { id } of [plain, app.member]) {
      await forbidden(plainAdmin.post(`/api/groups/${adminGroup}/members`, { user_id: id }))
      await forbidden(plainAdmin.post(`/api/users/${id}`, { group_ids: [adminGroup, defaultGroup] }))
    }
    await forbidden(plainAdmin.delete(`/api/groups/${adminGroup}/members/${app.admin.id}`))
    await forbidden(plainAdmin.post(`/api/users/${app.admin.id}`, { group_ids: [defaultGroup] }))
  })

  it('gets into no account of a super admin', async () => {
    const url = `/api/users/${app.admin.id}`
    const shown = await plainAdmin.get(url)
    expect([shown.statusCode, shown.json().api_key]).toEqual([200, undefined])
    await forbidden(plainAdmin.post(url, { email: 'mine@example.com' }))
    for (const what of ['regenerate_api_key', 'reset_password', 'disable', 'invite'])
      await forbidden(plainAdmin.post(`${url}/${what}`))
    for (const what of ['sessions', 'second_factor', 'disable'])
      await forbidden(plainAdmin.delete(`${url}/${what}`))
    await forbidden(plainAdmin.delete(url))
    await forbidden(plainAdmin.get(`${url}/sessions`))
  })

  it('gets no link into the account of a user who becomes a super admin at this moment', async () => {
    const { id } = await createUser(app.context)
    const becoming = async (tx: Db) => {
      await holdUserAlone(tx, id)
      const group_id = app.organization.adminGroup
      await tx.insertInto('group_members').values({ group_id, user_id: id }).execute()
    }
    const reset = () => plainAdmin.post(`/api/users/${id}/reset_password`)
    await forbidden(duringChange(app, becoming, reset))
  })

  it('does not choose the identity provider, which could sign them in as any user', async () => {
    const path = '/api/settings/organization'
    await forbidden(plainAdmin.post(path, { auth_saml_enabled: true }))
    await forbidden(plainAdmin.post(path, { null_value: '', auth_google_apps_domains: ['evil.example'] }))
    const { settings } = (await plainAdmin.get(path)).json()
    // a form that sends unchanged values
    const { beacon_consent: _, ...same } = settings
    const saved = await plainAdmin.post(path, { ...same, null_value: '–' })
    expect([saved.statusCode, saved.json().settings.null_value]).toEqual([200, '–'])
  })

  it('may do all that with other users and with themselves', async () => {
    const user = await createUser(app.context)
    const { defaultGroup } = app.organization
    const group = await createGroup(app.context)
    const url = `/api/users/${user.id}`
    expect((await plainAdmin.get(url)).json().api_key).toBe(user.api_key)
    const saved = await plainAdmin.post(url, { name: 'New', group_ids: [defaultGroup, group] })
    expect([saved.statusCode, saved.json().groups]).toEqual([200, [defaultGroup, group]])
    expect((await plainAdmin.post(`${url}/reset_password`)).statusCode).toBe(200)
    expect((await plainAdmin.post(`${url}/disable`)).statusCode).toBe(200)
    expect((await plainAdmin.get(`/api/users/${plain.id}`)).json().api_key).toBe(plain.api_key)
    expect((await plainAdmin.post(`/api/users/${plain.id}`, { name: 'Plain' })).statusCode).toBe(200)
  })
})

it('a super admin may do it with all users', async () => {
  const admin = await app.as(app.admin)
  const { adminGroup } = app.organization
  const added = await admin.post(`/api/groups/${adminGroup}/members`, { user_id: plain.id })
  expect(added.statusCode).toBe(200)
  expect((await admin.delete(`/api/groups/${adminGroup}/members/${plain.id}`)).statusCode).toBe(200)
})
