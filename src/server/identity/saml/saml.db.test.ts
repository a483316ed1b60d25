import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { createGroup, createUser } from '#test/factories.ts'
import {
  type SamlAnswer,
  type SamlProviderUnderTest,
  type Statement,
  startSamlProvider,
} from '#test/saml-provider.ts'

const home = 'http://sextant.test'

let provider: SamlProviderUnderTest
let stranger: SamlProviderUnderTest
let weak: SamlProviderUnderTest
let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({
    config: { publicUrl: home, loginsPerHour: 1000, allowedPrivateHosts: ['127.0.0.1'] },
  })
  const metadata = async () => (await app.anonymous.get('/saml/metadata')).body
  ;[provider, stranger, weak] = await Promise.all([
    startSamlProvider(metadata),
    startSamlProvider(metadata),
    startSamlProvider(metadata, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  ])
})
afterAll(async () => {
  await app?.close()
  await Promise.all([provider?.close(), stranger?.close(), weak?.close()])
})

const setStored = (settings: Record<string, unknown>) =>
  app.context.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify(settings) })
    .execute()
const staticSettings = () => ({
  auth_saml_enabled: true,
  auth_saml_type: 'static',
  auth_saml_sso_url: provider.ssoUrl,
  auth_saml_entity_id: provider.entityId,
  auth_saml_x509_cert: provider.certificate,
})
beforeEach(async () => {
  await app.context.db.deleteFrom('identities').execute()
  await app.context.db.deleteFrom('events').execute()
  await setStored(staticSettings())
})

const cookiesOf = (reply: LightMyRequestResponse) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
const post = (form: Partial<SamlAnswer>) =>
  app.app.inject({
    method: 'POST',
    url: '/saml/callback',
    // as a browser sends a form of another site
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.example',
      'sec-fetch-site': 'cross-site',
    },
    payload: new URLSearchParams(
      Object.entries(form).filter(([name]) => name === 'SAMLResponse' || name === 'RelayState'),
    ).toString(),
  })

async function begin(path = '/saml/login') {
  const begun = await app.app.inject({ url: path })
  expect(begun.statusCode, begun.body).toBe(302)
  return { location: String(begun.headers.location), cookies: cookiesOf(begun) }
}

/** A complete login; `forge` changes the response in transit. */
async function logIn(
  changes: Partial<Statement> = {},
  forge: (answer: SamlAnswer) => SamlAnswer = (answer) => answer,
  path = '/saml/login',
  by: SamlProviderUnderTest = provider,
): Promise<LightMyRequestResponse> {
  const { location, cookies } = await begin(path)
  const received = await post(forge(await by.answer(location, changes)))
  if (received.statusCode !== 303) return received
  return await app.app.inject({ url: String(received.headers.location), cookies })
}

const withXml = (change: (xml: string) => string) => (answer: SamlAnswer) => {
  const xml = change(answer.xml)
  return { ...answer, xml, SAMLResponse: Buffer.from(xml).toString('base64') }
}

const signedInUser = async (reply: LightMyRequestResponse) => {
  expect(reply.statusCode, reply.body).toBe(302)
  const session = await browserWith(app.app, reply).get('/api/session')
  return session.json().user as { id: number; name: string; email: string; groups: number[] }
}

async function reasonOf(reply: LightMyRequestResponse): Promise<string> {
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain('SAML login failed. Please try again later.')
  expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
  return (await takeReasons(1))[0] ?? ''
}

/** Failed logins in the audit log since the last call. */
async function takeReasons(count: number): Promise<string[]> {
  const read = () =>
    app.context.db.selectFrom('events').selectAll().where('action', '=', 'login_failed').execute()
  await expect.poll(async () => (await read()).length).toBe(count)
  const events = await read()
  await app.context.db.deleteFrom('events').execute()
  for (const event of events) expect(event.additional_properties['provider']).toBe('saml')
  return events.map((event) => String(event.additional_properties['reason']))
}

