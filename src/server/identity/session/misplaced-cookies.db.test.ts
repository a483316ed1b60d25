import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AppUnderTest,
  appUnderTest,
  browserWith,
  type Caller,
  callerWith,
} from '#test/app-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'

/** Cookies that a thief, who can set cookies in the browser of another person, has put there. */
let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 10_000 } })
})
afterAll(() => app.close())

const logIn = async ({ email, password }: TestUser) =>
  browserWith(app.app, await app.anonymous.post('/login', { email, password, remember: true }))
const withCookies = (cookie: string) => callerWith(app.app, { cookie })
const status = async (browser: Caller) => (await browser.get('/api/session')).statusCode
const tokenIn = ({ headers }: Caller, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers['cookie'] ?? '')?.[1] ?? ''
const rowsOf = async ({ id }: TestUser) =>
  await app.context.db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .select('kind')
    .orderBy('kind')
    .execute()

/** The browser, with this token in the cookie of its remembered login. */
function plant(browser: Caller, token: string): Caller {
  const { session, csrf } = { session: tokenIn(browser, 'session'), csrf: tokenIn(browser, 'csrf_token') }
  const cookie = `session=${session}; remember_token=${token}; csrf_token=${csrf}`
  return callerWith(app.app, { ...browser.headers, cookie })
}

/** The user's browser with such a token, and the session of that token, which a thief holds. */
const traps: [string, (user: TestUser) => Promise<{ browser: Caller; thief: Caller }>][] = [
  [
    'of the same login',
    async (user) => {
      const before = await logIn(user)
      const stolen = tokenIn(before, 'session')
      const remembered = withCookies(`remember_token=${tokenIn(before, 'remember_token')}`)
      const opened = browserWith(app.app, await remembered.get('/api/session'))
      return { browser: plant(opened, stolen), thief: withCookies(`session=${stolen}`) }
    },
  ],
  [
    'of another login',
    async (user) => {
      const stolen = tokenIn(await logIn(user), 'session')
      return { browser: plant(await logIn(user), stolen), thief: withCookies(`session=${stolen}`) }
    },
  ],
]
const change = { password: 'quite another one', renew_api_key: true }

describe.each(traps)('the token of a session %s in the cookie of the remembered login', (which, trap) => {
  it.each([
    [
      'a new password',
      (browser: Caller, { id, password }: TestUser) =>
        browser.post(`/api/users/${id}`, { ...change, old_password: password }),
    ],
    [
      'the end of all other sessions',
      async (browser: Caller, user: TestUser) => {
        // a session that a remembered login has opened must prove who the user is first
        const proof = await browser.post('/api/session/proof', { password: user.password })
        return await plant(browserWith(app.app, proof), tokenIn(browser, 'remember_token')).delete(
          `/api/users/${user.id}/sessions`,
        )
      },
    ],
  ])('ends with %s', async (_, act) => {
    const user = await createUser(app.context)
    const { browser, thief } = await trap(user)
    expect(await status(thief)).toBe(200)
    const reply = await act(browser, user)
    expect(reply.statusCode).toBe(200)
    expect(await status(thief)).toBe(401)
    expect(await status(browserWith(app.app, reply))).toBe(200)
    expect((await rowsOf(user)).map(({ kind }) => kind)).toEqual(['session'])
  })

  it('ends with a proof if the login is the same', async () => {
    const user = await createUser(app.context)
    const { browser, thief } = await trap(user)
    const proof = await browser.post('/api/session/proof', { password: user.password })
    expect(proof.statusCode).toBe(200)
    expect(proof.cookies.map(({ name }) => name)).not.toContain('remember_token')
    expect(await status(thief)).toBe(which === 'of the same login' ? 401 : 200)
  })

  it('is not this browser in the list', async () => {
    const user = await createUser(app.context)
    const { browser } = await trap(user)
    const list: { is_current: boolean }[] = (await browser.get(`/api/users/${user.id}/sessions`)).json()
    expect(list.filter(({ is_current }) => is_current)).toHaveLength(1)
  })
})

describe('the token of a remembered login in the cookie of the session', () => {
  it('opens nothing, and the token of a session restores nothing', async () => {
    const browser = await logIn(await createUser(app.context))
    expect(await status(withCookies(`session=${tokenIn(browser, 'remember_token')}`))).toBe(401)
    expect(await status(withCookies(`remember_token=${tokenIn(browser, 'session')}`))).toBe(401)
  })
})

describe('several cookies of one name', () => {
  it('keep one session with a proof: the one that made the request', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const remember = tokenIn(browser, 'remember_token')
    const opened = browserWith(app.app, await withCookies(`remember_token=${remember}`).get('/api/session'))
    const second = tokenIn(opened, 'session')
    browser.headers['cookie'] += `; session=${second}; remember_token=${second}`
    const { statusCode } = await browser.post('/api/session/proof', { password: user.password })
    expect(statusCode).toBe(200)
    expect(await status(opened)).toBe(401)
    expect((await rowsOf(user)).map(({ kind }) => kind)).toEqual(['remember', 'session'])
  })

  it.each(['logging out', 'another login'])('all end with %s', async (act) => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const cookie = ['session', 'remember_token']
      .flatMap((name) => [`${name}=garbage`, `${name}=${encodeURIComponent(tokenIn(browser, name))}`])
      .join('; ')
    const { email, password } = await createUser(app.context)
    const reply =
      act === 'another login'
        ? await app.anonymous.post('/login', { email, password }, { headers: { cookie } })
        : await withCookies(cookie).get('/logout')
    expect(reply.statusCode).toBe(act === 'another login' ? 200 : 302)
    expect(await status(browser)).toBe(401)
    expect(await rowsOf(user)).toEqual([])
  })
})
