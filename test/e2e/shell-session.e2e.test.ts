import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectAccessible,
  expectAccessibleHereAndNarrow,
  expectAccessibleInBothThemes,
  expectAccessibleInEveryView,
} from './accessible.ts'
import { type Gate, gateIn } from './gate.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { type Guest, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (name: string, query = 'select 7 as seven') =>
  storeQuery(sextant(), sextant().member, { name, query })

const endSessions = () =>
  sextant().db.deleteFrom('sessions').where('user_id', '=', sextant().member.id).execute()

const expired = (page: Page) => page.getByRole('dialog', { name: 'Session expired' })

async function fillLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Presses Login in the dialog, and signs in in the window that opens. */
async function restore({ page, context }: Guest, as = sextant().member): Promise<void> {
  const opened = context.waitForEvent('page')
  await expired(page).getByRole('button', { name: 'Login' }).click()
  const popup = await opened
  expect(await popup.evaluate(() => [window.name, window.innerWidth, window.innerHeight])).toEqual([
    'Restore Session',
    640,
    640,
  ])
  const closed = popup.waitForEvent('close')
  await fillLogin(popup, as)
  await closed
}

async function openNewDashboard(page: Page, name: string) {
  await page.getByRole('main').getByRole('button', { name: 'New Dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Dashboard' })
  await dialog.getByPlaceholder('Dashboard Name').fill(name)
  return dialog
}

const stored = (id: number) =>
  sextant().db.selectFrom('queries').select(['name', 'query_text']).where('id', '=', id).executeTakeFirst()

const dashboardsNamed = (name: string) =>
  sextant().db.selectFrom('dashboards').select('user_id').where('name', '=', name).execute()

