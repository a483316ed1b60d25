import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { samlIsOpen } from '#test/saml-is-open.ts'

let app: AppUnderTest
let admin: Caller
let now = new Date('2024-05-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({
    clock: () => now,
    config: {
      mailDefaultSender: 'sextant@example.com',
      publicUrl: 'https://sextant.example.com',
      passwordResetsPerHour: 1000,
      newUsersPerHour: 1000,
    },
  })
  // a new login: these admin actions need one from the last minutes
  admin = await app.as(app.admin)
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.context.db.deleteFrom('mails').execute()
})

const mails = () => app.context.db.selectFrom('mails').selectAll().orderBy('id').execute()
const password = 'a new password'
/** the path of the link in the newest mail */
async function mailedLink(kind: 'invite' | 'reset'): Promise<string> {
  const mail = (await mails()).at(-1)
  const path = new RegExp(`https://sextant\\.example\\.com(/${kind}/[\\w-]{43})\n`).exec(
    mail?.text ?? '',
  )?.[1]
  return path ?? `no link in ${mail?.text}`
}
async function invite(name = 'Grace'): Promise<{ id: number; email: string; link: string }> {
  const { id, email } = (await admin.post('/api/users', { name, email: `i-${next()}@example.com` })).json()
  return { id, email, link: await mailedLink('invite') }
}
const postForm = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('an invitation', () => {
  it('shows a form, takes a password, and logs in', async () => {
    const { id, email, link } = await invite('Grace <b>Hopper</b>')
    const page = await app.anonymous.get(link)
    expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      // browsers send `Origin: null` with forms of pages that have none at all
      ...[200, 'no-store', 'same-origin'],
    ])
    expect(page.body).toContain(email)
    expect(page.body).toContain('Grace &lt;b&gt;Hopper&lt;/b&gt;, you were invited to Test Organization.')
    const reply = await postForm(link, { password }, { origin: 'https://sextant.example.com' })
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/'])
    const session = await browserWith(app.app, reply).get('/api/session')
    expect(session.json().user).toMatchObject({ id, email })
    expect((await admin.get(`/api/users/${id}`)).json()).toMatchObject({
      is_invitation_pending: false,
      auth_type: 'password',
    })
    expect((await app.anonymous.post('/login', { email, password })).statusCode).toBe(200)
  })

  it('is accepted once, also when twenty requests come at once', async () => {
    const { link } = await invite()
    const replies = await Promise.all(Array.from({ length: 20 }, () => postForm(link, { password })))
    expect(replies.filter(({ statusCode }) => statusCode === 302)).toHaveLength(1)
    const again = await app.anonymous.get(link)
    expect(again.statusCode).toBe(400)
    expect(again.body).toContain(
      'This invitation has already been accepted. Please try resetting your password instead.',
    )
  })

  it('says what is wrong with a password, and stays valid', async () => {
    const { link } = await invite()
    for (const [given, message] of [
      ['', 'Cannot use empty password.'],
      ['12345', 'Password length is too short (&lt;6).'],
    ] as const) {
      const reply = await postForm(link, { password: given })
      expect([reply.statusCode, reply.body.includes(message)]).toEqual([400, true])
      expect(reply.body).toContain('type="password"')
    }
    const json = await app.anonymous.post(link, {})
    expect([json.statusCode, json.json()]).toEqual([
      400,
      { code: 'link.bad_password', field: 'password', message: 'Cannot use empty password.' },
    ])
    const done = await app.anonymous.post(link, { password })
    expect([done.statusCode, done.json().next]).toEqual([200, '/'])
  })

  it('ends after seven days, with a newer one, with another address, and when the user is disabled or deleted', async () => {
    const is = async (link: string, message: string) => {
      for (const reply of [await app.anonymous.get(link), await postForm(link, { password })])
        expect([reply.statusCode, reply.body.includes(message)]).toEqual([400, true])
    }
    const invalid = 'Your invite link is invalid. Bad signature.'
    const first = await invite()
    await admin.post(`/api/users/${first.id}/invite`)
    const second = await mailedLink('invite')
    await is(first.link, invalid)
    expect((await app.anonymous.get(second)).statusCode).toBe(200)
    await admin.post(`/api/users/${first.id}`, { email: `moved-${next()}@example.com` })
    await is(second, invalid)
    const shutOut = await invite()
    await admin.post(`/api/users/${shutOut.id}/disable`)
    await is(shutOut.link, invalid)
    const gone = await invite()
    await admin.delete(`/api/users/${gone.id}`)
    await is(gone.link, invalid)
    const late = await invite()
    const before = now
    now = new Date(before.getTime() + 7 * 86_400_000)
    await is(late.link, 'Your invite link has expired. Please ask for a new one.')
    now = before
    // a token for another purpose
    await is((await invite()).link.replace('invite', 'reset').concat('x'), 'Your reset link is invalid.')
    await is((await invite()).link.replace('invite', 'reset'), 'Your reset link is invalid.')
  })

  it('is not sent again once it is accepted', async () => {
    const reply = await admin.post(`/api/users/${app.member.id}/invite`)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'user.no_invitation'])
  })

  it('is refused from the pages of other sites', async () => {
    const { link } = await invite()
    const reply = await postForm(link, { password }, { origin: 'https://evil.example' })
    expect([reply.statusCode, reply.body.includes('CSRF')]).toEqual([400, true])
    expect((await app.anonymous.get(link)).statusCode).toBe(200)
  })
})

