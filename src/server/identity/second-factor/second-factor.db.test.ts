import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendResetLink } from '#server/identity/account-links/send-account-link.ts'
import { cleanSessions } from '#server/identity/session/clean-sessions-job.ts'
import {
  type AppUnderTest,
  appUnderTest,
  browserWith,
  type Caller,
  callerWith,
} from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { clockUnderTest, hour, minute, second } from '#test/clock-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { setUpSecondFactor } from '#test/set-up-second-factor.ts'

let app: AppUnderTest
const clock = clockUnderTest('2024-05-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { loginsPerHour: 1000 } })
})
afterAll(() => app.close())

type Reply = Awaited<ReturnType<Caller['post']>>
const logIn = ({ email, password }: TestUser, more: object = {}, url = '/login') =>
  app.anonymous.post(url, { email, password, ...more })
/** a form, sent with the cookies of this reply */
const postForm = (url: string, fields: Record<string, string>, before?: Reply) =>
  app.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(before === undefined ? {} : { cookie: browserWith(app.app, before).headers['cookie'] ?? '' }),
    },
  })
const cookie = (reply: Reply, name: string) => reply.cookies.find((each) => each.name === name)
const factorOf = (user: TestUser) => `/api/users/${user.id}/second_factor`

interface Enrolled {
  user: TestUser
  browser: Caller
  secret: string
  codes: string[]
  /** the present code; a new one at each call */
  code(): string
}

/** A user with a second factor, and the browser that has set it up. */
async function enrolled(options: Parameters<typeof createUser>[1] = {}): Promise<Enrolled> {
  const user = await createUser(app.context, options)
  const browser = await app.as(user)
  const { secret, recoveryCodes, nextCode } = await setUpSecondFactor(browser, user, clock)
  return { user, browser, secret, codes: recoveryCodes, code: nextCode }
}

describe('setting it up', () => {
  it('needs the password again, and the code that the app shows', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const refused = async (body: object, status: number, code: string, field?: string) => {
      const reply = await browser.post(factorOf(user), body)
      expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([status, code, field])
    }
    await refused({}, 403, 'auth.password_again', 'password')
    await refused({ password: '' }, 403, 'auth.password_again', 'password')
    await refused({ password: 'wrong' }, 403, 'user.wrong_password', 'password')
    await refused({ password: 5 }, 400, 'request.invalid', 'password')
    const { secret, address } = (await browser.post(factorOf(user), { password: user.password })).json()
    expect(address).toContain(secret)
    // logins ask for no code yet
    expect((await logIn(user)).statusCode).toBe(200)
    expect((await browser.get(factorOf(user))).json()).toEqual({
      is_on: false,
      since: null,
      recovery_codes_left: 0,
      asks_password: true,
      is_required: false,
    })
    const wrong = await browser.post(`${factorOf(user)}/confirm`, { code: '000000' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'second_factor.wrong_code'])
    const code = authenticatorCode(secret, clock())
    const confirmed = await browser.post(`${factorOf(user)}/confirm`, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(confirmed.json().recovery_codes).toHaveLength(10)
    expect((await browser.get(factorOf(user))).json()).toEqual({
      is_on: true,
      since: clock().toISOString(),
      recovery_codes_left: 10,
      asks_password: true,
      is_required: false,
    })
    await refused({ password: user.password }, 409, 'second_factor.is_on')
  })

  it('accepts the last secret shown, for half an hour', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const begin = async () => (await browser.post(factorOf(user), { password: user.password })).json().secret
    const confirm = async (secret: string) =>
      (await browser.post(`${factorOf(user)}/confirm`, { code: authenticatorCode(secret, clock()) })).json()
        .code
    const first = await begin()
    const second = await begin()
    expect(await confirm(first)).toBe('second_factor.wrong_code')
    clock.pass(31 * minute)
    expect(await confirm(second)).toBe('second_factor.not_begun')
  })

  it('limits guesses of the first code like those of all others', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const { secret } = (await browser.post(factorOf(user), { password: user.password })).json()
    const confirm = (code: string) => browser.post(`${factorOf(user)}/confirm`, { code })
    const guesses = await Promise.all(Array.from({ length: 21 }, () => confirm('000000')))
    expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(20).fill(400), 429])
    expect((await confirm(authenticatorCode(secret, clock()))).json().code).toBe('request.rate_limited')
    clock.pass(hour)
  })

  it('ends the sessions of other browsers, which began without it', async () => {
    const user = await createUser(app.context)
    const elsewhere = browserWith(app.app, await logIn(user, { remember: true }))
    const browser = browserWith(app.app, await logIn(user))
    const { secret } = (await browser.post(factorOf(user), { password: user.password })).json()
    await browser.post(`${factorOf(user)}/confirm`, { code: authenticatorCode(secret, clock()) })
    expect((await browser.get('/api/session')).statusCode).toBe(200)
    expect((await elsewhere.get('/api/session')).statusCode).toBe(401)
  })

  it('asks people without a password for a login of the last ten minutes', async () => {
    const user = await createUser(app.context)
    const browser = browserWith(app.app, await logIn(user, { remember: true }))
    await app.database.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', user.id)
      .execute()
    expect((await browser.get(factorOf(user))).json().asks_password).toBe(false)
    clock.pass(9 * minute)
    expect((await browser.post(factorOf(user), {})).statusCode).toBe(200)
    clock.pass(2 * minute)
    const late = await browser.post(factorOf(user), {})
    expect([late.statusCode, late.json().code]).toEqual([403, 'auth.prove_again'])
    // remembered logins and API keys do not count
    const remembered = /remember_token=[^;]+/.exec(browser.headers['cookie'] ?? '')?.[0] ?? ''
    const restored = browserWith(
      app.app,
      await callerWith(app.app, { cookie: remembered }).get('/api/session'),
    )
    expect((await restored.get('/api/session')).statusCode).toBe(200)
    expect((await restored.post(factorOf(user), {})).json().code).toBe('auth.prove_again')
    expect((await app.withKey(user.api_key).post(factorOf(user), {})).json().code).toBe('auth.session_needed')
  })

  it('stores the secret encrypted, and codes as hashes', async () => {
    const { secret, codes } = await enrolled()
    const { rows } = await app.context.pool.query(
      `select encode(encrypted_secret, 'escape') as text, encrypted_secret as bytes from second_factors`,
    )
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(secret)
    const { rows: hashes } = await app.context.pool.query(
      `select encode(code_hash, 'escape') as text from recovery_codes`,
    )
    for (const code of codes) expect(JSON.stringify(hashes)).not.toContain(code.replaceAll('-', ''))
    expect(app.context.secrets.unseal(rows.at(-1)?.bytes)).toEqual({ totp: secret })
  })
})

