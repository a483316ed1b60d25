import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type CastOfUsers, createCast } from '#test/factories.ts'
import { type OpenidProviderUnderTest, startOpenidProvider } from '#test/openid-provider.ts'
import { type SamlProviderUnderTest, startSamlProvider } from '#test/saml-provider.ts'
import { freePort } from '#test/test-postgres.ts'
import { expectAccessible } from './accessible.ts'
import { type Visit, type Visitor, visit } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { type SextantUnderTest, sextantUnderTest } from './sextant-under-test.ts'
import { takeScreenshots } from './visitors.ts'

let openid: OpenidProviderUnderTest
let saml: SamlProviderUnderTest
let sextant: SextantUnderTest
let cast: CastOfUsers
const browser = browserOfFile()
const visitors: Visitor[] = []

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // another site than ours, so that cookies travel as they do between companies
  openid = await startOpenidProvider({ instances: [url], host: 'localhost' })
  const metadata = async () => await (await fetch(`${url}/saml/metadata`)).text()
  saml = await startSamlProvider(metadata, { host: 'localhost' })
  sextant = await sextantUnderTest({
    PORT: String(port),
    SEXTANT_URL: url,
    SEXTANT_OPENID_ISSUER: openid.issuer,
    SEXTANT_OPENID_CLIENT_ID: openid.clientId,
    SEXTANT_OPENID_CLIENT_SECRET: openid.clientSecret,
    SEXTANT_OPENID_NAME: 'Engine Works',
  })
  cast = await createCast(sextant)
})
afterAll(async () => {
  await sextant?.stop()
  await Promise.all([openid?.close(), saml?.close()])
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeScreenshots(task.name, visitors)
  await everybodyLeaves()
})

async function everybodyLeaves(): Promise<void> {
  const left = await Promise.allSettled(visitors.splice(0).map((visitor) => visitor.leave()))
  for (const each of left) if (each.status === 'rejected') throw each.reason
}

async function come(path: string, options: Partial<Visit> = {}): Promise<Visitor> {
  const visitor = await visit(browser(), { url: sextant.url, ...options })
  visitors.push(visitor)
  await visitor.page.goto(path)
  return visitor
}

it('a user logs in with OpenID Connect, comes to the page they wanted, and logs out again', async () => {
  openid.account = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }
  const { page } = await come('/queries')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Log in with Engine Works' }).click()
  await page.waitForURL(`${sextant.url}/queries`)
  await page.getByRole('heading', { name: 'Queries', exact: true }).waitFor()
  await page.goto('/users/me')
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('ada@example.com')
  await page.goto('/logout')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()

  openid.account = { ...openid.account, sub: 'other', email_verified: false }
  const refused = await come('/login', { width: 390, theme: 'dark' })
  refused.expectRefusal(403, /openid_callback/)
  await refused.page.getByRole('link', { name: 'Log in with Engine Works' }).click()
  await refused.page.getByRole('alert').getByText('has not been verified by the service').waitFor()
  await expectAccessible(refused.page)
})

it('a login leads to the place in the page that the link names', async () => {
  // the address as it comes: pages may tidy it later
  const came = (page: Page, to: string) =>
    page.waitForURL((url) => `${url.pathname}${url.hash}` === to, { waitUntil: 'commit' })
  const { page } = await come('/alerts#second')
  await page.getByRole('textbox', { name: 'Email' }).fill(cast.member.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(cast.member.password)
  const arrived = came(page, '/alerts#second')
  await page.keyboard.press('Enter')
  await arrived

  openid.account = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }
  const other = await come('/alerts#second')
  const elsewhere = came(other.page, '/alerts#second')
  await other.page.getByRole('link', { name: 'Log in with Engine Works' }).click()
  await elsewhere
})

it('an admin sets SAML up and switches passwords off; people log in with it, also from the other side', async () => {
  // a second try finds what the first one has set
  await sextant.db.updateTable('organizations').set({ settings: '{}' }).execute()
  await sextant.db.updateTable('users').set({ disabled_at: null }).execute()
  const admin = await come('/settings/general', { as: cast.admin })
  const { page } = admin
  const password = page.getByRole('checkbox', { name: 'Password Login Enabled' })
  await page.getByRole('radio', { name: 'Enabled (Static)' }).check()
  await page.getByRole('textbox', { name: 'SAML Single Sign-on URL' }).fill(saml.ssoUrl)
  await page.getByRole('textbox', { name: 'SAML Entity ID' }).fill(saml.entityId)
  const certificate = page.getByRole('textbox', { name: 'SAML x509 cert' })
  await certificate.fill('no certificate')
  admin.expectRefusal(400, /\/api\/settings\/organization$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be a certificate in PEM or base64 form.').waitFor()
  await certificate.fill(saml.certificate)
  await password.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Settings changes saved.' }).waitFor()
  await expectAccessible(page)

  const grace = await come('/login?next=%2Fdashboards')
  await grace.page.getByRole('link', { name: 'Log in with SAML' }).waitFor()
  expect(await grace.page.getByRole('textbox').count()).toBe(0)
  await grace.page.getByRole('link', { name: 'Log in with SAML' }).click()
  await grace.page.waitForURL(`${sextant.url}/dashboards`)
  await grace.page.getByRole('heading', { name: 'Dashboards', exact: true }).waitFor()

  const again = await come(saml.startUrl)
  await again.page.waitForURL(`${sextant.url}/queries`)
  await again.page.getByRole('heading', { name: 'Queries', exact: true }).waitFor()

  // a page that is still loading its list would be refused it, rightly
  await everybodyLeaves()
  await sextant.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('email', '=', 'ada@example.com')
    .execute()
  const disabled = await come('/login')
  disabled.expectRefusal(403, /saml\/complete/)
  await disabled.page.getByRole('link', { name: 'Log in with SAML' }).click()
  await disabled.page.getByRole('alert').getByText('Your account has been disabled.').waitFor()
})
