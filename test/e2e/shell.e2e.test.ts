import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import {
  expectAccessible,
  expectAccessibleHereAndNarrow,
  expectAccessibleInBothThemes,
} from './accessible.ts'
import { heights, widths } from './browser.ts'
import { queryPage } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { goWithin, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

let query: number
let dashboard: number
beforeAll(async () => {
  const stored = await storeQuery(sextant(), sextant().admin, {
    name: 'Flights by airport',
    query: 'select origin, count(*) as flights from flights group by origin',
  })
  query = stored.id
  const chart = await createVisualization(sextant(), {
    ...{ query_id: query, type: 'CHART', name: 'Departures' },
    options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y' } },
  })
  const { id } = await createDashboard(sextant(), { name: 'Airports', user_id: sextant().admin.id })
  dashboard = id
  await createWidget(sextant(), { dashboard_id: id, visualization_id: chart.id })
  await createWidget(sextant(), {
    dashboard_id: id,
    text: `[inside](/queries/${query}?p_x=1#table), [list](${sextant().url}/queries/my), [out](https://other.example/), [key](/login)`,
  })
  const { page, query: ran } = await come(`/queries/${query}`, { as: sextant().admin })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await ran.table.waitFor()
})

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

describe('the menus', () => {
  it('of wide screens work by keyboard', async () => {
    const { page } = await come('/queries')
    await main(page).getByRole('button', { name: 'Create' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'New Query' }).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      ...['New Query', 'New Dashboard', 'New Alert'],
    ])
    await expectAccessibleInBothThemes(page, undefined, { within: '[role="menu"]' })
    await walkTo(page, 'New Dashboard')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New Dashboard' })
    await dialog.waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.keyboard.type('   ')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await main(page).getByRole('button', { name: sextant().member.name }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^Version: /).waitFor()
    await walkTo(page, 'Profile')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/users/me')
  })

  it('of wide screens fold to icons that are named, and stay so', async () => {
    const { page } = await come('/queries')
    await main(page).getByRole('button', { name: 'Collapse' }).press('Enter')
    const expand = main(page).getByRole('button', { name: 'Expand the navigation' })
    await expand.waitFor()
    await expect.poll(() => expand.evaluate((button) => button === document.activeElement)).toBe(true)
    await main(page).getByRole('link', { name: 'Dashboards' }).hover()
    const name = page.getByRole('tooltip', { name: 'Dashboards' })
    await name.waitFor()
    await page.mouse.move(700, 500)
    await name.waitFor({ state: 'detached' })
    await expectAccessibleInBothThemes(page, undefined, { within: 'nav' })
    await page.reload()
    await main(page).getByRole('button', { name: 'Create' }).press('Enter')
    await page.getByRole('menuitem', { name: 'New Query' }).waitFor()
    await page.keyboard.press('Escape')
    await expand.press('Enter')
    await main(page).getByRole('button', { name: 'Collapse' }).waitFor()
    await main(page).getByRole('link', { name: 'Dashboards' }).hover()
    expect(await page.getByRole('tooltip').count()).toBe(0)
  })

  it('of narrow screens work by keyboard', async () => {
    const { page } = await come('/', { width: 390 })
    await page.getByRole('button', { name: 'Open the menu' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^Version: /).waitFor()
    const links = await main(page).getByRole('link').allTextContents()
    expect(links).toEqual([
      ...['New Query', 'New Alert', 'Dashboards', 'Queries', 'Alerts', 'Settings'],
      ...['Edit Profile', 'Log out'],
    ])
    expect(await main(page).getByRole('button').allTextContents()).toEqual(['New Dashboard', 'Help'])
    await main(page).getByRole('link', { name: 'Edit Profile' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/users/me')
    await main(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.keyboard.press('Escape')
    await main(page).waitFor({ state: 'detached' })
  })

  it('tell administrators about a new version, also where they are narrow', async () => {
    const { page } = await come('about:blank', { as: sextant().admin })
    await page.route('**/api/session', async (route) => {
      const reply = await route.fetch()
      const session = await reply.json()
      Object.assign(session.client_config, { newVersionAvailable: true, newestVersion: '9.8.7' })
      await route.fulfill({ response: reply, json: session })
    })
    await page.goto('/queries/my')
    const told = page.getByText('A new version is available: 9.8.7')
    await main(page).getByRole('button', { name: sextant().admin.name }).click()
    await told.waitFor()
    await expectAccessibleInBothThemes(page, undefined, { within: '[role="menu"]' })
    await page.keyboard.press('Escape')
    await told.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: heights[390] })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await told.waitFor()
    await expectAccessibleInBothThemes(page, undefined, { within: '[role="dialog"]' })
  })
})

/** Down the menu, until the entry has the focus. */
async function walkTo(page: Page, entry: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return page.evaluate(() => document.activeElement?.textContent)
    })
    .toBe(entry)
}

