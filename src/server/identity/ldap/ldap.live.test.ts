import { type AddressInfo, connect, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { checkDirectories } from '#server/operator/doctor/check-services.ts'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startTestDirectory, type TestDirectory } from '#test/live/slapd.ts'

let certificate: TestCertificate
let directory: TestDirectory
let app: AppUnderTest
let config: Partial<Config>
const password = 'päss word'
const person = (cn: string, more: Record<string, string | string[]> = {}) => ({
  cn,
  sn: cn,
  userPassword: password,
  mail: `${cn}@example.com`,
  displayName: `The ${cn}`,
  ...more,
})
beforeAll(async () => {
  certificate = await makeTestCertificate()
  directory = await startTestDirectory(
    [
      person('ada', { mail: ['Ada@Example.com', 'second@example.com'] }),
      person('grace'),
      person('closed'),
      person('moved'),
      person('nomail', { mail: [] }),
      person('twin one', { uid: 'twin' }),
      person('twin two', { uid: 'twin' }),
      person('twin three', { uid: 'twin' }),
      person('a*b(c)\\d', { mail: 'strange@example.com' }),
    ],
    certificate,
  )
  config = {
    ldapUrl: directory.url,
    ldapBindDn: directory.bindDn,
    ldapBindPassword: directory.bindPassword,
    ldapSearchDn: directory.searchDn,
    ldapSearchTemplate: '(|(cn=%(username)s)(uid=%(username)s))',
    loginsPerHour: 1000,
  }
  app = await appUnderTest({ config })
})
afterAll(async () => {
  await app?.close()
  await directory?.stop()
  await certificate?.remove()
})

const logIn = (email: string, secret = password, more: object = {}) =>
  app.anonymous.post('/ldap/login', { email, password: secret, ...more })
const postForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/ldap/login?next=/queries',
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const reasons = async () => {
  const { rows } = await app.context.pool.query(
    `select additional_properties ->> 'reason' as reason from events where action = 'login_failed' order by id`,
  )
  return rows.map(({ reason }) => reason)
}

describe('with a directory', () => {
  it('admits people, and finds the same account from then on', async () => {
    const reply = await logIn('ada')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ next: '/', user: { email: 'ada@example.com', name: 'The ada' } })
    const browser = browserWith(app.app, reply)
    expect((await browser.get('/api/session')).json().user.groups).toEqual([app.organization.defaultGroup])
    expect((await logIn('ADA ')).json().user.id).toBe(reply.json().user.id)
  })

  it('has a page with the operator’s label, and a button on the login page', async () => {
    expect((await app.anonymous.get('/login?next=/a')).body).toMatch('href="/ldap/login?next=%2Fa"')
    const page = await app.anonymous.get('/ldap/login?next=https://elsewhere.example/x')
    expect(page.statusCode).toBe(200)
    expect(page.body).toMatch('LDAP/AD/SSO username:')
    expect(page.body).toMatch('action="/ldap/login?next=%2Fx"')
    const done = await postForm({ email: 'grace', password, remember: 'on' })
    expect([done.statusCode, done.headers.location]).toEqual([302, '/queries'])
    expect(done.cookies.map(({ name }) => name)).toContain('remember_token')
    expect((await app.anonymous.get('/api/config')).json().client_config.ldapLoginEnabled).toBe(true)
  })

  it('is asked again for a proof, even with a session', async () => {
    const reply = await logIn('ada')
    const browser = browserWith(app.app, reply)
    expect((await browser.get('/api/session/proof')).json().fresh_until).not.toBe(null)
    expect((await browser.get('/ldap/login')).statusCode).toBe(302)
    const page = await browser.get('/login?again&next=%2F')
    expect(page.body).toMatch('href="/ldap/login?again&amp;next=%2F"')
    expect((await browser.get('/ldap/login?again&next=%2F')).body).toMatch('LDAP/AD/SSO username:')
  })

  it('admits invited people to their accounts, and refuses disabled users', async () => {
    const user = await createUser(app.context, { name: 'Grace H.', email: 'strange@example.com' })
    await app.database.db
      .updateTable('users')
      .set({ is_invitation_pending: true })
      .where('id', '=', user.id)
      .execute()
    expect((await logIn('a*b(c)\\d')).json().user).toMatchObject({ id: user.id, name: 'The a*b(c)\\d' })
    await createUser(app.context, { email: 'closed@example.com', disabled_at: new Date() })
    const closed = await logIn('closed')
    expect([closed.statusCode, closed.json().code, closed.cookies]).toEqual([
      ...[403, 'sign_in.account_disabled', []],
    ])
  })

  it('asks for the code of a second factor', async () => {
    const grace = (await logIn('grace')).json().user.id
    const browser = browserWith(app.app, await logIn('grace'))
    const path = `/api/users/${grace}/second_factor`
    const { secret } = (await browser.post(path, {})).json()
    const at = (seconds: number) => authenticatorCode(secret, new Date(Date.now() + seconds * 1000))
    expect((await browser.post(`${path}/confirm`, { code: at(0) })).statusCode).toBe(200)
    expect((await logIn('grace')).json().code).toBe('auth.code_needed')
    const form = await postForm({ email: 'grace', password })
    expect([form.headers.location, form.cookies.map(({ name }) => name)]).toEqual([
      ...['/login/code', ['pending_sign_in', 'known_browser']],
    ])
    expect((await logIn('grace', password, { code: at(30) })).statusCode).toBe(200)
    await browser.post(`${path}/switch_off`, {})
  })
})

