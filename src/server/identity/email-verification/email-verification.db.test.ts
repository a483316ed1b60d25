import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { issueLinkToken } from '../link-tokens/link-tokens.ts'

const path = '/verification_email/'
const message = 'Please check your email inbox in order to verify your email address.'
const invalid = 'Your verification link is invalid. Please ask for a new one.'

let app: AppUnderTest
let user: TestUser
let now = new Date('2024-05-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({
    clock: () => now,
    config: { mailDefaultSender: 'sextant@example.com', publicUrl: 'https://sextant.example.com' },
  })
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.context.db.deleteFrom('mails').execute()
  user = await unverified()
})

async function unverified(name = 'Ada <b>Lovelace</b>'): Promise<TestUser> {
  const created = await createUser(app.context, { name })
  await setUser(created, { is_email_verified: false })
  return created
}
const setUser = (
  { id }: TestUser,
  values: { is_email_verified?: boolean; email?: string; disabled_at?: Date },
) => app.context.db.updateTable('users').set(values).where('id', '=', id).execute()
const isVerified = async ({ id }: TestUser) => {
  const row = await app.context.db
    .selectFrom('users')
    .select('is_email_verified')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.is_email_verified
}
const mails = () => app.context.db.selectFrom('mails').selectAll().orderBy('id').execute()
const ask = (who: TestUser) => app.withKey(who.api_key).post(path)
/** the path of the link in the newest mail */
async function mailedLink(): Promise<string> {
  const mail = (await mails()).at(-1)
  return /https:\/\/sextant\.example\.com(\/verify\/[\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('POST /verification_email/', () => {
  it('is 401 for anonymous callers, and 400 for a browser without a CSRF token', async () => {
    const stranger = await app.anonymous.post(path, {})
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'auth.required'])
    const { cookie = '' } = (await app.as(user)).headers
    const reply = await app.app.inject({
      method: 'POST',
      url: path,
      headers: { cookie, accept: 'application/json, text/plain, */*' },
    })
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'The CSRF token is missing.'])
    expect(await mails()).toEqual([])
  })

  it('mails the link, as HTML and as plain text', async () => {
    const reply = await (await app.as(user)).post(path)
    expect([reply.statusCode, reply.json()]).toEqual([200, { message }])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: user.email,
      subject: 'Ada <b>Lovelace</b>, please verify your email address',
    })
    const link = `https://sextant.example.com${await mailedLink()}`
    expect(mail?.html).toContain(`href="${link}"`)
    expect(mail?.html).toContain('Hello Ada &lt;b&gt;Lovelace&lt;/b&gt;,')
    expect(mail?.html).not.toContain('<b>')
    const { rows } = await app.context.pool.query(`select from graphile_worker.jobs where key = 'send_mails'`)
    expect(rows).toHaveLength(1)
  })

  it('answers the same and sends nothing when the address is verified', async () => {
    await setUser(user, { is_email_verified: true })
    const reply = await ask(user)
    expect([reply.statusCode, reply.json()]).toEqual([200, { message }])
    expect(await mails()).toEqual([])
  })

  it('is limited per user, also for fifty simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(user)))
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(40)
    expect(await mails()).toHaveLength(10)
    expect((await app.withKey(user.api_key).post(path, {})).json().message).toBe('10 per 1 hour')
    expect((await ask(await unverified())).statusCode).toBe(200)
  })

  it('says so when no mail can be sent', async () => {
    const quiet = await appUnderTest()
    try {
      await quiet.context.db.updateTable('users').set({ is_email_verified: false }).execute()
      const reply = await quiet.withKey(quiet.member.api_key).post(path, {})
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'mail.not_configured'])
      const { rows } = await quiet.context.pool.query('select from mails union all select from link_tokens')
      expect(rows).toEqual([])
    } finally {
      await quiet.close()
    }
  })
})

describe('GET /verify/:token', () => {
  const look = (link: string) => app.anonymous.get(link)

  it('asks first and verifies nothing: mail scanners follow links', async () => {
    await ask(user)
    const link = await mailedLink()
    for (let time = 0; time < 3; time++) {
      const reply = await look(link)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // without a referrer, browsers would send `Origin: null`
        'referrer-policy': 'same-origin',
      })
      expect(reply.headers['refresh']).toBeUndefined()
      expect(reply.body).not.toContain('<form')
      expect(reply.body).toContain(`href="/login?next=${encodeURIComponent(link)}"`)
      expect(reply.body).toContain('Ada &lt;b&gt;Lovelace&lt;/b&gt;')
      expect(reply.body).toContain(user.email)
      expect(reply.body).not.toContain('<b>')
    }
    expect((await app.app.inject({ method: 'HEAD', url: link })).statusCode).toBe(200)
    expect(await isVerified(user)).toBe(false)
    expect((await verify(link)).statusCode).toBe(200)
  })

  it('says so when it is done', async () => {
    await ask(user)
    const link = await mailedLink()
    await verify(link)
    const reply = await look(link)
    expect([reply.statusCode, reply.headers['refresh']]).toEqual([200, '5; url=/'])
    expect(reply.body).toContain('Email address verified')
    await setUser(user, { is_email_verified: false })
    await refuses(link)
  })
})

const press = (link: string, headers: Record<string, string>) =>
  app.app.inject({
    method: 'POST',
    url: link,
    payload: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
  })
