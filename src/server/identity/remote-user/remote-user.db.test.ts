import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'

let app: AppUnderTest
beforeAll(async () => {
  const remoteUserProxies = ['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']
  app = await appUnderTest({ config: { remoteUserProxies, trustedProxies: 2 } })
})
afterAll(() => app.close())

const come = (
  user: string | undefined,
  { from = '10.1.2.3', url = '/remote_user/login', headers = {} } = {},
  to = app,
) =>
  to.app.inject({
    url,
    remoteAddress: from,
    headers: { ...headers, ...(user === undefined ? {} : { 'x-forwarded-remote-user': user }) },
  })
const isIn = (reply: Awaited<ReturnType<typeof come>>) => reply.cookies.some(({ name }) => name === 'session')

it('signs in the user whom the proxy names, always to the same account, and remembers them', async () => {
  const reply = await come('New@Example.com', { url: '/remote_user/login?next=/queries' })
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/queries'])
  expect(reply.cookies.map(({ name }) => name)).toContain('remember_token')
  expect(reply.headers['cache-control']).toBe('no-store')
  // an image on a page must not log in
  const picture = await come('new@example.com', { headers: { 'sec-fetch-dest': 'image' } })
  expect([picture.statusCode, isIn(picture)]).toEqual([400, false])
  await come('new@example.com')
  const users = await app.database.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('email', '=', 'new@example.com')
    .execute()
  expect(users).toEqual([{ name: 'new@example.com', email: 'new@example.com' }])
})

it('keeps the stored name of the user', async () => {
  const user = await createUser(app.context, { name: 'Ada Lovelace' })
  expect(isIn(await come(user.email))).toBe(true)
  const { name } = await app.database.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(name).toBe('Ada Lovelace')
})

it.each(['10.1.255.255', '192.0.2.7', '::ffff:10.1.0.1', '2001:db8::5'])('believes %s', async (from) => {
  expect(isIn(await come(app.member.email, { from }))).toBe(true)
})

it.each(['10.2.0.1', '192.0.2.8', '127.0.0.1', '::1', '::ffff:192.0.2.8', '2001:db9::1'])(
  'does not believe %s, whatever it says of others, and tells admins',
  async (from) => {
    const headers = { 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3' }
    const reply = await come(app.admin.email, { from, headers })
    expect([reply.statusCode, isIn(reply)]).toEqual([400, false])
    expect(reply.body).toMatch('The proxy in front of Sextant could not log you in.')
    const reasons = async () =>
      (
        await app.context.pool.query(
          `select additional_properties ->> 'reason' as reason from events where action = 'login_failed'`,
        )
      ).rows.map(({ reason }) => reason)
    await expect
      .poll(reasons)
      .toContainEqual(expect.stringMatching(`${from}, which is not in SEXTANT_REMOTE_USER_PROXIES`))
  },
)

it.each([undefined, '', ' ', '(null)'])('%j names nobody', async (user) => {
  const reply = await come(user)
  expect([reply.statusCode, reply.headers.location, isIn(reply)]).toEqual([302, '/', false])
  const next = await come(user, { url: '/remote_user/login?next=https://elsewhere.example/a?b' })
  expect(next.headers.location).toBe('/login?next=%2Fa%3Fb')
})

it.each(['nobody', 'a@example.com, admin@example.com', 'a@b@c', "x' or '1'='1"])(
  '%j is no address',
  async (user) => {
    const reply = await come(user)
    expect([reply.statusCode, isIn(reply)]).toEqual([400, false])
  },
)

it('refuses disabled users', async () => {
  const { email } = await createUser(app.context, { disabled_at: new Date() })
  const reply = await come(email)
  expect([reply.statusCode, isIn(reply)]).toEqual([403, false])
})

it('asks for the code of a second factor before the session begins', async () => {
  const user = await createUser(app.context)
  const browser = browserWith(app.app, await come(user.email))
  const path = `/api/users/${user.id}/second_factor`
  const { secret } = (await browser.post(path, { password: user.password })).json()
  const at = (seconds: number) => authenticatorCode(secret, new Date(Date.now() + seconds * 1000))
  expect((await browser.post(`${path}/confirm`, { code: at(0) })).statusCode).toBe(200)
  const asked = await come(user.email, { url: '/remote_user/login?next=/queries' })
  expect([asked.headers.location, asked.cookies.map(({ name }) => name)]).toEqual([
    ...['/login/code', ['pending_sign_in']],
  ])
  const entered = await browserWith(app.app, asked).post('/login/code', { code: at(30) })
  expect(entered.json()).toMatchObject({ user: { id: user.id }, next: '/queries' })
})

it('reads the header on no other route, and has a button on the login page', async () => {
  const reply = await come(app.admin.email, { url: '/api/session' })
  expect(reply.statusCode).toBe(401)
  expect((await app.anonymous.get('/login')).body).toMatch('href="/remote_user/login"')
})

it('is off unless the operator names a proxy', async () => {
  const other = await appUnderTest({ config: { trustedProxies: 1 } })
  const reply = await come(other.admin.email, { from: '127.0.0.1' }, other)
  expect([reply.statusCode, reply.headers.location, isIn(reply)]).toEqual([302, '/', false])
  expect((await other.anonymous.get('/login')).body).not.toMatch('remote_user')
  await other.close()
})