describe('links in what people write', () => {
  it('lead to our own pages without loading the application again', async () => {
    const { page, context } = await come(`/dashboards/${dashboard}`)
    const link = (name: string) => page.getByRole('article', { name: 'Text box' }).getByRole('link', { name })
    await link('inside').waitFor()
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const isSame = () => page.evaluate(() => 'isSameDocument' in window)

    const opened = context.waitForEvent('page')
    await link('inside').click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    // the page of the query drops the parameter, which its text does not have
    await tab.waitForURL(new RegExp(`/queries/${query}(\\?p_x=1)?#table$`))
    await tab.close()

    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await link('inside').click()
    await expect.poll(() => visited).toContain(`${sextant().url}/queries/${query}?p_x=1#table`)
    expect(await isSame()).toBe(true)
    await page.goBack()
    await link('list').click()
    await page.waitForURL('**/queries/my')
    expect(await isSame()).toBe(true)
    await page.goBack()
    await link('key').click()
    await page.waitForURL('**/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await isSame()).toBe(false)

    await page.goto(`/dashboards/${dashboard}`)
    const asked = page.waitForRequest('https://other.example/')
    await link('out').click()
    await asked
  })
})

describe('the error page', () => {
  it('stands for a page that could not be drawn', async () => {
    const guest = await come('about:blank')
    const { page } = guest
    await page.route(`**/api/queries/${query}`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), tags: 5 } })
    })
    guest.expectError(/is not a function|not iterable/)
    await page.goto(`/queries/${query}`)
    await page
      .getByRole('alert')
      .getByText(
        'It seems like we encountered an error. Try refreshing this page or contact your administrator.',
      )
      .waitFor()
    await expectAccessibleHereAndNarrow(page, { within: 'main' })
    expect(await page.title()).toBe('Error · Sextant')
    await page.unroute(`**/api/queries/${query}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await queryPage(page).table.waitFor()
    expect(await page.title()).toBe('Flights by airport · Sextant')
  })
})

it('every page has its title', async () => {
  const { page } = await come('/', { as: sextant().admin })
  // pages with the same title are apart, so that each has to set its own
  const titles: Record<string, string> = {
    '/': 'Sextant',
    [`/queries/${query}/source`]: 'Flights by airport · Sextant',
    '/queries': 'Queries · Sextant',
    '/queries/my': 'My Queries · Sextant',
    '/queries/favorites': 'Favorite Queries · Sextant',
    '/queries/archive': 'Archived Queries · Sextant',
    '/queries/new': 'New Query · Sextant',
    [`/queries/${query}`]: 'Flights by airport · Sextant',
    '/dashboards': 'Dashboards · Sextant',
    '/dashboards/my': 'My Dashboards · Sextant',
    '/dashboards/favorites': 'Favorite Dashboards · Sextant',
    [`/dashboards/${dashboard}`]: 'Airports · Sextant',
    '/data_sources': 'Data Sources · Sextant',
    '/data_sources/new': 'New Data Source · Sextant',
    [`/data_sources/${sextant().dataSource}`]: 'Flights · Sextant',
    '/query_snippets': 'Query Snippets · Sextant',
    '/users/me': 'Account · Sextant',
    '/query_snippets/new': 'Query Snippets · Sextant',
    '/nowhere': 'Error · Sextant',
  }
  for (const [path, title] of Object.entries(titles)) {
    await goWithin(page, path)
    await expect.poll(() => page.title(), { message: path }).toBe(title)
  }
})

describe('from right to left', () => {
  const rightToLeft = async (path: string) => {
    const guest = await come('about:blank', { as: sextant().admin })
    await guest.page.addInitScript(() => localStorage.setItem('localOptions:direction', 'rtl'))
    await guest.page.goto(path)
    await expect.poll(() => guest.page.getAttribute('html', 'dir')).toBe('rtl')
    return guest
  }

  it('no screen is wider than the window, and the navigation is at the right', async () => {
    const { page } = await rightToLeft('/')
    // pages with the same title are apart: the title says that the page is another one
    const shown = [
      ['/', /^Sextant/, page.getByRole('heading', { name: 'Newest queries' })],
      ['/queries', /^Queries/, page.getByRole('table')],
      [`/queries/${query}`, /^Flights/, queryPage(page).table],
      ['/dashboards', /^Dashboards/, page.getByRole('table')],
      [`/queries/${query}/source`, /^Flights/, queryPage(page).editor],
      [`/dashboards/${dashboard}`, /^Airports/, page.getByRole('img', { name: /chart/ }).first()],
      ['/data_sources', /^Data Sources/, page.getByRole('main').getByRole('listitem').first()],
      ['/users/me', /^Account/, page.getByRole('heading', { level: 1 })],
    ] as const
    for (const [path, title, what] of shown) {
      await page.setViewportSize({ width: 1440, height: heights[1440] })
      await goWithin(page, path)
      await expect.poll(() => page.title(), { message: path }).toMatch(title)
      for (const width of widths) {
        await page.setViewportSize({ width, height: heights[width] })
        await what.waitFor()
        await expect.poll(() => isTooWide(page), { message: path }).toBe(0)
        const rightEnd = async () => {
          const { x, width: ofNav } = await boxOf(page, width)
          return width === 1440 ? Math.round(x + ofNav) : x
        }
        if (width === 1440) await expect.poll(rightEnd, { message: path }).toBe(1440)
        else await expect.poll(rightEnd, { message: path }).toBeGreaterThan(195)
      }
    }
    await expectAccessible(page)
  })

  it('what people and databases wrote keeps its direction', async () => {
    const { id } = await storeQuery(sextant(), sextant().admin, {
      name: 'C++ (neg) -5!',
      query: "select -5 as number, '/tmp/a/' as path",
    })
    const { page } = await rightToLeft(`/queries/${id}`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    for (const text of ['-5', '/tmp/a/'])
      await page.getByRole('gridcell', { name: text, exact: true }).waitFor()
    for (const text of ['-5', '/tmp/a/', 'C++ (neg) -5!']) expect(await orderOf(page, text), text).toBe(text)
  })
})

/** The letters of a text of the page as they stand from left to right. */
function orderOf(page: Page, text: string): Promise<string> {
  return page.evaluate((wanted) => {
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node.textContent?.trim() !== wanted || node.parentElement?.checkVisibility() !== true) continue
      const start = node.textContent.indexOf(wanted)
      const leftOf = (at: number) => {
        const range = document.createRange()
        range.setStart(node, start + at)
        range.setEnd(node, start + at + 1)
        return range.getBoundingClientRect().left
      }
      const places = [...wanted].map((letter, at) => ({ letter, left: leftOf(at) }))
      return places
        .sort((one, other) => one.left - other.left)
        .map(({ letter }) => letter)
        .join('')
    }
    return 'not shown'
  }, text)
}

/** The navbar, or the button that opens the menu. */
async function boxOf(page: Page, width: number) {
  const place = width === 390 ? page.getByRole('button', { name: 'Open the menu' }) : main(page)
  const box = await place.boundingBox()
  if (box === null) throw new Error('The navigation is not shown.')
  return box
}

/** By how much the document can be scrolled sideways; its beginning is at the right. */
function isTooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
