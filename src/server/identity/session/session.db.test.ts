import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, callerWith } from '#test/app-under-test.ts'
import { clockUnderTest, day, hour, second } from '#test/clock-under-test.ts'
import { createUser } from '#test/factories.ts'
import { samlIsOpen } from '#test/saml-is-open.ts'
import { cleanSessions } from './clean-sessions-job.ts'
import { endSessions } from './user-sessions.ts'

let app: AppUnderTest
/** moved by tests; every test that moves it works with users of its own */
const clock = clockUnderTest('2024-05-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { loginsPerHour: 1000 } })
})
afterAll(() => app.close())

const logIn = (body: Record<string, unknown>, url = '/login') => app.anonymous.post(url, body)
const postForm = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const cookie = (reply: { cookies: { name: string }[] }, name: string) =>
  reply.cookies.find((each) => each.name === name) as Record<string, unknown> | undefined

describe('GET /api/session', () => {
  it('is 401 for anonymous callers', async () => {
    const reply = await app.anonymous.get('/api/session')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({
      message: "Couldn't find resource. Please login and try again.",
      code: 'auth.required',
    })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('tells a browser who is signed in, without any key', async () => {
    const reply = await (await app.as(app.admin)).get('/api/session')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      user: { id: app.admin.id, email: 'admin@example.com', name: 'admin' },
      messages: [],
      org_slug: 'default',
      client_config: { version: '0.0.0-test', basePath: 'http://localhost:80/', pageSize: 20 },
    })
    expect(reply.json().user.permissions.slice(0, 3)).toEqual(['admin', 'super_admin', 'create_dashboard'])
    expect(reply.body).not.toContain(app.admin.api_key)
  })
})

describe('GET /api/config', () => {
  it('is public, but tells anonymous callers no version', async () => {
    const reply = await app.anonymous.get('/api/config')
    expect(reply.statusCode).toBe(200)
    expect(Object.keys(reply.json())).toEqual(['org_slug', 'client_config'])
    expect(reply.json().client_config).not.toHaveProperty('version')
    expect(reply.json().client_config.dateTimeFormat).toBe('YYYY-MM-DD HH:mm')
  })
})

describe('POST /login', () => {
  it('answers JSON to JSON', async () => {
    const reply = await logIn(
      { email: 'MEMBER@Example.com ', password: app.member.password },
      '/login?next=/a%3Fb',
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ user: { id: app.member.id }, next: '/a?b' })
    expect(cookie(reply, 'session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 21_600,
    })
    expect(cookie(reply, 'session')).not.toHaveProperty('secure')
    expect(cookie(reply, 'remember_token')).toBeUndefined()
    expect(cookie(reply, 'csrf_token')).not.toHaveProperty('httpOnly')
  })

  it('answers 302 to forms and remembers when asked', async () => {
    const { email, password } = app.member
    const reply = await postForm('/login?next=//elsewhere.example/x', { email, password, remember: 'on' })
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toBe('/x')
    expect(cookie(reply, 'remember_token')).toMatchObject({ httpOnly: true, maxAge: 2_678_400 })
  })

  it('carries any safe `next` in a header', async () => {
    const { email, password } = app.member
    const reply = await postForm(`/login?next=${encodeURIComponent('/queries?q=Grüße 日本')}`, {
      email,
      password,
    })
    expect(reply.headers.location).toBe('/queries?q=Gr%C3%BC%C3%9Fe%20%E6%97%A5%E6%9C%AC')
  })

  it('answers a wrong form with the page again, without the password', async () => {
    const reply = await postForm('/login', { email: '"><script>', password: 'wrong secret' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch('text/html')
    expect(reply.body).toMatch(/role="alert">Wrong email or password\./)
    expect(reply.body).toMatch('&quot;&gt;&lt;script&gt;')
    expect(reply.body).not.toMatch('wrong secret')
    expect(reply.cookies).toEqual([])
  })

  it('refuses unknown, disabled and external users with the same message', async () => {
    const disabled = await createUser(app.context, { disabled_at: new Date(), password: 'secret1' })
    const external = await createUser(app.context, { password: null })
    for (const [email, password] of [
      ['nobody@example.com', 'secret1'],
      [disabled.email, 'secret1'],
      [external.email, 'correct horse'],
      [external.email, ''],
      [app.member.email, 'wrong'],
    ]) {
      const reply = await logIn({ email, password })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toEqual({ message: 'Wrong email or password.', code: 'auth.wrong_credentials' })
      expect(reply.cookies).toEqual([])
    }
  })

  it('names a missing field', async () => {
    const reply = await logIn({ email: app.member.email })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ field: 'password', message: 'password: this field is required.' })
  })

  it('is refused when it comes from another site', async () => {
    const { email, password } = app.member
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const reply = await postForm('/login', { email, password }, headers)
      expect(reply.statusCode).toBe(400)
      expect(reply.body).toMatch('CSRF')
      expect(reply.cookies).toEqual([])
    }
    const own = await postForm('/login', { email, password }, { origin: 'http://localhost:80' })
    expect(own.statusCode).toBe(302)
  })

  it('can be switched off by the organization', async () => {
    const other = await appUnderTest({ config: { publicUrl: 'https://a.example' } })
    await other.database.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ auth_password_login_enabled: false, ...samlIsOpen }) })
      .execute()
    const { email, password } = other.admin
    const reply = await other.anonymous.post('/login', { email, password })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('Password login is not enabled for your organization.')
    await other.close()
  })

  it('ends the previous session of the browser', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const former = callerWith(app.app, { ...browser.headers })
    const { email, password } = user
    await browser.post('/login', { email, password })
    expect((await former.get('/api/session')).statusCode).toBe(401)
    expect((await browser.get('/api/session')).statusCode).toBe(200)
  })
})