describe('a session that has ended while a user types', () => {
  it('holds what was asked for, and repeats it once the popup has signed in', async () => {
    const { id } = await store('Half written')
    const guest = await come(`/queries/${id}/source`)
    const { page, query } = guest
    await query.write('select 9 as unsaved')
    await endSessions()
    guest.expectRefusal(401, /\/api\//)
    const refused = new Set<string>()
    page.on('response', (reply) => {
      if (reply.status() === 401) refused.add(new URL(reply.url()).pathname)
    })
    await page.keyboard.press('ControlOrMeta+s')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expired(page).waitFor()
    await expect
      .poll(() => [...refused])
      .toEqual(expect.arrayContaining([`/api/queries/${id}`, '/api/query_results']))
    expect(await page.getByRole('dialog').count()).toBe(1)
    await restore(guest)
    await expired(page).waitFor({ state: 'detached' })
    await page.getByText('Query saved').first().waitFor()
    await query.table.getByText('9', { exact: true }).waitFor()
    await expect.poll(() => query.save.textContent()).toBe('Save')
    expect(await query.editor.textContent()).toBe('select 9 as unsaved')
    expect(await stored(id)).toMatchObject({ query_text: 'select 9 as unsaved' })
  })

  it('keeps what stands in a dialog, and in a name', async () => {
    const { id } = await store('Old name')
    const guest = await come('/dashboards')
    const { page, query } = guest
    const dialog = await openNewDashboard(page, '  Kept while away ')
    await endSessions()
    guest.expectRefusal(401, /\/api\//)
    await page.keyboard.press('Enter')
    await expired(page).waitFor()
    await restore(guest)
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/\/dashboards\/\d+-kept-while-away\?edit/)
    expect(await dashboardsNamed('Kept while away')).toHaveLength(1)

    await page.goto(`/queries/${id}`)
    await query.name.getByRole('button').waitFor()
    await endSessions()
    await query.rename('New name')
    await expired(page).waitFor()
    await restore(guest)
    await expect.poll(() => query.name.textContent()).toBe('New name')
  })

  it('goes on by itself when the user logs in in another window', async () => {
    const guest = await come('/dashboards')
    const { page, context } = guest
    await openNewDashboard(page, 'From another window')
    await endSessions()
    guest.expectRefusal(401, /\/api\//)
    await page.keyboard.press('Enter')
    await expired(page).waitFor()
    const other = await context.newPage()
    await other.goto('/login')
    await fillLogin(other, sextant().member)
    await other.getByRole('heading', { name: 'Home' }).waitFor()
    await page.waitForURL(/from-another-window/)
    expect(await expired(page).count()).toBe(0)
  })

  it('stays in the dialog while the popup is closed, or blocked', async () => {
    const guest = await come('/dashboards')
    const { page, context } = guest
    await openNewDashboard(page, 'Patience')
    await endSessions()
    guest.expectRefusal(401, /\/api\//)
    await page.keyboard.press('Enter')
    await expired(page).getByText('Your session has expired. Please login to continue.').waitFor()
    const opened = context.waitForEvent('page')
    await expired(page).getByRole('button', { name: 'Login' }).click()
    await (await opened).close()
    await page.bringToFront()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await expired(page).isVisible()).toBe(true)
    await page.evaluate(() => {
      window.open = () => null
    })
    await expired(page).getByRole('button', { name: 'Login' }).click()
    await expired(page).getByRole('alert').getByText('The browser blocked the login window.').waitFor()
    await expectAccessibleInEveryView(page, undefined, { within: '[role="dialog"]' })
    expect(await dashboardsNamed('Patience')).toEqual([])
  })

  it('mixes nobody up: another user makes the page load again', async () => {
    const guest = await come('/dashboards')
    const { page } = guest
    await openNewDashboard(page, 'Not mine')
    await endSessions()
    guest.expectRefusal(401, /\/api\//)
    await page.keyboard.press('Enter')
    await expired(page).waitFor()
    const loaded = page.waitForEvent('load')
    await restore(guest, sextant().outsider)
    await loaded
    await page.getByRole('navigation', { name: 'Main' }).getByText(sextant().outsider.name).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await dashboardsNamed('Not mine')).toEqual([])
  })
})

describe('another user in the same browser', () => {
  it('stops the pages of the first one', async () => {
    const guest = await come('/dashboards')
    const { page, context } = guest
    await page.getByRole('main').getByRole('button', { name: 'New Dashboard' }).waitFor()
    await logInElsewhere(context)
    const dialog = page.getByRole('dialog', { name: 'Another user has logged in' })
    await dialog.waitFor()
    await expectAccessibleInBothThemes(page, undefined, { within: '[role="dialog"]' })
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByText(sextant().viewer.name).waitFor()
    expect(await dialog.count()).toBe(0)
  })

  async function logInElsewhere(context: BrowserContext): Promise<void> {
    const other = await context.newPage()
    await other.goto('/logout')
    await fillLogin(other, sextant().viewer)
    await other.getByRole('heading', { name: 'Home' }).waitFor()
  }
})

it('a token that is stale is renewed, and the save repeated', async () => {
  const { id } = await store('Long open')
  const guest = await come(`/queries/${id}`)
  const { page, query } = guest
  await query.name.getByRole('button').waitFor()
  // any answer renews the cookie in time, so the token goes stale on its way
  let isStale = true
  await page.route(`**/api/queries/${id}`, (route) => {
    const request = route.request()
    if (request.method() !== 'POST' || !isStale) return route.continue()
    isStale = false
    return route.continue({ headers: { ...request.headers(), 'x-csrf-token': 'stale' } })
  })
  guest.expectRefusal(400, new RegExp(`/api/queries/${id}$`))
  const renewed = page.waitForResponse('**/ping')
  await query.rename('Renamed after all')
  expect((await renewed).status()).toBe(200)
  await expect.poll(() => query.name.textContent()).toBe('Renamed after all')
  expect(await stored(id)).toMatchObject({ name: 'Renamed after all' })
})

describe('without a connection', () => {
  it('says so, waits with what is asked for, and goes on', async () => {
    const [wanted, another] = ['Found when back', 'Another one']
    await store(wanted)
    await store(another)
    const guest = await come('/queries')
    const { page, context } = guest
    await page.getByRole('link', { name: another }).waitFor()
    guest.expectUnreachable()
    await context.setOffline(true)
    const notice = page.getByText('Please check your Internet connection.')
    await notice.waitFor()
    await expectAccessibleHereAndNarrow(page)
    await page.getByRole('main').getByRole('searchbox').fill(wanted)
    await context.setOffline(false)
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: another }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: wanted }).waitFor()
  })

  it('a part of the page that is not loaded yet comes when it is back', async () => {
    const { id } = await store('Typed offline')
    const guest = await come(`/queries/${id}/source`)
    const { page, query, context } = guest
    await query.write('select 10 as typed')
    guest.expectUnreachable()
    await context.setOffline(true)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByText('Please check your Internet connection.').waitFor()
    await context.setOffline(false)
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    expect(await stylesOf(page, 'command-palette')).toBe(1)
    await page.keyboard.press('Escape')
    expect(await query.editor.textContent()).toBe('select 10 as typed')
  })

  it('a part whose style sheet fails once is drawn with it', async () => {
    const guest = await come('/queries')
    guest.expectError(/net::ERR_CONNECTION_RESET/)
    await guest.page.route('**/assets/help-drawer-*.css', (route) => route.abort('connectionreset'), {
      times: 1,
    })
    await guest.page.getByRole('button', { name: 'Help', exact: true }).click()
    await guest.page.getByRole('dialog').waitFor()
    expect(await stylesOf(guest.page, 'help-drawer')).toBe(1)
  })

  /** How many style sheets of a part have come. */
  function stylesOf(page: Page, part: string): Promise<number> {
    return page.evaluate(
      (name) => [...document.styleSheets].filter(({ href }) => href?.includes(`/${name}-`)).length,
      part,
    )
  }
})