describe('logging in', () => {
  it('asks for the code on a separate page, then redirects to `next`', async () => {
    const { user, code } = await enrolled()
    const { email, password } = user
    const asked = await postForm('/login?next=/queries%3Fa%3D1', { email, password, remember: 'on' })
    expect([asked.statusCode, asked.headers.location]).toEqual([302, '/login/code'])
    expect(cookie(asked, 'session')).toBeUndefined()
    expect(cookie(asked, 'remember_token')).toBeUndefined()
    expect(cookie(asked, 'pending_sign_in')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/login/code',
      maxAge: 600,
    })
    const browser = browserWith(app.app, asked)
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    const page = await browser.get('/login/code')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).toMatch(/inputmode="numeric"/)
    expect(page.body).not.toMatch(/<script>|onload|style=/)
    expect((await browser.get('/login/code?recovery')).body).not.toMatch('inputmode')

    const wrong = await postForm('/login/code', { code: '000000' }, asked)
    expect(wrong.statusCode).toBe(400)
    expect(wrong.body).toMatch('This code is wrong')
    const entered = await postForm('/login/code', { code: code() }, asked)
    expect([entered.statusCode, entered.headers.location]).toEqual([302, '/queries?a=1'])
    expect(cookie(entered, 'remember_token')).toBeDefined()
    expect(cookie(entered, 'pending_sign_in')?.value).toBe('')
    expect((await browserWith(app.app, entered).get('/api/session')).json().user.id).toBe(user.id)
    // it ends when the session begins
    expect((await postForm('/login/code', { code: code() }, asked)).statusCode).toBe(400)
    expect((await browser.get('/login/code')).headers.location).toBe('/login')
  })

  it('tells programs to send the code along or afterwards', async () => {
    const { user, code } = await enrolled()
    const asked = await logIn(user)
    expect([asked.statusCode, asked.json().code]).toEqual([400, 'auth.code_needed'])
    expect(cookie(asked, 'session')).toBeUndefined()
    const entered = await browserWith(app.app, asked).post('/login/code', { code: code() })
    expect(entered.json()).toMatchObject({ user: { id: user.id }, next: '/' })
    const direct = await logIn(user, { code: code() }, '/login?next=/alerts')
    expect(direct.json()).toMatchObject({ user: { id: user.id }, next: '/alerts' })
    expect((await browserWith(app.app, direct).get('/api/session')).statusCode).toBe(200)
    const wrong = await logIn(user, { code: '000000' })
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'auth.wrong_code', field: 'code' }),
    ])
    expect(cookie(wrong, 'session')).toBeUndefined()
  })

  it('reveals a second factor only after the right password', async () => {
    const { user } = await enrolled()
    const reply = await logIn({ ...user, password: 'wrong' }, { code: '000000' })
    expect([reply.json().code, reply.cookies]).toEqual(['auth.wrong_credentials', []])
  })

  it('accepts each code once, also the one of the set-up, and no older one', async () => {
    const { user, secret } = await enrolled()
    const setUpWith = authenticatorCode(secret, clock())
    expect((await logIn(user, { code: setUpWith })).json().code).toBe('auth.wrong_code')
    clock.pass(60 * second)
    const [before, present] = [new Date(clock().getTime() - 30_000), clock()].map((at) =>
      authenticatorCode(secret, at),
    )
    const replies = await Promise.all(Array.from({ length: 6 }, () => logIn(user, { code: present })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect((await logIn(user, { code: before })).statusCode).toBe(400)
    clock.pass(30 * second)
    expect((await logIn(user, { code: present })).statusCode).toBe(400)
  })

  it('accepts each recovery code once, and only those of this user', async () => {
    const { user, codes, browser } = await enrolled()
    const other = await enrolled()
    const [code = ''] = codes
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => logIn(user, { code: code.toUpperCase() })),
    )
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400, 400, 400])
    expect((await browser.get(factorOf(user))).json().recovery_codes_left).toBe(9)
    expect((await logIn(other.user, { code: codes[1] })).statusCode).toBe(400)
  })

  it('ends after five wrong codes, and after twenty per hour in any browser', async () => {
    const { user, code, codes } = await enrolled()
    const asked = await logIn(user)
    const browser = browserWith(app.app, asked)
    for (let attempt = 1; attempt <= 5; attempt++)
      expect((await browser.post('/login/code', { code: '000000' })).json().code).toBe('auth.wrong_code')
    expect((await browser.post('/login/code', { code: code() })).json().code).toBe('auth.code_expired')
    for (let attempt = 6; attempt <= 20; attempt++)
      expect((await logIn(user, { code: '000000' })).json().code).toBe('auth.wrong_code')
    for (const last of [code(), codes[0]]) {
      const reply = await logIn(user, { code: last })
      expect([reply.statusCode, reply.json().code]).toEqual([429, 'request.rate_limited'])
    }
    clock.pass(hour)
    expect((await logIn(user, { code: code() })).statusCode).toBe(200)
  })

  it('counts simultaneous wrong codes', async () => {
    const { user } = await enrolled()
    const browser = browserWith(app.app, await logIn(user))
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => browser.post('/login/code', { code: '000000' })),
    )
    expect(replies.filter((reply) => reply.json().code === 'auth.wrong_code')).toHaveLength(5)
    clock.pass(hour)
  })

  it('must be completed within ten minutes, and is removed after that', async () => {
    const { user, code } = await enrolled()
    const asked = await logIn(user)
    clock.pass(10 * minute)
    const late = await postForm('/login/code', { code: code() }, asked)
    expect([late.statusCode, late.body.includes('This login took too long.')]).toEqual([400, true])
    await cleanSessions(app.context)
    const { rows } = await app.context.pool.query('select from pending_sign_ins where user_id = $1', [
      user.id,
    ])
    expect(rows).toEqual([])
  })

  it('ends with a new password and with the user', async () => {
    const { user, browser, code } = await enrolled()
    const asked = await logIn(user)
    const change = { id: user.id, old_password: user.password, password: 'another one' }
    expect((await browser.post(`/api/users/${user.id}`, change)).statusCode).toBe(200)
    expect((await browserWith(app.app, asked).post('/login/code', { code: code() })).json().code).toBe(
      'auth.code_expired',
    )
    const again = await logIn({ ...user, password: 'another one' })
    await (await app.as(app.admin)).post(`/api/users/${user.id}/disable`)
    expect((await browserWith(app.app, again).post('/login/code', { code: code() })).json().code).toBe(
      'auth.code_expired',
    )
  })

  it('is refused from other sites and for anonymous callers', async () => {
    const { user, code } = await enrolled()
    const asked = await logIn(user)
    const foreign = await browserWith(app.app, asked).post(
      '/login/code',
      { code: code() },
      { headers: { origin: 'https://elsewhere.example' } },
    )
    expect([foreign.statusCode, foreign.json().code]).toEqual([400, 'request.csrf'])
    for (const token of ['', 'x', 'a'.repeat(5000), '%00']) {
      const stranger = callerWith(app.app, { cookie: `pending_sign_in=${token}` })
      expect((await stranger.post('/login/code', { code: code() })).json().code).toBe('auth.code_expired')
      expect((await stranger.get('/login/code')).headers.location).toBe('/login')
    }
    const named = await app.anonymous.post('/login/code', { code: 5 })
    expect([named.statusCode, named.json().field]).toEqual([400, 'code'])
  })

  it('by the link for a forgotten password asks for the code too', async () => {
    const { user, code } = await enrolled()
    const link = await app.database.db.transaction().execute((tx) =>
      sendResetLink(tx, {
        user: { ...user, is_address_new: false, proved_email: null },
        instance: 'http://localhost',
        config: app.context.config,
        now: clock(),
      }),
    )
    const path = new URL(link ?? '').pathname
    const chosen = await postForm(path, { password: 'a new password' })
    expect([chosen.statusCode, chosen.headers.location]).toEqual([302, '/login/code'])
    expect(cookie(chosen, 'session')).toBeUndefined()
    const entered = await postForm('/login/code', { code: code() }, chosen)
    expect([entered.statusCode, entered.headers.location]).toEqual([302, '/'])
  })

  it('does not affect API keys', async () => {
    const { user } = await enrolled()
    expect((await app.withKey(user.api_key).get('/api/session')).statusCode).toBe(200)
  })

  it('is possible with recovery codes alone when the secret key was lost', async () => {
    const { user, code, codes } = await enrolled()
    for (const sealed of [app.context.secrets.seal({}), Buffer.from('of another key')]) {
      await app.database.db
        .updateTable('second_factors')
        .set({ encrypted_secret: sealed })
        .where('user_id', '=', user.id)
        .execute()
      expect((await logIn(user, { code: code() })).json().code).toBe('auth.wrong_code')
    }
    expect((await logIn(user, { code: codes[0] })).statusCode).toBe(200)
  })
})

