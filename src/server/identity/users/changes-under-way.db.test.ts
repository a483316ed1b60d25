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
