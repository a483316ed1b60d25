import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDashboard, createDataSource, createQuery } from '#test/factories.ts'
import { ensureWeb } from '../../bin/launcher/web-build.mjs'
import {
  expectAccessible,
  expectAccessibleHereAndNarrow,
  expectAccessibleInBothThemes,
} from './accessible.ts'
import { heights, themes, type Visit, type Visitor, visit, widths } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { takeScreenshots } from './visitors.ts'

let app: AppUnderTest
let url: string
const browser = browserOfFile()
let dataSource: number
let queryId: number
let dashboard: { id: number }
const visitors: Visitor[] = []

beforeAll(async () => {
  ensureWeb()
  app = await appUnderTest()
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { context, member } = app
  const source = await createDataSource(context, { name: 'Flights' })
  dataSource = source.id
  const query = await createQuery(context, {
    data_source_id: dataSource,
    user_id: member.id,
    is_draft: false,
  })
  queryId = query.id
  dashboard = await createDashboard(context, { name: 'Delays', user_id: member.id })
})
afterAll(async () => {
  await app?.close()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeScreenshots(task.name, visitors)
  for (const visitor of visitors.splice(0)) await visitor.leave()
})

async function come(path: string, options: Partial<Visit> = {}): Promise<Visitor> {
  const visitor = await visit(browser(), { url, as: app.member, needs: app.context, ...options })
  visitors.push(visitor)
  await visitor.page.goto(path)
  return visitor
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Help', exact: true })
const frame = (page: Page) => page.frameLocator('iframe[title="Help page"]')
const title = (page: Page) => frame(page).getByRole('heading', { level: 1 })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const helpButton = (page: Page) => navigation(page).getByRole('button', { name: 'Help', exact: true })
const inNewWindow = (page: Page) => drawer(page).getByRole('link', { name: 'Open page in a new window' })

async function openHelp(page: Page, expected: string): Promise<void> {
  await helpButton(page).click()
  await title(page).getByText(expected, { exact: true }).waitFor()
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the menu' }).click()
}

/** What the page has asked for of the help so far. */
function noteRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/help/')) paths.push(pathname)
  })
  return paths
}