describe('after an upgrade', () => {
  const gone = (page: Page, file: string) =>
    page.route(`**/assets/${file}-*.js`, (route) => route.fulfill({ status: 404, body: 'Not found' }))

  it('a page says that it needs to be loaded again, and loses nothing', async () => {
    const { id } = await store('Typed before')
    const guest = await come(`/queries/${id}/source`)
    const { page, query } = guest
    await query.write('select 11 as typed')
    await gone(page, 'command-palette')
    guest.expectRefusal(404, /command-palette/)
    await page.keyboard.press('ControlOrMeta+k')
    const notice = page.getByRole('status').filter({ hasText: 'A new version was installed' })
    await notice.getByText('Save what you are working on, then reload the page.').waitFor()
    // and nobody waits for it any more
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor({ state: 'detached' })
    await expectAccessibleInBothThemes(page)
    expect(await query.editor.textContent()).toBe('select 11 as typed')
    await query.editor.click()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Query saved').first().waitFor()
    await page.unroute('**/assets/command-palette-*.js')
    await notice.getByRole('button', { name: 'Reload' }).click()
    await query.editor.getByText('select 11 as typed').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  })

  it('a page that is opened is loaded again by itself; one that stays away says so', async () => {
    const guest = await come('/queries')
    const { page } = guest
    const dashboards = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Dashboards' })
    await dashboards.waitFor()
    await gone(page, 'dashboards-list-page')
    guest.expectRefusal(404, /dashboards-list-page/)
    const loaded = page.waitForEvent('load')
    await dashboards.click()
    await loaded
    const said = page.getByRole('alert').getByText('A new version was installed. Reload the page to go on.')
    await said.waitFor()
    await expectAccessibleInBothThemes(page, undefined, { within: 'main' })
    await page.unroute('**/assets/dashboards-list-page-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Dashboards' }).waitFor()
  })

  it('an application that cannot start says so', async () => {
    const guest = await come('/login', { as: undefined })
    const { page } = guest
    await gone(page, 'index')
    guest.expectRefusal(404, /assets\/index-/)
    await fillLogin(page, sextant().member)
    await page
      .getByRole('alert')
      .getByText(
        'It seems like we encountered an error. Try refreshing this page or contact your administrator.',
      )
      .waitFor()
    await expectAccessible(page)
    await page.unroute('**/assets/index-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  })
})

describe('the end of a run', () => {
  let slow: number
  let gate: Gate
  beforeAll(async () => {
    gate = await gateIn(sextant().flightsUrl)
    slow = (await store('Slow one', `select ${gate.waits}, 1 as done`)).id
  })
  afterAll(() => gate?.end())

  it('is told on the desktop to those who wish it and look elsewhere', async () => {
    const guest = await come('about:blank')
    const { page, context, query } = guest
    await context.grantPermissions(['notifications'], { origin: sextant().url })
    await page.addInitScript(() => {
      const shown: string[] = []
      Object.assign(window, { shown })
      // without a screen Chromium knows of no permission, until it is asked for it
      const OfChromium = window.Notification
      window.Notification = class extends OfChromium {
        static override get permission(): NotificationPermission {
          return sessionStorage.getItem('granted') === 'granted' ? 'granted' : 'default'
        }
        static override async requestPermission(): Promise<NotificationPermission> {
          const answer = await OfChromium.requestPermission()
          sessionStorage.setItem('granted', answer)
          return answer
        }
        constructor(text: string, options?: NotificationOptions) {
          super(text, options)
          shown.push(text)
        }
      }
      // playwright lets every page believe that it is in front
      document.hasFocus = () => false
    })
    await page.goto(`/queries/${slow}`)
    const profile = page.getByRole('navigation', { name: 'Main' }).getByText(sextant().member.name)
    await profile.click()
    const choice = page.getByRole('menuitemcheckbox', { name: 'Notify me when a run ends' })
    expect(await choice.getAttribute('aria-checked')).toBe('false')
    await page.keyboard.press('Escape')
    const run = async () => {
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await query.cancel.waitFor()
      await gate.open()
      await query.cancel.waitFor({ state: 'detached' })
      await gate.close()
    }
    await run()
    expect(await page.evaluate('shown')).toEqual([])
    await profile.click()
    await choice.click()
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Escape')
    await run()
    await expect.poll(() => page.evaluate('shown')).toEqual(['Slow one updated.'])
    await sextant()
      .db.updateTable('queries')
      .set({ query_text: 'select nothing' })
      .where('id', '=', slow)
      .execute()
    await page.reload()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect
      .poll(() => page.evaluate('shown'))
      .toEqual([expect.stringMatching(/^Slow one failed to run: .*nothing/)])
  })
})
