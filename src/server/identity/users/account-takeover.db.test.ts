import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashKey } from '#server/kernel/net/secrets.ts'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest, day, minute } from '#test/clock-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { mailedLink } from '#test/mailed-link.ts'

let app: AppUnderTest
const clock = clockUnderTest()
beforeAll(async () => {
  app = await appUnderTest({
    config: {
      mailDefaultSender: 'sextant@example.com',
      publicUrl: 'https://sextant.example.com',
      loginsPerHour: 10_000,
      passwordResetsPerHour: 10_000,
      newUsersPerHour: 1000,
    },
    clock,
  })
})
afterAll(() => app?.close())
beforeEach(async () => {
  clock.set('2030-01-01T12:00:00Z')
  await app.context.db.deleteFrom('mails').execute()
})

const newEmail = () => `person-${next()}@example.com`
async function logIn({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<Caller> {
  return browserWith(app.app, await app.anonymous.post('/login', { email, password }))
}
const mailsTo = async (recipient: string) =>
  await app.context.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
const stored = (id: number) =>
  app.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function settings(change: object) {
  expect((await (await logIn(app.admin)).post('/api/settings/organization', change)).statusCode).toBe(200)
}

/** Requests that give control of an account: one's own, another's, everyone's. */
function takeovers(own: TestUser, other: TestUser): [string, 'POST' | 'DELETE', string, object?][] {
  const session = '00000000-0000-0000-0000-000000000000'
  const { adminGroup, defaultGroup } = app.organization
  return [
    ['own address', 'POST', `/api/users/${own.id}`, { email: newEmail() }],
    ['own key', 'POST', `/api/users/${own.id}/regenerate_api_key`],
    ['own sessions', 'DELETE', `/api/users/${own.id}/sessions`],
    ['one session', 'DELETE', `/api/users/${own.id}/sessions/${session}`],
    ['address of another', 'POST', `/api/users/${other.id}`, { email: newEmail() }],
    ['key of another', 'POST', `/api/users/${other.id}/regenerate_api_key`],
    ['sessions of another', 'DELETE', `/api/users/${other.id}/sessions`],
    ['reset of another', 'POST', `/api/users/${other.id}/reset_password`],
    ['factor of another', 'DELETE', `/api/users/${other.id}/second_factor`],
    ['a new admin', 'POST', `/api/users/${other.id}`, { group_ids: [adminGroup, defaultGroup] }],
    ['a new admin of the group', 'POST', `/api/groups/${adminGroup}/members`, { user_id: other.id }],
    ['SAML', 'POST', '/api/settings/organization', { auth_saml_sso_url: 'https://evil.example.com' }],
  ]
}

describe('an API key', () => {
  it('never becomes an account', async () => {
    const other = await createUser(app.context)
    const admin = app.withKey(app.admin.api_key)
    for (const [what, method, path, body] of takeovers(app.admin, other)) {
      const reply = await admin.request(method, path, body)
      expect([what, reply.statusCode, reply.json().code]).toEqual([what, 403, 'auth.session_needed'])
    }
    const change = { password: 'a new password', old_password: app.admin.password }
    const password = await admin.post(`/api/users/${app.admin.id}`, change)
    expect(password.json().code).toBe('auth.session_needed')
    // even with the password: it would bypass the second factor
    for (const path of ['second_factor', 'second_factor/switch_off', 'second_factor/recovery_codes']) {
      const reply = await admin.post(`/api/users/${app.admin.id}/${path}`, { password: app.admin.password })
      expect([path, reply.json().code]).toEqual([path, 'auth.session_needed'])
    }
    const proof = await admin.post('/api/session/proof', { password: app.admin.password })
    expect(proof.json().code).toBe('auth.session_needed')
    expect((await stored(other.id)).email).toBe(other.email)
    expect(await mailsTo(other.email)).toEqual([])
  })

  it('counts as a key even with a session', async () => {
    const user = await createUser(app.context)
    const { headers } = await logIn(user)
    const reply = await app.anonymous.post(
      `/api/users/${user.id}?api_key=${user.api_key}`,
      { email: newEmail() },
      { headers },
    )
    expect(reply.json().code).toBe('auth.session_needed')
  })

  it('does not show where its user is logged in', async () => {
    const user = await createUser(app.context)
    const path = `/api/users/${user.id}/sessions`
    for (const key of [user.api_key, app.admin.api_key]) {
      const reply = await app.withKey(key).get(path)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'auth.session_needed'])
      // with another user's session as well
      const both = await app.anonymous.get(`${path}?api_key=${key}`, { headers: (await logIn(user)).headers })
      expect(both.json().code).toBe('auth.session_needed')
    }
    expect((await (await logIn(user)).get(path)).statusCode).toBe(200)
  })

  it('shows only itself, no other keys', async () => {
    const other = await createUser(app.context)
    const admin = app.withKey(app.admin.api_key)
    expect((await admin.get(`/api/users/${other.id}`)).json()).not.toHaveProperty('api_key')
    expect((await admin.post(`/api/users/${other.id}/disable`)).json()).not.toHaveProperty('api_key')
    expect((await admin.get(`/api/users/${app.admin.id}`)).json().api_key).toBe(app.admin.api_key)
  })

  it('still does what programs do: names, groups, invitations, disabling', async () => {
    const other = await createUser(app.context)
    const admin = app.withKey(app.admin.api_key)
    const done = async (path: string, body?: object) => (await admin.post(path, body)).statusCode
    expect(await done(`/api/users/${other.id}`, { name: 'Grace' })).toBe(200)
    expect(await done(`/api/users/${other.id}`, { email: other.email })).toBe(200)
    expect(await done(`/api/groups/${app.viewerGroup}/members`, { user_id: other.id })).toBe(200)
    expect(await done('/api/users', { name: 'Ada', email: newEmail() })).toBe(200)
    expect(await done(`/api/users/${other.id}/disable`)).toBe(200)
    expect(await done('/api/settings/organization', { hide_plotly_mode_bar: true })).toBe(200)
  })

  it('gets no link to an invited account that may be an admin', async () => {
    const quiet = await appUnderTest()
    const admin = await quiet.as(quiet.admin)
    const { id } = (await admin.post('/api/users', { name: 'A', email: newEmail() })).json()
    const again = await quiet.withKey(quiet.admin.api_key).post(`/api/users/${id}/invite`)
    expect(again.json().code).toBe('auth.session_needed')
    expect((await admin.post(`/api/users/${id}/invite`)).json().invite_link).toMatch(/\/invite\//)
    await quiet.close()
  })
})

describe('an open session', () => {
  it('needs a new proof ten minutes after its login', async () => {
    const other = await createUser(app.context)
    const admin = await logIn(app.admin)
    expect((await admin.get(`/api/users/${other.id}`)).json().api_key).toBe(other.api_key)
    clock.pass(11 * minute)
    for (const [what, method, path, body] of takeovers(app.admin, other)) {
      const reply = await admin.request(method, path, body)
      expect([what, reply.statusCode, reply.json().code]).toEqual([what, 403, 'auth.prove_again'])
    }
    expect((await admin.get(`/api/users/${other.id}`)).json()).not.toHaveProperty('api_key')
    expect((await stored(other.id)).email).toBe(other.email)
  })

  it('shows its own key only after a proof, wherever an account is shown', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const shown = async () => [
      (await browser.get(`/api/users/${user.id}`)).json().api_key,
      (await browser.post(`/api/users/${user.id}`, { name: 'Grace' })).json().api_key,
    ]
    expect(await shown()).toEqual([user.api_key, user.api_key])
    clock.pass(11 * minute)
    expect(await shown()).toEqual([undefined, undefined])
    for (const path of ['/api/session', '/api/users', `/api/users/${user.id}`])
      expect((await browser.get(path)).body).not.toContain(user.api_key)
    await browser.post('/api/session/proof', { password: user.password })
    expect(await shown()).toEqual([user.api_key, user.api_key])
  })

  it('is proved by the password for ten minutes', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const renew = () => browser.post(`/api/users/${user.id}/regenerate_api_key`)
    clock.pass(11 * minute)
    expect((await browser.get('/api/session/proof')).json()).toEqual({
      fresh_until: null,
      asks_password: true,
      asks_code: false,
    })
    expect((await browser.post('/api/session/proof', {})).json().code).toBe('auth.password_again')
    expect((await browser.post('/api/session/proof', { code: '123456' })).json().code).toBe(
      'auth.password_again',
    )
    const wrong = await browser.post('/api/session/proof', { password: 'wrong' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'user.wrong_password'])
    expect((await renew()).statusCode).toBe(403)
    const given = await browser.post('/api/session/proof', { password: user.password })
    expect(given.json().fresh_until).toBe(new Date(clock().getTime() + 10 * minute).toISOString())
    // only in this browser
    const elsewhere = await logIn(user)
    clock.pass(9 * minute)
    expect((await renew()).statusCode).toBe(200)
    clock.pass(2 * minute)
    expect((await renew()).json().code).toBe('auth.prove_again')
    expect((await elsewhere.post(`/api/users/${user.id}/regenerate_api_key`)).json().code).toBe(
      'auth.prove_again',
    )
  })

  it('changes the address with the password sent along', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    clock.pass(11 * minute)
    const change = (old_password: string) =>
      browser.post(`/api/users/${user.id}`, { email: newEmail(), old_password })
    expect((await change('wrong')).json().code).toBe('user.wrong_password')
    expect((await change(user.password)).statusCode).toBe(200)
  })
})

