import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessions } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 10_000 } })
})
afterAll(() => app?.close())

async function browserOf({ email, password }: TestUser) {
  const browser = browserWith(app.app, await app.anonymous.post('/login', { email, password }))
  // the first visit is recorded, which would wait too
  await browser.get('/api/session')
  return browser
}

/** As when the user takes their address back, or changes the password elsewhere. */
const endingSessions =
  ({ id }: TestUser) =>
  async (tx: Db) => {
    await tx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    await endSessions({ db: tx }, id)
  }

const stored = (id: number) =>
  app.context.db
    .selectFrom('users')
    .select(['email', 'password_hash', 'api_key_hash', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The session of the attacker was fresh when the request arrived. */
const changes = (id: number, password: string) =>
  [
    ['password', `/api/users/${id}`, { password: 'of the attacker', old_password: password }],
    ['address', `/api/users/${id}`, { email: `attacker-${next()}@example.com` }],
    ['API key', `/api/users/${id}/regenerate_api_key`, {}],
    ['name', `/api/users/${id}`, { name: 'Attacker' }],
  ] as const

describe('a change of an account whose session ends at the same moment', () => {
  it('changes nothing of the own account', async () => {
    for (const index of changes(0, '').keys()) {
      const user = await createUser(app.context)
      const browser = await browserOf(user)
      const [what, path, body] = changes(user.id, user.password)[index] ?? changes(0, '')[0]
      const before = await stored(user.id)
      const reply = await duringChange(app, endingSessions(user), () => browser.post(path, body))
      expect([what, reply.statusCode, reply.json().code]).toEqual([what, 401, 'auth.required'])
      expect(await stored(user.id)).toEqual({ ...before, password_hash: null })
    }
  })

  it('changes nothing of another account', async () => {
    const { adminGroup, defaultGroup } = app.organization
    for (const index of [1, 2, 3]) {
      const admin = await createUser(app.context, { groups: [adminGroup, defaultGroup] })
      const user = await createUser(app.context)
      const browser = await browserOf(admin)
      const [what, path, body] = changes(user.id, '')[index] ?? changes(0, '')[0]
      const before = await stored(user.id)
      const reply = await duringChange(app, endingSessions(admin), () => browser.post(path, body))
      expect([what, reply.statusCode, reply.json().code]).toEqual([what, 401, 'auth.required'])
      expect(await stored(user.id)).toEqual(before)
    }
  })

  it('sends no link for a new password of another account', async () => {
    const { adminGroup, defaultGroup } = app.organization
    const admin = await createUser(app.context, { groups: [adminGroup, defaultGroup] })
    const user = await createUser(app.context)
    const browser = await browserOf(admin)
    const reply = await duringChange(app, endingSessions(admin), () =>
      browser.post(`/api/users/${user.id}/reset_password`, {}),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
  })
})

describe('an admin who is being disabled', () => {
  const disabling = (id: number) => async (tx: Db) => {
    await tx.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    await endSessions({ db: tx }, id)
  }
  const disabledAt = async (id: number) =>
    (
      await app.context.db
        .selectFrom('users')
        .select('disabled_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).disabled_at
  const admin = async () => {
    const { adminGroup, defaultGroup } = app.organization
    return await createUser(app.context, { groups: [adminGroup, defaultGroup] })
  }

  it('cannot enable themselves at the same moment', async () => {
    const user = await admin()
    const browser = await browserOf(user)
    const reply = await duringChange(app, disabling(user.id), () =>
      browser.delete(`/api/users/${user.id}/disable`),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
    expect(await disabledAt(user.id)).not.toBeNull()
  })

  it('changes no other account and no group', async () => {
    const other = await createUser(app.context, { disabled_at: new Date() })
    const peer = await admin()
    const { adminGroup } = app.organization
    const attempts = [
      ['DELETE', `/api/users/${other.id}/disable`],
      ['POST', `/api/users/${peer.id}/disable`],
      ['POST', `/api/groups/${adminGroup}/members`, { user_id: app.member.id }],
      ['DELETE', `/api/groups/${adminGroup}/members/${peer.id}`],
      ['DELETE', `/api/users/${peer.id}/second_factor`],
    ] as const
    for (const [method, path, body] of attempts) {
      const user = await admin()
      const browser = await browserOf(user)
      const reply = await duringChange(app, disabling(user.id), () => browser.request(method, path, body))
      expect([method, path, reply.statusCode, reply.json().code]).toEqual([
        method,
        path,
        401,
        'auth.required',
      ])
    }
    expect(await disabledAt(other.id)).not.toBeNull()
    expect(await disabledAt(peer.id)).toBeNull()
  })
})

it('an invitation that is being accepted cannot be withdrawn', async () => {
  const key = app.withKey(app.admin.api_key)
  const invited = (await key.post('/api/users', { name: 'Invited', email: `${next()}@example.com` })).json()
  const reply = await duringChange(
    app,
    (tx) =>
      tx
        .updateTable('users')
        .set({ is_invitation_pending: false, password_hash: 'of the person' })
        .where('id', '=', invited.id)
        .execute(),
    () => key.delete(`/api/users/${invited.id}`),
  )
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'user.delete_active'])
  expect((await stored(invited.id)).password_hash).toBe('of the person')
})

it('a key of a user who is being disabled changes nothing', async () => {
  const user = await createUser(app.context)
  await app.withKey(user.api_key).get('/api/session')
  const reply = await duringChange(
    app,
    (tx) => tx.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user.id).execute(),
    () => app.withKey(user.api_key).post(`/api/users/${user.id}`, { name: 'Late' }),
  )
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
})
