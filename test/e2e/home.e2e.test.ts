import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlert } from '#test/alert-factories.ts'
import {
  createDashboard,
  createUser,
  createVisualization,
  createWidget,
  type TestUser,
} from '#test/factories.ts'
import { type MailServer, startMailServer } from '#test/live/mail-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { expectAccessible, expectAccessibleHereAndNarrow, expectAccessibleInEveryView } from './accessible.ts'
import type { Theme, Width } from './browser.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

/** SEXTANT_SCREENS names a folder for screenshots of every state. */
const screenshots = process.env['SEXTANT_SCREENS']
const mailPort = await freePort()
const port = String(await freePort())

const { sextant, come } = visitorsOfSextant({
  PORT: port,
  SEXTANT_URL: `http://127.0.0.1:${port}`,
  SEXTANT_MAIL_PORT: String(mailPort),
  SEXTANT_MAIL_SERVER: '127.0.0.1',
  SEXTANT_MAIL_DEFAULT_SENDER: 'sextant@example.com',
  SEXTANT_ALLOW_PARAMETERS_IN_EMBEDS: 'true',
  // asked at full hours only, and a private address at that: what it has answered is put into the database here
  SEXTANT_VERSION_CHECK_URL: 'http://127.0.0.1:9/sextant.json',
})

let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer({ port: mailPort })
})
afterAll(() => mailServer?.close())

async function takeScreenshot(page: Page, name: string, theme: Theme, width: Width): Promise<void> {
  if (screenshots === undefined) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: `${screenshots}/${name}-${theme}-${width}.png`, fullPage: true })
}

const setSettings = (settings: Record<string, unknown>) =>
  sextant()
    .db.updateTable('organizations')
    .set({ settings: JSON.stringify(settings) })
    .execute()
const settings = async () => {
  const row = await sextant().db.selectFrom('organizations').select('settings').executeTakeFirstOrThrow()
  return row.settings
}
async function setNewestVersion(newest_version: string | null): Promise<void> {
  await sextant().db.deleteFrom('version_checks').execute()
  await sextant().db.insertInto('version_checks').values({ newest_version, checked_at: new Date() }).execute()
}
const consentCard = (page: Page) =>
  page.getByRole('region', { name: 'May this instance send anonymous usage data?' })
const firstSteps = (page: Page) => page.getByRole('region', { name: 'Let’s get started' })
const stepLabels = (page: Page) =>
  firstSteps(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.querySelector('[class*="label"]')?.textContent))
const shown = (page: Page) => page.getByRole('heading', { name: 'Favorite dashboards' }).waitFor()

/** Takes the only data source away from all users, as if it did not exist. */
async function withoutDataSource(look: () => Promise<void>): Promise<void> {
  const links = await sextant().db.deleteFrom('data_source_groups').returningAll().execute()
  await look()
  await sextant().db.insertInto('data_source_groups').values(links).execute()
}

beforeEach(async () => {
  await setSettings({})
  await setNewestVersion(null)
})

describe('a new instance', () => {
  it('leads an admin through the first steps, one after the other', async () => {
    await withoutDataSource(async () => {
      const { page } = await come('/', { as: sextant().admin })
      await shown(page)
      expect(await page.title()).toBe('Sextant')
      const labels = await stepLabels(page)
      expect(labels.slice(0, 2)).toEqual(['Connect a data source', 'Create your first query'])
      expect(labels).toContain('Create your first dashboard')
      // nothing can be queried yet
      expect(await firstSteps(page).getByRole('link', { name: 'Create your first query' }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'New Query' }).count()).toBe(0)
      await firstSteps(page)
        .getByRole('link', { name: /^Connect a data source/ })
        .click()
      await page.waitForURL('**/data_sources/new')
    })
    const { page } = await come('/', { as: sextant().admin })
    await firstSteps(page).getByText('Connect a data source (done)').waitFor()
    await page.getByText('You have no queries yet.').waitFor()
    await firstSteps(page)
      .getByRole('link', { name: /^Create your first query/ })
      .click()
    await page.waitForURL('**/queries/new')
  })

  it('sends others to an admin', async () => {
    await withoutDataSource(async () => {
      const { page } = await come('/')
      await shown(page)
      expect((await stepLabels(page))[0]).toBe('Ask an account admin to connect a data source')
      expect(await firstSteps(page).getByRole('link').count()).toBe(0)
      await expectAccessible(page, { within: 'main' })
    })
  })

  it('is accessible', async () => {
    await setNewestVersion('9.0.0')
    const { page } = await come('/', { as: sextant().admin })
    await shown(page)
    await expectAccessibleInEveryView(page, (theme, width) => takeScreenshot(page, 'home-new', theme, width))
  })

  it('shows its outline until everything has come, then all of it at once', async () => {
    const { page } = await come('about:blank')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/organization/status', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('main').getByRole('status').first().waitFor()
    expect(await page.getByRole('heading', { name: 'Favorite dashboards' }).count()).toBe(0)
    held.resolve()
    await shown(page)
    await firstSteps(page).waitFor()
  })

  it('does without the first steps when they cannot be told', async () => {
    const guest = await come('about:blank')
    guest.expectRefusal(500, /organization\/status/)
    await guest.page.route('**/api/organization/status', (route) => route.fulfill({ status: 500, json: {} }))
    await guest.page.goto('/')
    await shown(guest.page)
    expect(await firstSteps(guest.page).count()).toBe(0)
  })
})