describe('an address that was changed', () => {
  const forgot = async (email: string) =>
    expect((await app.anonymous.post('/forgot', { email })).statusCode).toBe(200)
  async function changed(): Promise<{ user: TestUser; email: string; browser: Caller }> {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const email = newEmail()
    expect((await browser.post(`/api/users/${user.id}`, { email })).json()).toMatchObject({ email })
    return { user, email, browser }
  }

  it('gets no link for a new password until it is verified; the last verified one does', async () => {
    const { user, email, browser } = await changed()
    for (const asked of [email, user.email]) {
      await forgot(asked)
      expect(await mailedLink(app, email, 'reset')).toBe('')
      const link = await mailedLink(app, user.email, 'reset')
      expect((await app.anonymous.get(link ?? '')).statusCode).toBe(200)
      await app.context.db.deleteFrom('mails').where('recipient', '=', user.email).execute()
    }
    await (await logIn(app.admin)).post(`/api/users/${user.id}/reset_password`)
    expect(await mailedLink(app, email, 'reset')).toBe('')
    expect(await mailedLink(app, user.email, 'reset')).not.toBe('')
    await browser.post(await mailedLink(app, email, 'verify'), {})
    expect(await stored(user.id)).toMatchObject({ is_email_verified: true, proved_email: null })
    await app.context.db.deleteFrom('mails').execute()
    await forgot(email)
    await forgot(user.email)
    expect(await mailedLink(app, email, 'reset')).not.toBe('')
    expect(await mailsTo(user.email)).toEqual([])
  })

  it('needs an admin to hand over the link where none was ever verified', async () => {
    const user = await createUser(app.context)
    await app.context.db
      .updateTable('users')
      .set({ is_email_verified: false })
      .where('id', '=', user.id)
      .execute()
    const email = newEmail()
    await (await logIn(user)).post(`/api/users/${user.id}`, { email })
    await forgot(email)
    expect(await mailedLink(app, email, 'reset')).toBe('')
    const handed = await (await logIn(app.admin)).post(`/api/users/${user.id}/reset_password`)
    const link = new URL(handed.json().reset_link).pathname
    expect((await app.anonymous.post(link, { password: 'a new password' })).statusCode).toBe(200)
  })

  it('is reverted from the former one within a week, with everything set up since', async () => {
    const { user, email, browser } = await changed()
    const link = await mailedLink(app, user.email, 'restore')
    // the attacker has taken over the account
    await browser.post(await mailedLink(app, email, 'verify'), {})
    const stolen = await browser.post(`/api/users/${user.id}`, {
      old_password: user.password,
      password: 'the thief',
    })
    await app.context.db
      .insertInto('identities')
      .values({
        org_id: user.org_id,
        provider: 'google',
        issuer: 'x',
        subject: `thief-${user.id}`,
        user_id: user.id,
        created_at: clock(),
        used_at: clock(),
      })
      .execute()
    await app.context.db
      .insertInto('second_factors')
      .values({
        user_id: user.id,
        encrypted_secret: Buffer.from('x'),
        begun_at: clock(),
        confirmed_at: clock(),
      })
      .execute()
    clock.pass(7 * day - minute)
    const page = await app.anonymous.get(link)
    expect([page.statusCode, page.body.includes(user.email)]).toEqual([200, true])
    expect((await stored(user.id)).email).toBe(email)
    const restored = await app.anonymous.post(link, {})
    expect(restored.statusCode).toBe(200)
    await expect
      .poll(() =>
        app.context.db
          .selectFrom('events')
          .select(['user_id', 'object_id', 'additional_properties'])
          .where('action', '=', 'restore_email')
          .execute(),
      )
      .toEqual([
        {
          user_id: user.id,
          object_id: String(user.id),
          additional_properties: { email: user.email },
        },
      ])
    expect(await stored(user.id)).toMatchObject({
      email: user.email,
      is_email_verified: true,
      password_hash: null,
    })
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    expect((await app.withKey(stolen.json().api_key).get('/api/session')).statusCode).toBe(401)
    for (const table of ['identities', 'second_factors'] as const)
      expect(
        await app.context.db.selectFrom(table).where('user_id', '=', user.id).select('user_id').execute(),
      ).toEqual([])
    const chosen = await app.anonymous.post(restored.json().next, { password: 'mine again' })
    expect(chosen.statusCode).toBe(200)
    expect((await logIn({ email: user.email, password: 'mine again' })).headers['cookie']).toContain(
      'session',
    )
    // once
    const again = await app.anonymous.post(link, {})
    expect([again.statusCode, again.json().code]).toEqual([400, 'link.restored'])
  })

  it('has a link for a week, which the attacker cannot revoke with a link of their own', async () => {
    const { user, email, browser } = await changed()
    const link = await mailedLink(app, user.email, 'restore')
    await browser.post(await mailedLink(app, email, 'verify'), {})
    clock.pass(minute)
    expect((await browser.post(`/api/users/${user.id}`, { email: newEmail() })).statusCode).toBe(200)
    const later = await mailedLink(app, email, 'restore')
    expect((await app.anonymous.post(later, {})).statusCode).toBe(200)
    expect((await stored(user.id)).email).toBe(email)
    expect((await app.anonymous.post(link, {})).statusCode).toBe(200)
    expect((await stored(user.id)).email).toBe(user.email)
    const late = await changed()
    const expired = await mailedLink(app, late.user.email, 'restore')
    clock.pass(7 * day + minute)
    expect((await app.anonymous.post(expired, {})).json().code).toBe('link.expired')
  })

  it('has links that are stored only as hashes', async () => {
    const { user } = await changed()
    const token = (await mailedLink(app, user.email, 'restore')).split('/').pop() ?? ''
    const rows = await app.context.db
      .selectFrom('link_tokens')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a new password', () => {
  const change = { password: 'a new password' }

  it('creates a new API key when the user wants it or an admin requires it', async () => {
    const saved = async (more: object) => {
      const user = await createUser(app.context)
      const body = { ...change, old_password: user.password, ...more }
      const reply = await (await logIn(user)).post(`/api/users/${user.id}`, body)
      return reply.json().api_key !== user.api_key
    }
    expect(await saved({})).toBe(false)
    expect(await saved({ renew_api_key: true })).toBe(true)
    await settings({ renew_api_key_with_password: true })
    expect(await saved({})).toBe(true)
    await settings({ renew_api_key_with_password: false })
  })

  it('by a link does as well', async () => {
    const reset = async (more: object) => {
      const user = await createUser(app.context)
      await app.anonymous.post('/forgot', { email: user.email })
      const link = await mailedLink(app, user.email, 'reset')
      expect((await app.anonymous.post(link, { ...change, ...more })).statusCode).toBe(200)
      return !(await stored(user.id)).api_key_hash.equals(hashKey(user.api_key))
    }
    expect(await reset({})).toBe(false)
    expect(await reset({ renew_api_key: 'on' })).toBe(true)
    await settings({ renew_api_key_with_password: true })
    expect(await reset({})).toBe(true)
    await settings({ renew_api_key_with_password: false })
  })
})