describe('a login with SAML', () => {
  it('creates a user, redirects to `next`, and is recorded', async () => {
    const reply = await logIn({}, undefined, '/saml/login?next=%2Fdashboards%2F3')
    expect(reply.headers.location).toBe('/dashboards/3')
    const user = await signedInUser(reply)
    expect(user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    expect(cookiesOf(reply)).toHaveProperty('remember_token')
    const logins = () =>
      app.context.db.selectFrom('events').selectAll().where('action', '=', 'login').execute()
    await expect
      .poll(logins)
      .toMatchObject([{ user_id: user.id, additional_properties: { provider: 'saml' } }])
  })

  it('asks for an address by the redirect binding, uncached', async () => {
    const begun = await app.app.inject({ url: '/saml/login' })
    expect(begun.headers['cache-control']).toBe('no-cache, no-store')
    expect(begun.headers.pragma).toBe('no-cache')
    const target = new URL(String(begun.headers.location))
    expect(`${target.origin}${target.pathname}`).toBe(provider.ssoUrl)
    expect([...target.searchParams.keys()].sort()).toEqual(['RelayState', 'SAMLRequest'])
  })

  it('finds the provider by its metadata', async () => {
    await setStored({
      auth_saml_enabled: true,
      auth_saml_type: 'dynamic',
      auth_saml_metadata_url: provider.metadataUrl,
    })
    expect((await signedInUser(await logIn())).email).toBe('ada@example.com')
  })

  it('sets the groups of RedashGroups, and keeps groups without it', async () => {
    const group = await createGroup(app.context, { name: 'engineers' })
    const attributes = { FirstName: ['Ada'], LastName: ['Lovelace'] }
    const grouped = { attributes: { ...attributes, RedashGroups: ['engineers', 'nobody', 'admin'] } }
    const first = await signedInUser(await logIn(grouped))
    expect(first.groups).toHaveLength(2)
    expect(first.groups).toContain(group)
    expect((await signedInUser(await logIn({ attributes }))).groups).toEqual(first.groups)
    const none = await logIn({ attributes: { ...attributes, RedashGroups: ['nobody'] } })
    expect((await signedInUser(none)).groups).toHaveLength(1)
  })

  it('reads the address from an attribute where the NameID is not one, and needs no name', async () => {
    const reply = await logIn({ name_id: 'G-4711', attributes: { mail: ['grace@example.com'] } })
    expect(await signedInUser(reply)).toMatchObject({ email: 'grace@example.com', name: 'grace@example.com' })
  })

  it('accepts a signed response where the settings allow it', async () => {
    await setStored({
      ...staticSettings(),
      auth_saml_sp_settings:
        '{"entityid": "urn:sextant", "service": {"sp": {"want_assertions_signed": false}}}',
    })
    expect((await signedInUser(await logIn())).email).toBe('ada@example.com')
    const unsigned = await logIn(
      {},
      withXml((xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, '')),
    )
    expect(await reasonOf(unsigned)).toContain('Invalid signature')
  })

  it('begins a login for people who start at the provider, and ignores their response', async () => {
    const reply = await post({ SAMLResponse: 'anything', RelayState: 'https://sextant.test/queries/5' })
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toBe('/saml/login?unsolicited=1&next=%2Fqueries%2F5')
    expect(reply.cookies).toEqual([])
    // a provider that never returns our RelayState must not cause a loop
    const { cookies } = await begin(String(reply.headers.location))
    const again = await app.app.inject({ url: '/saml/login?unsolicited=1', cookies })
    expect(await reasonOf(again)).toContain('RelayState')
    await setStored({ ...staticSettings(), auth_saml_sp_settings: '{"allow_unsolicited": false}' })
    expect(await reasonOf(await post({ SAMLResponse: 'anything' }))).toContain('forbid')
  })

  it('refuses disabled users with a separate message', async () => {
    const user = await createUser(app.context)
    await app.context.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute()
    const reply = await logIn({ name_id: user.email })
    expect(reply.statusCode).toBe(403)
    expect(reply.body).toContain('Your account has been disabled.')
    expect(await takeReasons(1)).toEqual(['Your account has been disabled. Please ask an admin.'])
  })
})

/** The signed assertion, and a forged one with other content. */
const parts = (xml: string) => {
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(assertion)?.[0] ?? ''
  const evil = assertion
    .replace(signature, '')
    .replace('ada@example.com', 'admin@example.com')
    .replace(/ID="[^"]+"/, 'ID="_evil"')
  return { assertion, signature, evil }
}

const forgeries: Record<string, (xml: string) => string> = {
  'no signature': (xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, ''),
  'a name changed after it was signed': (xml) => xml.replace('ada@example.com', 'admin@example.com'),
  'an attribute added after it was signed': (xml) =>
    xml.replace(
      '<saml:AttributeStatement>',
      '<saml:AttributeStatement><saml:Attribute Name="RedashGroups"><saml:AttributeValue>admin</saml:AttributeValue></saml:Attribute>',
    ),
  'a second assertion before the signed one (wrapping 1)': (xml) => {
    const { assertion, evil } = parts(xml)
    return xml.replace(assertion, `${evil}${assertion}`)
  },
  'a second assertion behind the signed one (wrapping 2)': (xml) => {
    const { assertion, evil } = parts(xml)
    return xml.replace(assertion, `${assertion}${evil}`)
  },
  'the signed assertion within the forged one (wrapping 3)': (xml) => {
    const { assertion, evil } = parts(xml)
    return xml.replace(assertion, evil.replace('</saml:Issuer>', `</saml:Issuer>${assertion}`))
  },
  'the signature in the forged assertion, the signed one within it (wrapping 4)': (xml) => {
    const { assertion, signature, evil } = parts(xml)
    const bare = assertion.replace(signature, '')
    const object = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)
    return xml.replace(assertion, evil.replace('</saml:Issuer>', `</saml:Issuer>${object}`))
  },
  'the signed assertion in an extension (wrapping 5)': (xml) => {
    const { assertion, evil } = parts(xml)
    return xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}`)
  },
  'two elements with the id that is signed (wrapping 6)': (xml) => {
    const { assertion, evil } = parts(xml)
    const id = /ID="([^"]+)"/.exec(assertion)?.[1] ?? ''
    return xml.replace(assertion, `${evil.replace('_evil', id)}${assertion}`)
  },
  'a document type with an entity': (xml) =>
    `<!DOCTYPE r [<!ENTITY who "admin@example.com">]>${xml.replace('ada@example.com', '&who;')}`,
  'a document type alone': (xml) => `<!DOCTYPE r SYSTEM "http://evil.example/x.dtd">${xml}`,
  'nothing that is XML': () => 'this is no XML',
  nothing: () => '',
}

describe('a response with', () => {
  it.each(Object.keys(forgeries))('%s is refused', async (name) => {
    const reply = await logIn({}, withXml(forgeries[name] ?? (() => '')))
    expect(await reasonOf(reply)).not.toBe('')
  })

  const wrong: Record<string, () => Partial<Statement>> = {
    'another audience': () => ({ audience: 'https://other.example/saml' }),
    'another recipient': () => ({ recipient: 'https://other.example/saml/callback' }),
    'another issuer': () => ({ issuer: 'https://other.example/metadata' }),
    'the answer to another request': () => ({ in_response_to: '_another' }),
    'a time in the past': () => ({
      not_before: new Date(Date.now() - 600_000),
      not_on_or_after: new Date(Date.now() - 120_000),
    }),
    'a time in the future': () => ({ not_before: new Date(Date.now() + 120_000) }),
    'no address': () => ({ name_id: 'nobody', attributes: {} }),
  }
  it.each(Object.keys(wrong))('%s is refused, though it is signed', async (name) => {
    expect(await reasonOf(await logIn(wrong[name]?.() ?? {}))).not.toBe('')
  })

  it('a signature by SHA-1 is refused, and the admin learns why', async () => {
    await setStored({
      ...staticSettings(),
      auth_saml_sso_url: weak.ssoUrl,
      auth_saml_entity_id: weak.entityId,
      auth_saml_x509_cert: weak.certificate,
    })
    const reply = await logIn({}, undefined, '/saml/login', weak)
    expect(await reasonOf(reply)).toContain('SHA-256')
    // the same names in another XML spelling
    const spelled = withXml((xml) =>
      xml.replaceAll('rsa-sha1', 'rsa-sha&#49;').replaceAll('#sha1', '#sha&#x31;'),
    )
    expect(await reasonOf(await logIn({}, spelled, '/saml/login', weak))).toContain('SHA-256')
  })

  it('the certificate of another provider is refused, whatever it says of itself', async () => {
    expect(
      await reasonOf(await logIn({ issuer: provider.entityId }, undefined, '/saml/login', stranger)),
    ).toContain('Invalid signature')
  })

  it('a comment in the name says who is signed, not the part before it', async () => {
    // the signature covers the long name, without the comment
    const name = `${app.admin.email}.evil.example`
    const reply = await logIn(
      { name_id: name },
      withXml((xml) => xml.replace(name, `${app.admin.email}<!-- -->.evil.example`)),
    )
    expect((await signedInUser(reply)).email).toBe(name)
  })
})

describe('a response that is used again', () => {
  it('is refused with the same request and with another', async () => {
    const { location, cookies } = await begin()
    const answer = await provider.answer(location)
    const first = await post(answer)
    expect(first.statusCode).toBe(303)
    expect(await reasonOf(await post(answer))).toContain('did not begin here')
    expect((await app.app.inject({ url: String(first.headers.location), cookies })).statusCode).toBe(302)
    const again = await app.app.inject({ url: String(first.headers.location), cookies })
    expect(await reasonOf(again)).toContain('did not begin here')
    const other = await begin()
    const RelayState = new URL(other.location).searchParams.get('RelayState') ?? ''
    expect(await reasonOf(await post({ ...answer, RelayState }))).toContain('another request')
  })

  it('is refused when its assertion was used, even for an open request', async () => {
    const spent = { id: '_the-same-assertion' }
    expect((await logIn(spent)).statusCode).toBe(302)
    expect(await reasonOf(await logIn(spent))).toContain('used before')
  })

  it('does not sign in a browser that did not begin the login', async () => {
    const { location } = await begin()
    const received = await post(await provider.answer(location))
    const victim = await begin()
    for (const cookies of [{}, victim.cookies]) {
      const reply = await app.app.inject({ url: String(received.headers.location), cookies })
      expect(reply.statusCode).toBe(400)
    }
    expect((await takeReasons(2)).some((reason) => reason.includes('another browser'))).toBe(true)
  })

  it('is not completed before the provider has answered', async () => {
    const { location, cookies } = await begin()
    const token = new URL(location).searchParams.get('RelayState')
    const reply = await app.app.inject({ url: `/saml/complete?token=${token}`, cookies })
    expect(await reasonOf(reply)).toContain('not answered yet')
  })
})

describe('the settings of SAML', () => {
  const path = '/api/settings/organization'
  const save = async (change: Record<string, unknown>) => (await app.as(app.admin)).post(path, change)

  it('are stored when the provider is valid, by metadata or by hand', async () => {
    const dynamic = await save({
      auth_saml_enabled: true,
      auth_saml_type: 'dynamic',
      auth_saml_metadata_url: provider.metadataUrl,
      auth_password_login_enabled: false,
    })
    expect(dynamic.json().settings).toMatchObject({ auth_password_login_enabled: false })
    const bare = provider.certificate.replace(/-----[A-Z ]+-----|\s/g, '')
    const static_ = await save({ ...staticSettings(), auth_saml_x509_cert: bare })
    expect(static_.statusCode, static_.body).toBe(200)
    expect((await signedInUser(await logIn())).email).toBe('ada@example.com')
    // the last method besides passwords is removed: password login is back on
    const off = await save({ auth_saml_enabled: false })
    expect(off.json().settings.auth_password_login_enabled).toBe(true)
  })

  it.each([
    ['static', 'auth_saml_sso_url'],
    ['static', 'auth_saml_entity_id'],
    ['static', 'auth_saml_x509_cert'],
    ['dynamic', 'auth_saml_metadata_url'],
  ])('are refused when SAML is enabled (%s) and a field is empty: %s', async (type, field) => {
    const urls = { auth_saml_metadata_url: provider.metadataUrl }
    await setStored({})
    const reply = await save({ ...staticSettings(), ...urls, auth_saml_type: type, [field]: '' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      field,
      message: `${field}: must not be empty while SAML is enabled.`,
    })
  })

  const certificate = `MI${'A'.repeat(80)}`
  it.each([
    ['auth_saml_x509_cert', certificate, 'must be a certificate'],
    ['auth_saml_x509_cert', '-----BEGIN CERTIFICATE-----', 'must be a certificate'],
    ['auth_saml_metadata_url', 'http://login.example.com/metadata', 'must be an https address'],
    ['auth_saml_metadata_url', 'https://10.0.0.1/metadata', "Can't query private addresses."],
    ['auth_saml_metadata_url', 'https://[::1]/metadata', "Can't query private addresses."],
    ['auth_saml_metadata_url', 'https://169.254.169.254/latest', "Can't query private addresses."],
    ['auth_saml_metadata_url', 'ftp://login.example.com/', 'must be a web address'],
    ['auth_saml_type', 'other', 'must be one of'],
    ['auth_saml_sp_settings', '{"key_file": "/etc/passwd"}', '"key_file" is not known'],
    [
      'auth_saml_sp_settings',
      '{"service": {"sp": {"want_assertions_signed": "no"}}}',
      'must be true or false',
    ],
  ])('are refused with the field named: %s = %s', async (field, value, reason) => {
    const reply = await save({ [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ field })
    expect(reply.json().message).toContain(reason)
  })

  it('are refused when the metadata describes no provider', async () => {
    const url = `${new URL(provider.metadataUrl).origin}/sso`
    const notXml = await save({ auth_saml_metadata_url: url.replace('/sso', '/nothing') })
    expect(notXml.json().message).toContain('answers 404')
    const ownMetadata = provider.metadata
    for (const [metadata, reason] of [
      ['<!DOCTYPE x><x/>', 'document type'],
      ['<EntityDescriptor entityID="x"/>', 'describes no identity provider'],
      [ownMetadata.replace(/<ds:X509Certificate>.*<\/ds:X509Certificate>/s, ''), 'no certificate'],
      [ownMetadata.replace('HTTP-Redirect', 'HTTP-POST'), 'no address to log in'],
      [`<EntitiesDescriptor>${ownMetadata}${ownMetadata}</EntitiesDescriptor>`, 'several identity providers'],
    ] as const) {
      provider.metadata = metadata
      const reply = await save({ auth_saml_metadata_url: provider.metadataUrl, auth_saml_entity_id: '' })
      expect(reply.json()).toMatchObject({ field: 'auth_saml_metadata_url' })
      expect(reply.json().message).toContain(reason)
    }
    provider.metadata = ownMetadata
  })
})

it('metadata is not fetched through redirects, as it decides whose signatures count', async () => {
  const astray = createServer((_, reply) => reply.writeHead(302, { location: provider.metadataUrl }).end())
  await new Promise<void>((resolve) => astray.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(astray.address() as AddressInfo).port}/metadata`
  const reply = await (await app.as(app.admin)).post('/api/settings/organization', {
    auth_saml_metadata_url: url,
  })
  await new Promise((resolve) => astray.close(resolve))
  expect(reply.json()).toMatchObject({ field: 'auth_saml_metadata_url' })
  expect(reply.json().message).toContain('answers 302')
})