describe('afterwards', () => {
  it('is switched off by the user, with the password', async () => {
    const { user, browser } = await enrolled()
    const off = `${factorOf(user)}/switch_off`
    expect((await browser.post(off, {})).json().code).toBe('auth.password_again')
    expect((await browser.post(off, { password: 'wrong' })).json().code).toBe('user.wrong_password')
    const byAdmin = await (await app.as(app.admin)).post(off, { password: app.admin.password })
    expect([byAdmin.statusCode, byAdmin.json().code]).toEqual([403, 'second_factor.of_other'])
    const done = await browser.post(off, { password: user.password })
    expect(done.json()).toMatchObject({ is_on: false, recovery_codes_left: 0 })
    expect((await logIn(user)).statusCode).toBe(200)
    expect((await browser.post(off, { password: user.password })).statusCode).toBe(409)
  })

  it('gives new recovery codes for the old ones', async () => {
    const { user, browser, codes } = await enrolled()
    const renewed = await browser.post(`${factorOf(user)}/recovery_codes`, { password: user.password })
    const { recovery_codes } = renewed.json()
    expect(recovery_codes.filter((code: string) => codes.includes(code))).toEqual([])
    expect((await logIn(user, { code: codes[0] })).statusCode).toBe(400)
    expect((await logIn(user, { code: recovery_codes[0] })).statusCode).toBe(200)
  })

  it('is removed by an admin for another user, which is recorded', async () => {
    const { user } = await enrolled()
    const admin = await app.as(app.admin)
    expect((await (await app.as(app.member)).delete(factorOf(user))).statusCode).toBe(403)
    expect((await admin.delete(factorOf(app.admin))).json().code).toBe('second_factor.reset_own')
    expect((await admin.delete('/api/users/999999/second_factor')).statusCode).toBe(404)
    expect((await admin.delete(factorOf(user))).json()).toMatchObject({ is_on: false })
    expect((await admin.delete(factorOf(user))).json().code).toBe('second_factor.is_off')
    expect((await logIn(user)).statusCode).toBe(200)
    const recorded = async () =>
      (
        await app.database.db
          .selectFrom('events')
          .select(['action', 'user_id'])
          .where('object_type', '=', 'user')
          .where('object_id', '=', String(user.id))
          .orderBy('id')
          .execute()
      ).map(({ action, user_id }) => [action, user_id])
    await expect.poll(recorded).toEqual(
      expect.arrayContaining([
        ['enable_second_factor', user.id],
        ['reset_second_factor', app.admin.id],
      ]),
    )
  })
})