describe('the question for usage data', () => {
  it('is the last of the first steps, and leads to the settings', async () => {
    const { page } = await come('/', { as: sextant().admin })
    await shown(page)
    expect(await consentCard(page).count()).toBe(0)
    expect((await stepLabels(page)).at(-1)).toBe('Decide about anonymous usage data')
    await firstSteps(page)
      .getByRole('link', { name: /^Decide about anonymous usage data/ })
      .click()
    await page.waitForURL('**/settings/general#usage-data')
    await consentCard(page).waitFor()
    await expect
      .poll(() =>
        consentCard(page).evaluate((card) => card.getBoundingClientRect().bottom < window.innerHeight),
      )
      .toBe(true)
  })

  it('stays open when the answer cannot be saved', async () => {
    const guest = await come('/settings/general', { as: sextant().admin })
    const { page } = guest
    await consentCard(page).waitFor()
    guest.expectRefusal(500, /settings\/organization/)
    await page.route('**/api/settings/organization', (route) => route.fulfill({ status: 500, json: {} }))
    await consentCard(page).getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('alert').getByText('Failed saving changes.').waitFor()
    await page.unroute('**/api/settings/organization')
    await consentCard(page).getByRole('button', { name: 'No' }).click()
    await page.getByText('Settings changes saved.').waitFor()
    await consentCard(page).waitFor({ state: 'detached' })
    expect(await settings()).toEqual({ beacon_consent: false })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-beacon_consent')
    await page.goto('/')
    await shown(page)
    expect(await stepLabels(page)).not.toContain('Decide about anonymous usage data')
  })

  it('thanks for a yes, says what is sent, and is for admins alone', async () => {
    const { page } = await come('/settings/general', { as: sextant().admin })
    await consentCard(page)
      .getByText(/how many users, data sources, queries, visualizations and dashboards there are/)
      .waitFor()
    await consentCard(page).getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Thank you.').waitFor()
    expect(await settings()).toEqual({ beacon_consent: true })
    await setSettings({})
    const { page: other } = await come('/')
    await shown(other)
    expect(await stepLabels(other)).not.toContain('Decide about anonymous usage data')
  })
})

describe('the notices', () => {
  const newVersion = (page: Page) => page.getByText('A new version of Sextant is available')
  const deprecated = (page: Page) => page.getByText('This instance uses a deprecated setting for embeds')

  it('tell admins of a newer version until they close it, and of a setting of the past', async () => {
    await setNewestVersion('9.0.0')
    const { page } = await come('/', { as: sextant().admin })
    await page.getByText(/^Version 9\.0\.0 is out; this instance runs \d/).waitFor()
    await deprecated(page).waitFor()
    await page.getByText('SEXTANT_ALLOW_PARAMETERS_IN_EMBEDS').waitFor()
    await page.getByRole('button', { name: 'Close this notice until the next version' }).click()
    await newVersion(page).waitFor({ state: 'detached' })
    await page.reload()
    await shown(page)
    await deprecated(page).waitFor()
    expect(await newVersion(page).count()).toBe(0)
    await setNewestVersion('9.1.0')
    await page.reload()
    await newVersion(page).waitFor()
  })

  it('are not for others', async () => {
    await setNewestVersion('9.0.0')
    const { page } = await come('/')
    await shown(page)
    expect(await newVersion(page).count()).toBe(0)
    expect(await deprecated(page).count()).toBe(0)
  })

  it('speak of no version that runs already', async () => {
    await setNewestVersion('0.0.1')
    const { page } = await come('/', { as: sextant().admin })
    await deprecated(page).waitFor()
    expect(await newVersion(page).count()).toBe(0)
  })
})