describe('GET /login', () => {
  it('shows the form, with "Remember me" checked and `next` in its address', async () => {
    const reply = await app.anonymous.get('/login?next=%2Fqueries%3Fa%3D1')
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toMatch('action="/login?next=%2Fqueries%3Fa%3D1"')
    expect(reply.body).toMatch(/name="remember" value="on" checked/)
    expect(reply.body).not.toMatch(/<script>|onload|style=/)
  })

  it('redirects signed-in users to `next`', async () => {
    const browser = await app.as(app.member)
    expect((await browser.get('/login?next=https://x.example/y')).headers.location).toBe('/y')
    expect((await browser.get('/login?next=javascript:alert(1)')).headers.location).toBe('./')
    expect((await browser.get('/login?next=a&next=b')).headers.location).toBe('/')
  })
})

describe('a session', () => {
  it('lives six hours from its last use', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    clock.pass(5 * hour)
    const kept = await browser.get('/api/session')
    expect(kept.statusCode).toBe(200)
    expect(cookie(kept, 'session')).toMatchObject({ maxAge: 21_600 })
    clock.pass(5 * hour)
    expect((await browser.get('/api/session')).statusCode).toBe(200)
    clock.pass(6 * hour + second)
    expect((await browser.get('/api/session')).statusCode).toBe(401)
  })

  it('is written at most once per minute, and so is the visit', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const read = async () =>
      await app.database.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['expires_at', 'active_at'])
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
    await browser.get('/api/session')
    const first = await read()
    expect(first.active_at).toEqual(clock())
    clock.pass(30 * second)
    expect((await browser.get('/api/session')).cookies).toEqual([])
    expect(await read()).toEqual(first)
    clock.pass(31 * second)
    await browser.get('/api/session')
    expect((await read()).expires_at.getTime()).toBe(first.expires_at.getTime() + 61_000)
    expect((await read()).active_at).toEqual(clock())
  })

  it('is restored by the remember cookie for 31 days', async () => {
    const { email, password } = await createUser(app.context)
    const browser = browserWith(app.app, await logIn({ email, password, remember: true }))
    clock.pass(30 * day)
    const restored = await browser.get('/api/session')
    expect(restored.statusCode).toBe(200)
    expect(cookie(restored, 'session')).toBeDefined()
    expect(cookie(restored, 'csrf_token')).toBeDefined()
    clock.pass(2 * day)
    expect((await browser.get('/api/session')).statusCode).toBe(401)
  })

  it('ends when the user logs out, for the remember cookie too', async () => {
    const { email, password } = await createUser(app.context)
    const browser = browserWith(app.app, await logIn({ email, password, remember: true }))
    const reply = await browser.get('/logout')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/login'])
    expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['session', ''],
        ['remember_token', ''],
      ]),
    )
    expect((await browser.get('/api/session')).statusCode).toBe(401)
  })

  it('ends when the user is disabled and when their password changes', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const setDisabled = (disabled_at: Date | null) =>
      app.database.db.updateTable('users').set({ disabled_at }).where('id', '=', user.id).execute()
    await setDisabled(clock())
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    expect((await app.withKey(user.api_key).get('/api/session')).statusCode).toBe(401)
    await setDisabled(null)
    expect((await browser.get('/api/session')).statusCode).toBe(200)
    await endSessions(app.context, user.id)
    expect((await browser.get('/api/session')).statusCode).toBe(401)
  })

  it('is stored only as a hash', async () => {
    const { email, password } = await createUser(app.context)
    const reply = await logIn({ email, password, remember: true })
    const { rows } = await app.context.pool.query('select sessions::text as row from sessions')
    const stored = JSON.stringify(rows)
    for (const name of ['session', 'remember_token']) {
      const token = String(cookie(reply, name)?.['value'])
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  it('is not opened by garbage or by the other kind of token', async () => {
    const { email, password } = await createUser(app.context)
    const reply = await logIn({ email, password, remember: true })
    const remember = cookie(reply, 'remember_token')?.['value']
    for (const value of ['', 'x', '%00', 'a'.repeat(5000), `${remember}`, '" or 1=1']) {
      const browser = callerWith(app.app, { cookie: `session=${encodeURIComponent(value)}` })
      expect((await browser.get('/api/session')).statusCode).toBe(401)
    }
  })

  it('is cleaned up once it has expired', async () => {
    const { email, password, id } = await createUser(app.context)
    await logIn({ email, password, remember: true })
    const kinds = async () =>
      (await app.database.db.selectFrom('sessions').select('kind').where('user_id', '=', id).execute())
        .map((row) => row.kind)
        .sort()
    await cleanSessions(app.context)
    expect(await kinds()).toEqual(['remember', 'session'])
    clock.pass(7 * hour)
    await cleanSessions(app.context)
    expect(await kinds()).toEqual(['remember'])
  })

  it('has Secure cookies and HSTS behind https', async () => {
    const other = await appUnderTest({ config: { publicUrl: 'https://sextant.example' } })
    const { email, password } = other.admin
    const reply = await other.anonymous.post('/login', { email, password, remember: true })
    expect(reply.cookies.map((each) => each.secure)).toEqual([true, true, true, true])
    expect(reply.headers['strict-transport-security']).toMatch('max-age=31536000')
    await other.close()
  })
})

describe('a remembered login', () => {
  const cookiesOf = (reply: { cookies: { name: string; value: string }[] }, ...names: string[]) =>
    Object.fromEntries(
      reply.cookies.filter(({ name }) => names.includes(name)).map((each) => [each.name, each.value]),
    )
  const get = (url: string, cookies: Record<string, string>) => app.app.inject({ url, cookies })
  const freshUntil = async (cookies: Record<string, string>) =>
    (await get('/api/session/proof', cookies)).json().fresh_until

  it('is as old as its login after it is restored, also when the older sessions have ended', async () => {
    const { email, password } = await createUser(app.context)
    const first = cookiesOf(await logIn({ email, password, remember: true }), 'session', 'remember_token')
    expect(await freshUntil(first)).not.toBeNull()
    clock.pass(1200 * second)
    const remembered = { remember_token: first['remember_token'] ?? '' }
    const restored = cookiesOf(await get('/api/session', remembered), 'session')
    expect(await freshUntil(restored)).toBeNull()
    await app.context.db
      .deleteFrom('sessions')
      .where('kind', '=', 'remember')
      .where('user_id', '=', (await get('/api/session', restored)).json().user.id)
      .execute()
    expect(await freshUntil(restored)).toBeNull()
  })

  it('ends with its restored sessions at the logout of any of them', async () => {
    const { email, password } = await createUser(app.context)
    const first = cookiesOf(await logIn({ email, password, remember: true }), 'session', 'remember_token')
    const restored = cookiesOf(
      await get('/api/session', { remember_token: first['remember_token'] ?? '' }),
      'session',
    )
    expect((await get('/api/session', restored)).statusCode).toBe(200)
    await get('/logout', first)
    expect((await get('/api/session', restored)).statusCode).toBe(401)
    expect((await get('/api/session', first)).statusCode).toBe(401)
  })
})