describe('nobody else', () => {
  it.each([
    ['a wrong password', 'ada', 'wrong'],
    ['no password, which directories take for nobody', 'ada', ''],
    ['a password of blanks', 'ada', ' '],
    ['an unknown name', 'nobody', password],
    ['no name', '', password],
    ['a name for all users', '*', password],
    ['part of a name', 'ad*', password],
    ['a filter that is closed', 'ada)(|(cn=*', password],
    ['a filter with an attribute', '*)(mail=ada@example.com', password],
    ['a backslash', 'ada\\', password],
    ['a NUL', 'ada\\00', password],
    ['a name that several have', 'twin', password],
  ])('%s is refused, in the same words', async (_, email, secret) => {
    const reply = await logIn(email, secret)
    expect([reply.statusCode, reply.json()]).toEqual([
      ...[400, { message: 'Incorrect credentials.', code: 'sign_in.wrong_ldap_credentials' }],
    ])
    expect(reply.cookies).toEqual([])
  })

  it('learns from the work that a refusal takes who has an account', async () => {
    // a proxy in front of the directory counts the requests
    const target = new URL(directory.url)
    let asked = 0
    const before = createServer((client) => {
      asked++
      const server = connect(Number(target.port), target.hostname)
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const)
        one.on('error', () => other.destroy()).pipe(other)
    })
    await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve))
    const { port } = before.address() as AddressInfo
    const other = await appUnderTest({ config: { ...config, ldapUrl: `ldap://127.0.0.1:${port}` } })
    const work = async (email: string) => {
      asked = 0
      const reply = await other.anonymous.post('/ldap/login', { email, password: 'wrong' })
      expect(reply.json().code).toBe('sign_in.wrong_ldap_credentials')
      return asked
    }
    const [known, unknown, several] = [await work('ada'), await work('nobody'), await work('twin')]
    await other.close()
    await new Promise((resolve) => before.close(resolve))
    expect([unknown, several]).toEqual([known, known])
  })

  it('is told why, but admins are', async () => {
    await logIn('twin')
    await logIn('ada', 'wrong')
    await expect
      .poll(reasons)
      .toEqual(
        expect.arrayContaining([
          'The directory knows several people of this name.',
          'Wrong password of cn=ada,ou=people,dc=example,dc=com.',
        ]),
      )
    expect(JSON.stringify(await reasons())).not.toContain(password)
  })

  it('gets the form again with what was typed, except the password', async () => {
    const reply = await postForm({ email: 'ada"><b>', password: 'wrong secret' })
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toMatch(/role="alert">Incorrect credentials\./)
    expect(reply.body).toMatch('value="ada&quot;&gt;&lt;b&gt;"')
    expect(reply.body).not.toMatch('wrong secret')
  })

  it('is sent here by another site', async () => {
    const reply = await postForm({ email: 'ada', password }, { 'sec-fetch-site': 'cross-site' })
    expect([reply.statusCode, reply.cookies]).toEqual([400, []])
    expect(reply.body).toMatch('CSRF')
  })

  it('may be without an email address', async () => {
    const reply = await logIn('nomail')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'sign_in.failed'])
    const reason = 'cn=nomail,ou=people,dc=example,dc=com has no attribute mail.'
    await expect.poll(reasons).toContain(reason)
  })
})

it('guesses count together with those of local passwords', async () => {
  const other = await appUnderTest({ config: { ...config, loginsPerHour: 4 } })
  const guess = (path: string) => other.anonymous.post(path, { email: 'ada', password: 'wrong' })
  for (const path of ['/login', '/ldap/login', '/login', '/ldap/login'])
    expect((await guess(path)).statusCode).toBe(400)
  expect((await guess('/ldap/login')).statusCode).toBe(429)
  await other.close()
})

it.each([
  ['a directory that is away', { ldapUrl: 'ldap://127.0.0.1:9' }, 'ECONNREFUSED'],
  ['a service account with a wrong password', { ldapBindPassword: 'wrong' }, 'InvalidCredentialsError'],
  ['a branch that is not there', { ldapSearchDn: 'ou=nowhere,dc=example,dc=com' }, 'NoSuchObjectError'],
  ['a certificate that nobody vouches for', { ldapStartTls: true }, 'self-signed certificate'],
])('%s admits no one, says so, and the doctor reports it', async (_, changes, reason) => {
  const other = await appUnderTest({ config: { ...config, ...changes } })
  const reply = await other.anonymous.post('/ldap/login', { email: 'ada', password })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'sign_in.failed'])
  expect(reply.json().message).toBe(
    'Your login could not be checked at the moment. Please try again later, or tell an admin.',
  )
  const found = await checkDirectories(other.context.config)
  expect(found).toMatchObject([{ check: 'LDAP', state: 'failure' }])
  expect(found[0]?.found).toMatch(reason)
  await other.close()
})