describe('a forgotten password', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await createUser(app.context)
  })

  it('is replaced through a link, once, and every session ends', async () => {
    const browser = await app.as(user)
    const page = await postForm('/forgot', { email: ` ${user.email.toUpperCase()} ` })
    expect(page.statusCode).toBe(200)
    const link = await mailedLink('reset')
    expect((await mails())[0]).toMatchObject({ recipient: user.email, subject: 'Reset your password' })
    expect((await app.anonymous.get(link)).body).toContain('Choose a new password')
    const reply = await postForm(link, { password })
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/'])
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    expect((await browserWith(app.app, reply).get('/api/session')).json().user.id).toBe(user.id)
    expect((await app.anonymous.post('/login', { email: user.email, password })).statusCode).toBe(200)
    const again = await postForm(link, { password: 'another password' })
    expect([again.statusCode, again.body.includes('has been used already')]).toEqual([400, true])
  })

  it('has a link that ends after an hour, with a new password, and with another address', async () => {
    const ask = async () => {
      await postForm('/forgot', { email: user.email })
      return await mailedLink('reset')
    }
    const first = await ask()
    const before = now
    now = new Date(before.getTime() + 3_600_000)
    expect((await postForm(first, { password })).statusCode).toBe(400)
    now = before
    const second = await ask()
    await (await app.as(user)).post(`/api/users/${user.id}`, { password, old_password: user.password })
    expect((await postForm(second, { password: 'of a thief' })).statusCode).toBe(400)
    const third = await ask()
    await admin.post(`/api/users/${user.id}`, { email: `moved-${next()}@example.com` })
    expect((await postForm(third, { password: 'of a thief' })).statusCode).toBe(400)
  })

  it('says nothing about who has an account', async () => {
    const disabled = await createUser(app.context, { disabled_at: now })
    const answers = []
    for (const email of [user.email, disabled.email, 'nobody@example.com', 'no address']) {
      const reply = await app.anonymous.post('/forgot', { email })
      answers.push([reply.statusCode, reply.json()])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(200)
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [user.email, 'Reset your password'],
      [disabled.email, 'Your Sextant account is disabled'],
    ])
    expect((await mails())[1]?.text).not.toContain('/reset/')
  })

  it('limits mails per account and requests per network', async () => {
    for (let place = 0; place < 7; place++)
      expect((await app.anonymous.post('/forgot', { email: user.email })).statusCode).toBe(200)
    expect(await mails()).toHaveLength(5)
    const other = await appUnderTest({
      config: { mailDefaultSender: 'a@b.c', publicUrl: 'https://a.example', passwordResetsPerHour: 2 },
    })
    const ask = async () =>
      (await other.anonymous.post('/forgot', { email: 'nobody@example.com' })).statusCode
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
    expect((await other.anonymous.get('/forgot')).statusCode).toBe(200)
    await other.close()
  })

  it('names the field that is missing, and refuses pages of other sites', async () => {
    const json = await app.anonymous.post('/forgot', { email: ' ' })
    expect([json.statusCode, json.json().field]).toEqual([400, 'email'])
    expect((await postForm('/forgot', { email: '' })).body).toContain('This field is required.')
    const foreign = await postForm('/forgot', { email: user.email }, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.statusCode).toBe(400)
    expect(await mails()).toEqual([])
  })

  it('sends no link with a host that the caller has chosen', async () => {
    const other = await appUnderTest({ config: { mailDefaultSender: 'a@b.c' } })
    const reply = await other.anonymous.post(
      '/forgot',
      { email: other.member.email },
      { headers: { host: 'evil.example' } },
    )
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'mail.not_configured'])
    expect((await other.anonymous.get('/forgot')).body).toContain('ask an admin')
    await other.close()
  })

  it('has no page where password login is off', async () => {
    const other = await appUnderTest({
      config: { mailDefaultSender: 'a@b.c', publicUrl: 'https://a.example' },
    })
    const reset = await (await other.as(other.admin)).post(`/api/users/${other.member.id}/reset_password`)
    expect(reset.json()).toEqual({})
    await other.context.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ auth_password_login_enabled: false, ...samlIsOpen }) })
      .execute()
    expect((await other.anonymous.get('/forgot')).statusCode).toBe(404)
    expect((await other.anonymous.post('/forgot', { email: 'a@b.c' })).statusCode).toBe(404)
    await other.close()
  })
})

describe('POST /api/users/:id/reset_password', () => {
  it('401, 403, 404; mails the link, or answers it when no mail can be sent', async () => {
    const user = await createUser(app.context)
    const url = `/api/users/${user.id}/reset_password`
    expect((await app.anonymous.post(url)).statusCode).toBe(401)
    expect((await app.withKey(app.member.api_key).post(url)).statusCode).toBe(403)
    expect((await admin.post('/api/users/999999/reset_password')).statusCode).toBe(404)
    expect((await admin.post(url)).json()).toEqual({})
    expect((await postForm(await mailedLink('reset'), { password })).statusCode).toBe(302)
    const quiet = await appUnderTest()
    const reply = await (await quiet.as(quiet.admin)).post(`/api/users/${quiet.member.id}/reset_password`)
    const path = new URL(reply.json().reset_link).pathname
    expect((await quiet.anonymous.post(path, { password })).json().user.id).toBe(quiet.member.id)
    await quiet.close()
  })
})

it('tokens of links are neither stored, recorded nor logged', async () => {
  const { link } = await invite()
  const token = link.split('/').at(-1) ?? ''
  await postForm(link, { password })
  const { rows } = await app.context.pool.query(
    'select link_tokens::text as row from link_tokens union all select events::text from events',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(password)
})