/** as the button of the page does, in the browser of the user */
const verify = async (link: string, headers: Record<string, string> = {}) =>
  await press(link, { ...(await cookieOf(user)), ...headers })
const cookieOf = async (who: TestUser) => ({ cookie: (await app.as(who)).headers['cookie'] ?? '' })
const refuses = async (link: string) => {
  for (const reply of [await verify(link), await app.anonymous.get(link)]) {
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(reply.body).toContain(invalid)
    expect(reply.headers['refresh']).toBeUndefined()
    expect(reply.headers['referrer-policy']).toBe('same-origin')
  }
}

describe('POST /verify/:token', () => {
  it('verifies the address and redirects to the index after five seconds', async () => {
    await ask(user)
    const reply = await verify(await mailedLink())
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      refresh: '5; url=/',
      'referrer-policy': 'same-origin',
    })
    expect(reply.body).toContain('Email address verified')
    expect(await isVerified(user)).toBe(true)
    const session = await app.withKey(user.api_key).get('/api/session')
    expect(session.json().messages).toEqual([])
  })

  it('answers the same on a second press, and changes nothing more', async () => {
    await ask(user)
    const link = await mailedLink()
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(link)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    // a link works once: it does not verify an address whose proof was withdrawn
    await setUser(user, { is_email_verified: false })
    await refuses(link)
    expect(await isVerified(user)).toBe(false)
  })

  it('answers programs in JSON, with an empty or missing body', async () => {
    await ask(user)
    const link = await mailedLink()
    const wrong = await app.anonymous.post('/verify/x', {})
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      { message: invalid, code: 'link.bad_verification' },
    ])
    for (const body of [{}, undefined]) {
      const headers = { accept: 'application/json', ...(await cookieOf(user)) }
      const reply = await app.anonymous.post(link, body, { headers })
      expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Email address verified' }])
    }
    expect(await isVerified(user)).toBe(true)
  })

  it('verifies nothing without a session of its user: another person may have made the account', async () => {
    await ask(user)
    const link = await mailedLink()
    const asked = await press(link, {})
    expect([asked.statusCode, asked.headers.location]).toEqual([
      302,
      `/login?next=${encodeURIComponent(link)}`,
    ])
    const stranger = await app.anonymous.post(link, {})
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'auth.required'])
    const key = await app.withKey(user.api_key).post(link, {})
    expect([key.statusCode, key.json().code]).toEqual([403, 'auth.session_needed'])
    const others = await app.anonymous.post(link, {}, { headers: await cookieOf(app.admin) })
    expect([others.statusCode, others.json().code]).toEqual([403, 'link.other_account'])
    const page = await app.anonymous.get(link, { headers: await cookieOf(app.admin) })
    expect(page.body).toContain('You are logged in with another account.')
    expect(page.body).toContain(`href="/login?again&amp;next=${encodeURIComponent(link)}"`)
    expect(page.body).not.toContain('<form')
    const own = await app.anonymous.get(link, { headers: await cookieOf(user) })
    expect(own.body).toContain(`<form method="post" action="${link}">`)
    expect(await isVerified(user)).toBe(false)
    expect((await verify(link)).statusCode).toBe(200)
    expect(await isVerified(user)).toBe(true)
  })

  it('accepts only our own page', async () => {
    await ask(user)
    const link = await mailedLink()
    const foreign: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) expect((await verify(link, headers)).statusCode).toBe(400)
    expect(await isVerified(user)).toBe(false)
    const own = { origin: 'https://sextant.example.com', 'sec-fetch-site': 'same-origin' }
    expect((await verify(link, own)).statusCode).toBe(200)
  })

  it('does not verify another address than that of the mail', async () => {
    await ask(user)
    await app.as(user)
    await setUser(user, { email: `new-${user.email}` })
    await refuses(await mailedLink())
    expect(await isVerified(user)).toBe(false)
  })

  it('does not verify an address that is being changed', async () => {
    await ask(user)
    const link = await mailedLink()
    const isWaiting = async () => {
      const { rows } = await app.context.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const { db } = app.context
    const verifying = await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ email: `other-${user.email}` })
        .where('id', '=', user.id)
        .execute()
      // the request reads the old address, then waits to write
      const reply = verify(link)
      await expect.poll(isWaiting).toBe(true)
      return { reply }
    })
    expect((await verifying.reply).statusCode).toBe(400)
    expect(await isVerified(user)).toBe(false)
  })

  it('refuses links that are expired, forged, for other purposes, or of disabled users', async () => {
    await ask(user)
    const link = await mailedLink()
    const flipped = link.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      `${link.slice(0, -1)}${flipped}`,
      `${link}A`,
      '/verify/x',
      `/verify/${'x'.repeat(300)}`,
    ]) {
      await refuses(wrong)
    }
    for (const purpose of ['invitation', 'password_reset'] as const) {
      const { db } = app.context
      const token = await issueLinkToken(db, { purpose, user_id: user.id, email: user.email }, now)
      await refuses(`/verify/${token}`)
    }
    const before = now
    now = new Date(before.getTime() + 7 * 86_400_000)
    await refuses(link)
    now = before
    await setUser(user, { disabled_at: now })
    await refuses(link)
    expect(await isVerified(user)).toBe(false)
  })

  it('keeps links of earlier mails valid until one is used', async () => {
    await ask(user)
    const first = await mailedLink()
    await ask(user)
    const second = await mailedLink()
    expect((await verify(first)).statusCode).toBe(200)
    await refuses(second)
  })
})
