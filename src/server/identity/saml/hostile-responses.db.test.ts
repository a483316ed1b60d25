import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { startSamlLogin } from '#test/saml-login.ts'
import type { SamlProviderUnderTest, Statement } from '#test/saml-provider.ts'

let app: AppUnderTest
let provider: SamlProviderUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { publicUrl: 'http://sextant.test', loginsPerHour: 1000 } })
  provider = await startSamlLogin(app)
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})
beforeEach(async () => void (await app.context.db.deleteFrom('events').execute()))

const form = 'application/x-www-form-urlencoded'
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A login; `change` modifies the valid response. */
async function logIn(
  change: (xml: string) => string,
  statement: Partial<Statement> = {},
): Promise<LightMyRequestResponse> {
  const begun = await app.app.inject({ url: '/saml/login' })
  const answer = await provider.answer(String(begun.headers.location), statement)
  const fields = { RelayState: answer.RelayState, SAMLResponse: base64(change(answer.xml)) }
  const received = await app.app.inject({
    method: 'POST',
    url: '/saml/callback',
    headers: { 'content-type': form },
    payload: new URLSearchParams(fields).toString(),
  })
  if (received.statusCode !== 303) return received
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]))
  return await app.app.inject({ url: String(received.headers.location), cookies })
}

async function reasonOf(reply: LightMyRequestResponse): Promise<string> {
  expect(reply.statusCode, reply.body).toBe(400)
  expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
  const read = async () =>
    await app.context.db.selectFrom('events').selectAll().where('action', '=', 'login_failed').execute()
  await expect.poll(async () => (await read()).length).toBe(1)
  return String((await read())[0]?.additional_properties['reason'])
}

const emailOf = async (reply: LightMyRequestResponse) =>
  (await browserWith(app.app, reply).get('/api/session')).json().user?.email

const within = (xml: string, text: string) => xml.replace('<samlp:Status>', `${text}<samlp:Status>`)

describe('a hostile response', () => {
  it.each<[string, (xml: string) => string, string]>([
    ['forty thousand siblings', (xml) => within(xml, '<a/>'.repeat(40_000)), 'elements'],
    ['a nest without a bottom', (xml) => within(xml, '<a>'.repeat(30_000) + '</a>'.repeat(30_000)), 'levels'],
    [
      'thousands of attributes',
      (xml) => within(xml, '<a b="" c="" d="" e="" f=""/>'.repeat(2500)),
      'attributes',
    ],
    ['thousands of comments', (xml) => within(xml, '<!---->'.repeat(30_000)), 'elements'],
    ['a long text', (xml) => within(xml, 'x'.repeat(270_000)), 'characters'],
  ])('with %s is refused before any library reads it', async (_, change, reason) => {
    expect(await reasonOf(await logIn(change))).toContain('refused')
    await app.context.db.deleteFrom('events').execute()
    expect(await reasonOf(await logIn(change))).toContain(reason)
  })

  it('at the size limits is checked by its signature', async () => {
    const full = (xml: string) => within(xml, '<a b="1" c="2"/>'.repeat(2900))
    expect(await emailOf(await logIn(full))).toBe('ada@example.com')
    const forged = (xml: string) => full(xml).replace('ada@example.com', app.admin.email)
    expect(await reasonOf(await logIn(forged))).toContain('Invalid signature')
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'comes as a form and nothing else: %s',
    async (type) => {
      const reply = await app.app.inject({
        method: 'POST',
        url: '/saml/callback',
        headers: { 'content-type': type },
        payload: JSON.stringify({ SAMLResponse: 'x' }),
      })
      expect(reply.statusCode).toBe(415)
      expect(reply.headers['set-cookie']).toBeUndefined()
    },
  )

  it('is not parsed as JSON for API keys, and is limited in size', async () => {
    const send = async (payload: string) =>
      await app.app.inject({
        method: 'POST',
        url: '/saml/callback',
        payload,
        headers: { 'content-type': form, authorization: `Key ${app.admin.api_key}` },
      })
    expect((await send('{"SAMLResponse": "x"}')).statusCode).toBe(400)
    const tooLong = await send(`SAMLResponse=${'A'.repeat(600 * 1024)}`)
    expect(tooLong.statusCode).toBe(413)
    expect(tooLong.body).toContain('larger than 512 KB')
  })

  it('with two thousand groups is read', async () => {
    const groups = Array.from({ length: 2000 }, (_, index) => `cn=group-${index},ou=groups,dc=example,dc=com`)
    const reply = await logIn((xml) => xml, {
      attributes: { FirstName: ['Ada'], RedashGroups: groups },
    })
    expect(await emailOf(reply)).toBe('ada@example.com')
  })
})

describe('what is encrypted', () => {
  const data =
    '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:CipherData/></xenc:EncryptedData>'
  it('an assertion is not read, and the admin learns why', async () => {
    const encrypted = (xml: string) =>
      xml.replace(
        /<saml:Assertion .*<\/saml:Assertion>/s,
        `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`,
      )
    expect(await reasonOf(await logIn(encrypted))).toContain('is encrypted')
  })

  it('nor is a name', async () => {
    const encrypted = (xml: string) =>
      xml.replace(/<saml:NameID.*<\/saml:NameID>/s, `<saml:EncryptedID>${data}</saml:EncryptedID>`)
    expect(await reasonOf(await logIn(encrypted))).toContain('is encrypted')
  })
})

describe('a person', () => {
  it('is identified by the NameID, whatever the attributes are called', async () => {
    const attributes = Object.fromEntries(
      [
        ...['nameID', 'nameIDFormat', 'issuer', 'sessionIndex', 'subject', 'ID', 'email', 'mail'],
        ...['__proto__', 'constructor', 'attributes', 'getAssertion', 'toString'],
      ].map((name) => [name, [app.admin.email]]),
    )
    const reply = await logIn((xml) => xml, { name_id: 'grace@example.com', attributes })
    expect(await emailOf(reply)).toBe('grace@example.com')
  })

  it.each(['', ' ', '\n'])('is not named by an attribute where the NameID is empty: %j', async (name_id) => {
    const attributes = { nameID: [app.admin.email], email: [app.admin.email] }
    const reply = await logIn((xml) => xml, { name_id, attributes })
    expect(await reasonOf(reply)).toMatch(/has no text|exactly one person/)
  })
})