describe('the help drawer', () => {
  it('opens beside the page, and goes on Escape; the focus returns', async () => {
    const { page } = await come('/')
    await openHelp(page, 'Home page')
    const box = await drawer(page).boundingBox()
    expect(box).toMatchObject({ x: 1040, width: 400, height: 900 })
    await expect.poll(() => drawer(page).evaluate((one) => one === document.activeElement)).toBe(true)

    // one reads it and goes on working
    await page.getByRole('link', { name: 'Queries', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Queries' }).waitFor()
    const main = await page.getByRole('main').boundingBox()
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(1040)
    expect(await title(page).textContent()).toBe('Home page')

    // asked once more, it tells of the screen that is there now
    await openHelp(page, 'Query list')
    await drawer(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => helpButton(page).evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('opens where one was reading when it was closed', async () => {
    const { page } = await come('/queries')
    await openHelp(page, 'Query list')
    const place = () =>
      frame(page)
        .locator('body')
        .evaluate(() => Math.round(window.scrollY))
    await frame(page)
      .locator('body')
      .evaluate(() => window.scrollTo(0, 300))
    await expect.poll(place).toBe(300)
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await drawer(page).waitFor({ state: 'detached' })
    await openHelp(page, 'Query list')
    await expect.poll(place).toBe(300)

    // another screen begins at the top of its own page
    await page.getByRole('link', { name: 'Dashboards', exact: true }).click()
    await openHelp(page, 'Dashboard list')
    expect(await place()).toBe(0)
  })

  it('goes on Escape within its page as well, but first closes what the search has found', async () => {
    const { page } = await come('/')
    await openHelp(page, 'Home page')
    const field = frame(page).getByRole('searchbox', { name: 'Search the help' })
    await field.fill('dropdown')
    await frame(page)
      .getByRole('link', { name: /^Parameters/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => frame(page).locator('.found').isHidden()).toBe(true)
    expect(await drawer(page).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => helpButton(page).evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('shows the page for each screen', async () => {
    const { page } = await come('/', { as: app.admin })
    const screens = [
      ['/queries/my', 'Query list'],
      [`/queries/${queryId}`, 'Query page'],
      [`/queries/${queryId}/source`, 'Source editor'],
      [`/dashboards/${dashboard.id}-delays?edit`, 'Editing a dashboard'],
      [`/data_sources/${dataSource}`, 'Data sources'],
    ]
    for (const [path = '', expected = ''] of screens) {
      await page.goto(path)
      await openHelp(page, expected)
    }
  })

  it('searches, leads from page to page, and out into a window of its own', async () => {
    const { page, context } = await come('/')
    await openHelp(page, 'Home page')
    await frame(page).getByRole('searchbox', { name: 'Search the help' }).fill('median quartile')
    await frame(page)
      .getByRole('link', { name: /^Box plot/ })
      .first()
      .click()
    await title(page).getByText('Box plot', { exact: true }).waitFor()
    await expect.poll(() => inNewWindow(page).getAttribute('href')).toMatch(/^\/help\/box-plot/)
    const [opened] = await Promise.all([context.waitForEvent('page'), inNewWindow(page).click()])
    await opened.getByRole('heading', { level: 1, name: 'Box plot' }).waitFor()
    await opened.close()

    await frame(page).getByRole('searchbox', { name: 'Search the help' }).fill('xyzzy')
    await frame(page).getByText('Nothing found.', { exact: true }).waitFor()

    // links into the product lead the page, not the frame
    await drawer(page).getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await title(page).getByText('Keyboard shortcuts', { exact: true }).waitFor()
    await frame(page).getByRole('searchbox', { name: 'Search the help' }).fill('snippets')
    await frame(page)
      .getByRole('link', { name: /^Query snippets/ })
      .first()
      .click()
    await frame(page).locator('main').getByRole('link', { name: 'Query snippets' }).click()
    await page.getByRole('heading', { level: 1, name: 'Query Snippets' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/query_snippets')
    await expect.poll(() => drawer(page).count()).toBe(0)
  })

  it('follows the theme that is chosen in the meantime', async () => {
    const { page } = await come('/users/me')
    await openHelp(page, 'Your account')
    const scheme = () => frame(page).locator('html').getAttribute('data-mantine-color-scheme')
    expect(await scheme()).toBe('light')
    await page.getByRole('main').getByText('Dark', { exact: true }).click()
    await expect.poll(scheme).toBe('dark')
  })

  it('sends no request before 300 ms have passed', async () => {
    const { page } = await come('/')
    await openHelp(page, 'Home page')
    await page.keyboard.press('Escape')
    const requests = noteRequests(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await helpButton(page).click()
    await drawer(page).getByText('Loading the help…').waitFor({ state: 'attached' })
    await page.clock.runFor(250)
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await drawer(page).waitFor({ state: 'detached' })
    await page.clock.runFor(1000)
    expect(requests).toEqual([])
    await helpButton(page).click()
    await page.clock.runFor(300)
    await expect.poll(() => requests[0]).toBe('/help/home')
  })
})

describe('when the help does not come', () => {
  it('says so, with a way into a window of its own, and another attempt', async () => {
    const { page, context } = await come('/')
    await page.route('**/help/home', (route) => route.abort())
    await helpButton(page).click()
    await drawer(page).getByRole('alert').getByText('Something went wrong.', { exact: true }).waitFor()
    await expectAccessible(page, { within: '[role="dialog"]' })

    await page.unroute('**/help/home')
    const link = drawer(page).getByRole('link', { name: 'Open the page in a new window' })
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
    await opened.getByRole('heading', { level: 1, name: 'Home page' }).waitFor()
    await opened.close()
    await drawer(page).getByRole('button', { name: 'Try again' }).click()
    await title(page).getByText('Home page', { exact: true }).waitFor()
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await drawer(page).waitFor({ state: 'detached' })
  })

  it('takes what is no page of the help for a failure', async () => {
    const { page, expectRefusal } = await come('/')
    expectRefusal(502, /help\/home/)
    await page.route('**/help/home', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await helpButton(page).click()
    await drawer(page).getByText('Something went wrong.', { exact: true }).waitFor()
  })

  it('gives up after 20 seconds', async () => {
    const { page } = await come('/')
    const held: (() => void)[] = []
    await page.route(
      '**/help/home',
      (route) => new Promise<void>((free) => held.push(() => free(route.abort()))),
    )
    await page.clock.install()
    await helpButton(page).click()
    await expect.poll(() => held.length).toBe(1)
    await page.clock.fastForward(19_000)
    expect(await drawer(page).getByText('Loading the help…').count()).toBe(1)
    await page.clock.fastForward(2_000)
    await drawer(page).getByText('Something went wrong.', { exact: true }).waitFor()
    for (const free of held) free()
  })
})

describe('a question mark in a dialog', () => {
  it('opens the page about it, above the dialog, which stays', async () => {
    const { page } = await come(`/queries/${queryId}`)
    await page
      .getByRole('button', { name: /^Refresh Schedule/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Refresh Schedule' })
    const trigger = dialog.getByRole('button', { name: 'Help on schedules' })
    await trigger.click()
    await title(page).getByText('Refresh schedules', { exact: true }).waitFor()
    // the hint of the button goes
    await page.mouse.move(0, 0)
    await expectAccessible(page, { within: '[role="dialog"]' })
    await expect.poll(() => drawer(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await expect.poll(() => trigger.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('stands at the editor, at parameters and at data sources too', async () => {
    const { page } = await come(`/queries/${queryId}/source`, { as: app.admin })
    await page.getByRole('button', { name: 'Help on the editor' }).click()
    await title(page).getByText('Source editor', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add New Parameter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Parameter' })
    await dialog.getByRole('button', { name: 'Help on parameters' }).click()
    await title(page).getByText('Parameters', { exact: true }).waitFor()
    await page.goto(`/data_sources/${dataSource}`)
    await page.getByRole('button', { name: 'Help on data sources' }).click()
    await title(page).getByText('Data sources', { exact: true }).waitFor()
  })
})

it.each(widths)('the drawer is accessible, %i wide', async (width) => {
  const { page } = await come('/queries', { width })
  if (width === 390) await openMenu(page)
  await openHelp(page, 'Query list')
  await expectAccessibleInBothThemes(
    page,
    (theme) =>
      frame(page).locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' }),
    { within: '[role="dialog"]' },
  )
  const box = await drawer(page).boundingBox()
  expect(box).toMatchObject(width === 390 ? { x: 0, width: 390 } : { x: 1040, width: 400 })
  const overflow = await frame(page)
    .locator('html')
    .evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow).toBe(0)
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await drawer(page).waitFor({ state: 'detached' })
  const opener = width === 390 ? page.getByRole('button', { name: 'Open the menu' }) : helpButton(page)
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
})

it('pages of the help in a window of their own are accessible', async () => {
  const { page, expectRefusal } = await come('/help/')
  expectRefusal(404, /\/help\/nowhere/)
  const all = await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').all()
  const addresses = await Promise.all(all.map((link) => link.getAttribute('href')))
  const pages = addresses.filter((address) => address?.startsWith('/help/'))
  expect(pages.length).toBeGreaterThan(30)
  const views = themes.flatMap((theme) => widths.map((width) => ({ theme, width })))
  // each view is that of a fourth of the pages: all have the same colors and frame
  for (const [at, path] of pages.entries()) {
    const { theme = 'light', width = 1440 } = views[at % views.length] ?? {}
    await page.setViewportSize({ width, height: heights[width] })
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(path ?? '')
    await expectAccessible(page)
    expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe(theme)
  }
  await page.setViewportSize({ width: 1440, height: heights[1440] })
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of ['/help/search?q=chart', '/help/nowhere']) {
    await page.goto(path)
    await expectAccessibleHereAndNarrow(page)
  }
})

it('the help works without script', async () => {
  const context = await browser().newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/help/')
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('latitude')
  await page.getByRole('searchbox', { name: 'Search the help' }).press('Enter')
  await page.getByText('1 page has these words.', { exact: true }).waitFor()
  await page.locator('main').getByRole('link', { name: /^Maps/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Maps' }).waitFor()
  await page.getByRole('link', { name: /^Next/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Cohort, funnel, sankey, sunburst' }).waitFor()
  await context.close()
})
