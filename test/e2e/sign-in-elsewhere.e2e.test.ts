import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCast } from '#test/factories.ts'
import { type OpenidProviderUnderTest, startOpenidProvider } from '#test/openid-provider.ts'
import { freePort } from '#test/test-postgres.ts'
import { expectAccessible } from './accessible.ts'
import { type Visitor, visit } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { type SextantUnderTest, sextantUnderTest } from './sextant-under-test.ts'

let google: OpenidProviderUnderTest
let sextant: SextantUnderTest
const browser = browserOfFile()
/** what the proxy says of those who come through it */
let known: string
let proxy: Server
let keys: Server
const signing = await generateKeyPair('ES256')

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  google = await startOpenidProvider({ instances: [url], host: 'localhost' })
  const published = { keys: [{ ...(await exportJWK(signing.publicKey)), kid: 'one', alg: 'ES256' }] }
  keys = await listening(createServer((_, reply) => void reply.end(JSON.stringify(published))))
  proxy = await listening(namingProxy(port))
  sextant = await sextantUnderTest({
    ...{ PORT: String(port), SEXTANT_URL: url },
    ...{ SEXTANT_GOOGLE_CLIENT_ID: google.clientId, SEXTANT_GOOGLE_CLIENT_SECRET: google.clientSecret },
    SEXTANT_GOOGLE_ISSUER: google.issuer,
    SEXTANT_REMOTE_USER_PROXIES: '127.0.0.1',
    SEXTANT_JWT_KEYS_URL: `http://127.0.0.1:${portOf(keys)}/keys`,
    ...{ SEXTANT_JWT_ISSUER: 'https://gateway.example', SEXTANT_JWT_AUDIENCE: 'sextant' },
    SEXTANT_JWT_COOKIE: 'gate',
  })
  await createCast(sextant)
  await sextant.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ auth_google_apps_domains: ['example.com'] }) })
    .execute()
})
afterAll(async () => {
  await sextant?.stop()
  await google?.close()
  for (const server of [proxy, keys]) {
    server?.closeAllConnections()
    await new Promise((done) => server?.close(done) ?? done(null))
  }
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

/** A proxy as companies have them: it logs in all users, and lets no user choose their own name. */
function namingProxy(port: number): Server {
  return createServer((asked, reply) => {
    const headers = { ...asked.headers, 'x-forwarded-remote-user': known }
    const onward = request({ port, host: '127.0.0.1', method: asked.method, path: asked.url, headers })
    onward.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.destroy())
    asked.pipe(onward)
  })
}

async function isAs({ page }: Visitor, email: string): Promise<void> {
  await page.goto('/users/me')
  const field = page.getByRole('textbox', { name: 'Email' })
  await field.waitFor()
  expect(await field.inputValue()).toBe(email)
}

it('people of the company log in with Google, and nobody else', async () => {
  google.account = {
    ...{ sub: 'g-1', email: 'mary@example.com', email_verified: true },
    ...{ hd: 'example.com', name: 'Mary Jackson' },
  }
  const mary = await visit(browser(), { url: sextant.url })
  await mary.page.goto('/dashboards')
  await mary.page.getByRole('heading', { name: 'Log in' }).waitFor()
  await expectAccessible(mary.page)
  await mary.page.getByRole('link', { name: 'Log in with Google' }).click()
  await mary.page.waitForURL(`${sextant.url}/dashboards`)
  await isAs(mary, 'mary@example.com')
  await mary.leave()

  google.account = { ...google.account, sub: 'g-2', email: 'eve@example.org', hd: 'example.org' }
  const eve = await visit(browser(), { url: sextant.url, width: 390, theme: 'dark' })
  eve.expectRefusal(403, /google_callback/)
  await eve.page.goto('/login')
  await eve.page.getByRole('link', { name: 'Log in with Google' }).click()
  await eve.page.getByRole('alert').waitFor()
  await eve.page.getByRole('heading', { name: 'Log in' }).waitFor()
  await expectAccessible(eve.page)
  await eve.leave()
})

it('whom the proxy of the company knows needs one click', async () => {
  known = 'dorothy@example.com'
  const dorothy = await visit(browser(), { url: `http://127.0.0.1:${portOf(proxy)}` })
  await dorothy.page.goto('/queries')
  await dorothy.page.getByRole('link', { name: 'Log in with your company account' }).click()
  await dorothy.page.getByRole('heading', { name: 'Queries', exact: true }).waitFor()
  await isAs(dorothy, 'dorothy@example.com')
  await dorothy.leave()
})

it('a token of the gateway is a session as long as the browser has it', async () => {
  const token = await new SignJWT({ email: 'katherine@example.com' })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer('https://gateway.example')
    .setAudience('sextant')
    .setSubject('k-1')
    .setExpirationTime('5m')
    .sign(signing.privateKey)
  const katherine = await visit(browser(), { url: sextant.url })
  await katherine.context.addCookies([{ name: 'gate', value: token, url: sextant.url }])
  await katherine.page.goto('/queries')
  await katherine.page.getByRole('heading', { name: 'Queries', exact: true }).waitFor()
  await isAs(katherine, 'katherine@example.com')
  await katherine.context.clearCookies({ name: 'gate' })
  await katherine.page.goto('/queries')
  await katherine.page.getByRole('heading', { name: 'Log in' }).waitFor()
  await katherine.leave()
})
