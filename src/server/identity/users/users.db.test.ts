import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDashboard, createDataSource, createGroup, createQuery, createUser } from '#test/factories.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app.close())

describe('GET /api/users/:id', () => {
  it('401, 403, 404', async () => {
    const stranger = await createUser(app.context, {
      groups: [await createGroup(app.context, { permissions: [] })],
    })
    expect((await app.anonymous.get(`/api/users/${app.member.id}`)).statusCode).toBe(401)
    const refused = await (await app.as(stranger)).get(`/api/users/${app.member.id}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.forbidden'])
    for (const id of ['0', '-1', '999999', '2147483648', 'me', '1e3', '1.5', '%00']) {
      expect((await (await app.as(app.admin)).get(`/api/users/${id}`)).statusCode, id).toBe(404)
    }
  })

  it('shows the key to oneself and to admins only', async () => {
    const url = `/api/users/${app.member.id}`
    const self = await (await app.as(app.member)).get(url)
    expect(self.statusCode).toBe(200)
    expect(self.json()).toEqual({
      id: app.member.id,
      name: 'member',
      email: 'member@example.com',
      profile_image_url: expect.stringMatching(
        /^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{32}\?s=40&d=identicon$/,
      ),
      groups: [app.organization.defaultGroup],
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      disabled_at: null,
      is_disabled: false,
      active_at: expect.stringMatching(/Z$/),
      is_invitation_pending: false,
      is_email_verified: true,
      auth_type: 'password',
      api_key: app.member.api_key,
    })
    expect((await (await app.as(app.admin)).get(url)).json().api_key).toBe(app.member.api_key)
    expect((await (await app.as(app.viewer)).get(url)).json()).not.toHaveProperty('api_key')
  })

  it('shows disabled and external users as such', async () => {
    const user = await createUser(app.context, { disabled_at: new Date(), password: null })
    const reply = await (await app.as(app.admin)).get(`/api/users/${user.id}`)
    expect(reply.json()).toMatchObject({
      is_disabled: true,
      auth_type: 'external',
      profile_image_url: '/static/images/avatar.svg',
    })
  })

  it('does not reach into another organization', async () => {
    const { db } = app.context
    const org = await db
      .insertInto('organizations')
      .values({ name: 'Other', slug: 'other' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await createUser(app.context, { org_id: org.id, groups: [] })
    expect((await (await app.as(app.admin)).get(`/api/users/${user.id}`)).statusCode).toBe(404)
  })
})

describe('POST /api/users/:id/regenerate_api_key', () => {
  it('401, 400 without CSRF token, 403, 404', async () => {
    const url = `/api/users/${app.admin.id}/regenerate_api_key`
    expect((await app.anonymous.post(url)).statusCode).toBe(401)
    const browser = await app.as(app.member)
    const forged = await browser.post(url, undefined, { headers: { 'x-csrf-token': '' } })
    expect([forged.statusCode, forged.json().code]).toEqual([400, 'request.csrf'])
    expect((await browser.post(url)).statusCode).toBe(403)
    const disabled = await createUser(app.context, { disabled_at: new Date() })
    const admin = await app.as(app.admin)
    expect((await admin.post(`/api/users/${disabled.id}/regenerate_api_key`)).statusCode).toBe(404)
    expect((await admin.post('/api/users/999999/regenerate_api_key')).statusCode).toBe(404)
  })

  it('revokes the old key at once', async () => {
    const user = await createUser(app.context)
    const reply = await (await app.as(user)).post(`/api/users/${user.id}/regenerate_api_key`)
    expect(reply.statusCode).toBe(200)
    const { api_key } = reply.json()
    expect(api_key).toMatch(/^[a-zA-Z0-9]{40}$/)
    expect((await app.withKey(user.api_key).get('/api/session')).statusCode).toBe(401)
    expect((await app.withKey(api_key).get('/api/session')).json().user.id).toBe(user.id)
  })
})

describe('GET /api/groups', () => {
  it('shows all groups to admins, and others their own', async () => {
    expect((await app.anonymous.get('/api/groups')).statusCode).toBe(401)
    const names = async (caller: { get(url: string): Promise<{ json(): { name: string }[] }> }) =>
      (await caller.get('/api/groups')).json().map((group) => group.name)
    expect(await names(await app.as(app.admin))).toEqual(
      expect.arrayContaining(['admin', 'default', 'viewers']),
    )
    expect(await names(await app.as(app.viewer))).toEqual(['viewers'])
    const lonely = await createUser(app.context, { groups: [] })
    expect(await names(await app.as(lonely))).toEqual([])
  })
})

describe('GET /api/organization/status', () => {
  it('counts what the caller’s groups can see, with drafts but not archived objects', async () => {
    expect((await app.anonymous.get('/api/organization/status')).statusCode).toBe(401)
    const shared = await createDataSource(app.context, {
      groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
    })
    await createDataSource(app.context)
    await createQuery(app.context, { data_source_id: shared.id })
    await createQuery(app.context, { data_source_id: shared.id, is_draft: true })
    await createQuery(app.context, { data_source_id: shared.id, is_archived: true })
    await createQuery(app.context)
    await createDashboard(app.context)
    await createDashboard(app.context, { is_draft: true })
    await createDashboard(app.context, { is_archived: true })
    const counters = async (caller: { get(url: string): Promise<{ json(): Record<string, unknown> }> }) =>
      (await caller.get('/api/organization/status')).json()['object_counters']
    const { rows } = await app.context.pool.query(
      'select count(*)::integer as n from users where disabled_at is null and org_id = $1',
      [app.organization.id],
    )
    const users = rows[0].n
    expect(await counters(await app.as(app.viewer))).toEqual({
      users,
      alerts: 0,
      data_sources: 1,
      queries: 2,
      dashboards: 2,
    })
    expect(await counters(await app.as(app.member))).toMatchObject({ data_sources: 3, queries: 3 })
    expect(await counters(await app.as(app.outsider))).toMatchObject({ users, data_sources: 0, queries: 0 })
  })
})