describe('an email address that is not verified', () => {
  const warning = (page: Page) => page.getByText('Please verify your email address')
  let user: TestUser
  beforeEach(async () => {
    user = await createUser(sextant(), { name: 'Ada Lovelace' })
    await sextant()
      .db.updateTable('users')
      .set({ is_email_verified: false })
      .where('id', '=', user.id)
      .execute()
  })

  it('is verified by the link in the mail', async () => {
    const { page } = await come('/', { as: user })
    await warning(page).waitFor()
    await shown(page)
    await expectAccessibleHereAndNarrow(page, { within: 'main' }, (width) =>
      takeScreenshot(page, 'home-verify', width === 390 ? 'dark' : 'light', width),
    )
    await page.getByRole('button', { name: 'Resend email' }).click()
    await page.getByText('Please check your email inbox in order to verify your email address.').waitFor()
    const mail = () => mailServer.mails.find(({ to }) => to.includes(user.email))
    await expect
      .poll(() => mail()?.source)
      .toContain('Subject: Ada Lovelace, please verify your email address')
    // quoted-printable: a line ends with = where it goes on
    const source = mail()?.source.replaceAll('=\r\n', '') ?? ''
    const link = /http:\/\/127\.0\.0\.1:\d+\/verify\/[\w-]{43}/.exec(source)?.[0] ?? ''
    expect(link).not.toBe('')
    await page.goto(link)
    await page.getByRole('button', { name: 'Verify my email address' }).click()
    await page.getByRole('heading', { name: 'Email address verified' }).waitFor()
    // by itself, after five seconds
    await page.waitForURL(`${sextant().url}/`)
    await shown(page)
    expect(await warning(page).count()).toBe(0)
  })

  it('says when too many mails were asked for', async () => {
    const guest = await come('/', { as: user })
    const { page } = guest
    guest.expectRefusal(429, /verification_email/)
    await page.route('**/verification_email/', (route) =>
      route.fulfill({ status: 429, json: { message: '10 per 1 hour', code: 'request.rate_limited' } }),
    )
    await page.getByRole('button', { name: 'Resend email' }).click()
    await page.getByText('You have asked for many mails already. Please try again in an hour.').waitFor()
  })
})

describe('a team at work', () => {
  beforeAll(async () => {
    const { member } = sextant()
    const names = [
      'Delays by carrier',
      'Busiest airports',
      'A query with a name that is long enough to take two lines on a telephone',
    ]
    for (const name of names) {
      const { id } = await storeQuery(sextant(), member, { name, query: 'select 1' })
      await sextant()
        .db.insertInto('favorites')
        .values({ user_id: member.id, object_type: 'query', object_id: id })
        .execute()
      await createAlert(sextant(), { query_id: id, user_id: member.id })
    }
    const { id } = await createDashboard(sextant(), { user_id: member.id, name: 'On-time performance' })
    await sextant()
      .db.insertInto('favorites')
      .values({ user_id: member.id, object_type: 'dashboard', object_id: id })
      .execute()
    const query = await storeQuery(sextant(), member, { name: 'Flights by day', query: 'select 1' })
    const visualization = await createVisualization(sextant(), { query_id: query.id })
    await createWidget(sextant(), { dashboard_id: id, visualization_id: visualization.id })
  })

  it('shows a new colleague what the team looks at, and what an admin has pinned', async () => {
    const colleague = await createUser(sextant(), { name: 'Grace Hopper' })
    const { page: boss } = await come('/', { as: sextant().admin })
    const team = (page: Page) => page.getByRole('region', { name: 'Dashboards of the team' })
    await team(boss)
      .getByRole('link', { name: /^On-time performance/ })
      .click()
    await boss.getByRole('button', { name: 'More actions', exact: true }).click()
    await boss.getByRole('menuitem', { name: 'Pin to home page' }).click()
    await boss.getByText('Pinned to the home page of the team.').waitFor()
    const { page } = await come('/', { as: colleague })
    await team(page)
      .getByRole('link', { name: /^On-time performance.*Pinned/ })
      .waitFor()
    const first = page
      .getByRole('main')
      .getByRole('region')
      .filter({ hasText: /dashboards/i })
    expect(await first.evaluateAll((all) => all.map((one) => one.querySelector('h2')?.textContent))).toEqual([
      'Dashboards of the team',
      'Favorite dashboards',
      'Recent dashboards',
    ])
    await expectAccessibleHereAndNarrow(page, { within: 'main' }, (width) =>
      takeScreenshot(page, 'home-colleague', width === 390 ? 'dark' : 'light', width),
    )
  })

  it('finds its favourites and what is recent', async () => {
    const { page } = await come('/')
    await shown(page)
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    await region('Favorite dashboards')
      .getByRole('link', { name: /^On-time performance/ })
      .waitFor()
    await region('Favorite queries')
      .getByRole('link', { name: /^Busiest airports/ })
      .waitFor()
    await region('Recent dashboards')
      .getByRole('link', { name: /^On-time performance/ })
      .waitFor()
    await region('Recent queries')
      .getByRole('link', { name: /^Delays by carrier/ })
      .waitFor()
    await region('Newest queries')
      .getByRole('link', { name: /^Delays by carrier/ })
      .waitFor()
    // every step that can be taken is taken
    expect(await firstSteps(page).count()).toBe(0)
    await expectAccessibleInEveryView(page, (theme, width) => takeScreenshot(page, 'home-team', theme, width))
  })
})
