import { afterAll, beforeAll, expect, it } from 'vitest'
import { replacePassword } from '#server/identity/account-links/use-account-link.ts'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { createUser, type TestUser } from '#test/factories.ts'

let app: AppUnderTest
let now = new Date()
beforeAll(async () => {
  app = await appUnderTest({ clock: () => now })
})
afterAll(() => app?.close())

const isWaiting = async () => {
  const { rows } = await app.context.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}
const countSessions = async ({ id }: TestUser) => {
  const rows = await app.context.db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .select('user_id')
    .execute()
  return rows.length
}

/** Makes the request while an uncommitted transaction replaces the user's password. */
async function duringNewPassword<T>(user: TestUser, request: () => Promise<T>): Promise<T> {
  const { reply } = await app.context.db.transaction().execute(async (tx) => {
    await replacePassword(tx, user.id, 'another hash', now)
    const underWay = request()
    await expect.poll(isWaiting).toBe(true)
    return { reply: underWay }
  })
  return await reply
}

it('a login with a password that is being replaced starts no session', async () => {
  const user = await createUser(app.context)
  const { email, password } = user
  const reply = await duringNewPassword(user, () => app.anonymous.post('/login', { email, password }))
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'auth.wrong_credentials'])
  expect(await countSessions(user)).toBe(0)
})

it('nor does the code entered after such a login', async () => {
  const user = await createUser(app.context)
  const { id, email, password } = user
  const browser = await app.as(user)
  const path = `/api/users/${id}/second_factor`
  const { secret } = (await browser.post(path, { password })).json()
  await browser.post(`${path}/confirm`, { code: authenticatorCode(secret, now) })
  const waiting = browserWith(app.app, await app.anonymous.post('/login', { email, password }))
  now = new Date(now.getTime() + 30_000)
  const reply = await duringNewPassword(user, () =>
    waiting.post('/login/code', { code: authenticatorCode(secret, now) }),
  )
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'auth.code_expired'])
  expect(await countSessions(user)).toBe(0)
})

it('a remembered login opens no session while the password is being replaced', async () => {
  const user = await createUser(app.context)
  const { email, password } = user
  const login = await app.anonymous.post('/login', { email, password, remember: true })
  const remembered = login.cookies.find(({ name }) => name === 'remember_token')?.value ?? ''
  const restore = () => app.app.inject({ url: '/api/session', cookies: { remember_token: remembered } })
  expect((await restore()).statusCode).toBe(200)
  const reply = await duringNewPassword(user, restore)
  expect(reply.statusCode).toBe(401)
  expect(await countSessions(user)).toBe(0)
})