describe('an instance without a public address', () => {
  it('has no SAML: callers could choose the recipient of assertions', async () => {
    const nameless = await appUnderTest()
    const admin = await nameless.as(nameless.admin)
    const path = '/api/settings/organization'
    const refused = await admin.post(path, staticSettings())
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ field: 'auth_saml_enabled' })
    // as stored before the public address was removed
    await nameless.context.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ ...staticSettings(), auth_password_login_enabled: false }) })
      .execute()
    expect((await nameless.anonymous.get('/saml/login')).headers.location).toBe('/')
    const posted = await nameless.app.inject({
      method: 'POST',
      url: '/saml/callback',
      payload: 'SAMLResponse=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.headers.location).toBe('/')
    const { body } = await nameless.anonymous.get('/login')
    expect(body).not.toContain('/saml/login')
    expect(body).toContain('name="password"')
    await nameless.close()
  })
})

describe('while SAML is off', () => {
  it('redirects to the start, but still serves metadata for the provider', async () => {
    await setStored({ ...staticSettings(), auth_saml_enabled: false })
    expect((await app.anonymous.get('/saml/login')).headers.location).toBe('/')
    expect((await post({ SAMLResponse: 'x' })).headers.location).toBe('/')
    expect((await app.anonymous.get('/login')).body).not.toContain('/saml/login')
    const metadata = await app.anonymous.get('/saml/metadata')
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(metadata.body).toContain(`entityID="${home}/saml/callback"`)
    expect(metadata.body).toContain('WantAssertionsSigned="true"')
  })

  it('the login page has its button while it is on', async () => {
    const { body } = await app.anonymous.get('/login?next=%2Fqueries')
    expect(body).toContain('href="/saml/login?next=%2Fqueries">Log in with SAML</a>')
  })
})