it('guesses at one name are limited, from any network and in any spelling', async () => {
  const other = await appUnderTest({ config: { ...config, loginsPerHour: 2, trustedProxies: 1 } })
  try {
    let networks = 0
    const from = (email: string, secret: string, cookies: Record<string, string> = {}) =>
      other.app.inject({
        method: 'POST',
        url: '/ldap/login',
        payload: { email, password: secret },
        cookies,
        headers: { 'x-forwarded-for': `10.0.0.${++networks}` },
      })
    const before = await from('ada', password)
    const known_browser = before.cookies.find(({ name }) => name === 'known_browser')?.value ?? ''
    for (const spelling of ['ada', ' ADA', 'Ada ', '\u{ff41}da'])
      expect((await from(spelling, 'wrong')).statusCode).toBe(400)
    // Active Directory ignores accents, and directories fold the case of ß
    for (const spelling of ['a\u00adda', '\u00e1d\u00e0', 'a\u0323da'])
      expect((await from(spelling, 'wrong')).statusCode).toBe(429)
    for (const spelling of ['gro\u00df', 'gross', 'GROSS', 'GRO\u1e9e'])
      expect((await from(spelling, 'wrong')).statusCode).toBe(400)
    expect((await from('Gro\u00df', 'wrong')).statusCode).toBe(429)
    expect((await from('ada', password)).statusCode).toBe(429)
    expect((await from('ada', password, { known_browser })).statusCode).toBe(200)
    expect((await from('grace', password, { known_browser })).statusCode).toBe(200)
  } finally {
    await other.close()
  }
})

it('does not know a browser any more that knew an earlier password', async () => {
  const other = await appUnderTest({ config: { ...config, loginsPerHour: 2, trustedProxies: 1 } })
  try {
    let networks = 0
    const from = (secret: string, cookies: Record<string, string> = {}) =>
      other.app.inject({
        method: 'POST',
        url: '/ldap/login',
        payload: { email: 'moved', password: secret },
        cookies,
        headers: { 'x-forwarded-for': `10.0.1.${++networks}` },
      })
    const knownAfter = async (secret: string) => {
      const reply = await from(secret)
      expect(reply.statusCode).toBe(200)
      return { known_browser: reply.cookies.find(({ name }) => name === 'known_browser')?.value ?? '' }
    }
    const earlier = await knownAfter(password)
    await directory.changePassword('moved', 'another secret')
    const later = await knownAfter('another secret')
    const four = [1, 2, 3, 4]
    for (const _ of four) expect((await from('wrong')).statusCode).toBe(400)
    expect((await from('another secret', earlier)).statusCode).toBe(429)
    expect((await from('another secret', later)).statusCode).toBe(200)
  } finally {
    await other.close()
  }
})

it('uses STARTTLS where configured, and the doctor warns where it is not', async () => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.certificate])
  const other = await appUnderTest({ config: { ...config, ldapStartTls: true } })
  try {
    expect((await other.anonymous.post('/ldap/login', { email: 'ada', password })).statusCode).toBe(200)
    expect(await checkDirectories(other.context.config)).toMatchObject([{ state: 'ok' }])
    expect(await checkDirectories(app.context.config)).toMatchObject([{ state: 'warning' }])
  } finally {
    setDefaultCACertificates(before)
    await other.close()
  }
})

it('does not follow referrals, so that a directory cannot send passwords to another server', async () => {
  let connections = 0
  const elsewhere = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  const branch = { cn: 'branch', ref: `ldap://127.0.0.1:${port}/ou=people,dc=example,dc=com??sub` }
  const referring = await startTestDirectory([person('ada')], null, [branch])
  const at = (changes: Partial<Config>) =>
    appUnderTest({ config: { ...config, ldapUrl: referring.url, ...changes } })
  const reply = async (other: AppUnderTest, email: string) => {
    const { statusCode, json } = await other.anonymous.post('/ldap/login', { email, password })
    await other.close()
    return [statusCode, json().code]
  }
  // the search ignores the referral, finds the person, and logs in at the configured server
  expect(await reply(await at({}), 'ada')).toEqual([200, undefined])
  expect(await reply(await at({}), 'branch')).toEqual([400, 'sign_in.wrong_ldap_credentials'])
  const inBranch = { ldapSearchDn: 'cn=branch,ou=people,dc=example,dc=com' }
  expect(await reply(await at(inBranch), 'ada')).toEqual([400, 'sign_in.failed'])
  // the service account itself is behind a referral
  const asBranch = { ldapBindDn: 'cn=branch,ou=people,dc=example,dc=com' }
  expect(await reply(await at(asBranch), 'ada')).toEqual([400, 'sign_in.failed'])
  expect(connections).toBe(0)
  await referring.stop()
  await new Promise((resolve) => elsewhere.close(resolve))
})
