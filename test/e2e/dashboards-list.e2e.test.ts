import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createDashboard,
  createGroup,
  createQuery,
  createUser,
  createVisualization,
  createWidget,
  type TestUser,
} from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
const patience = { timeout: 15_000 }
const all = ['Draft of plans', 'Delays overview', 'Airports at a glance']
/** sees lists and makes nothing */
let reader: TestUser
/** in the group `default`, with no dashboard */
let beginner: TestUser

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const names = (page: Page) => page.locator('tbody [data-row-link]').allTextContents()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search dashboards' })
const tag = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Tags' }).getByRole('button', { name })
const showsRows = (page: Page, wanted: string[]) => expect.poll(() => names(page), patience).toEqual(wanted)
const newDashboard = (page: Page) => page.getByRole('dialog', { name: 'New Dashboard' })

beforeAll(async () => {
  const { member, admin, organization } = sextant()
  const { id: query } = await createQuery(sextant(), { data_source_id: sextant().dataSource })
  const { id: visualization } = await createVisualization(sextant(), { query_id: query })
  const store = async (name: string, more: Parameters<typeof createDashboard>[1] = {}) => {
    const { id } = await createDashboard(sextant(), { name, user_id: member.id, ...more })
    await createWidget(sextant(), { dashboard_id: id, visualization_id: visualization })
  }
  await store('Airports at a glance', { tags: ['daily', 'airports'] })
  await store('Delays overview', { tags: ['daily'], user_id: admin.id })
  await store('Draft of plans', { is_draft: true })
  await store('Put away', { is_archived: true, tags: ['daily'] })
  await store('Draft of the admin', { is_draft: true, user_id: admin.id })
  const readers = await createGroup(sextant(), {
    name: 'readers',
    permissions: ['list_dashboards', 'view_query'],
  })
  reader = await createUser(sextant(), { name: 'Reader', groups: [readers] })
  beginner = await createUser(sextant(), { name: 'Beginner', groups: [organization.defaultGroup] })
})

describe('the lists of dashboards', () => {
  it('search as one types, filter by tags, order, and keep it all in the address', async () => {
    const { page } = await come('/dashboards')
    await showsRows(page, all)
    expect(await rows(page).first().textContent()).toContain('Unpublished')

    await search(page).fill('overV')
    await showsRows(page, ['Delays overview'])
    expect(new URL(page.url()).search).toBe('?q=overV')
    await search(page).fill('nothing like it')
    await page.getByText("Sorry, we couldn't find anything", { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear search and tags' }).click()
    await showsRows(page, all)

    await tag(page, /^daily 2$/).click()
    await showsRows(page, ['Delays overview', 'Airports at a glance'])
    await page.getByRole('button', { name: 'Show dashboards tagged airports' }).click()
    await showsRows(page, ['Airports at a glance'])
    expect(new URL(page.url()).searchParams.getAll('tags')).toEqual(['daily', 'airports'])
    // no tooltip of what happens to be under the pointer
    await page.mouse.move(1, 1)
    await expectAccessible(page)
    await page.goBack()
    await showsRows(page, ['Delays overview', 'Airports at a glance'])

    await page.getByRole('button', { name: 'Name' }).click()
    await showsRows(page, ['Airports at a glance', 'Delays overview'])
    await page.reload()
    await showsRows(page, ['Airports at a glance', 'Delays overview'])
    expect(await tag(page, /^daily/).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Created At' }).click()
    await showsRows(page, ['Delays overview', 'Airports at a glance'])
    expect(await page.getByRole('columnheader', { name: 'Created At' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    // the server has no order for it
    expect(await page.getByRole('button', { name: 'Created By' }).count()).toBe(0)
  })

  it('say that no dashboard has the tags, and lead through many pages', async () => {
    const { page } = await come('/dashboards?tags=airports&tags=gone')
    await page.getByText('No dashboards are tagged airports and gone.').waitFor()
    await tag(page, /^gone/).click()
    await showsRows(page, ['Airports at a glance'])
    await page.goto('/dashboards?page_size=2')
    await showsRows(page, all.slice(0, 2))
    await page.goto('/dashboards?page_size=2&page=2')
    await showsRows(page, all.slice(2))
  })

  it('list own ones apart, and nothing of what others have', async () => {
    const { page } = await come('/dashboards')
    await showsRows(page, all)
    await page.getByRole('link', { name: 'My Dashboards' }).click()
    await page.waitForURL('**/dashboards/my')
    await showsRows(page, ['Draft of plans', 'Airports at a glance'])
    const { page: other } = await come('/dashboards', { as: sextant().outsider })
    await other.getByText('There are no dashboards yet.').waitFor()
    await other.getByRole('button', { name: 'Create your first dashboard' }).waitFor()
  })

  it('are walked by keyboard', async () => {
    const { page } = await come('/dashboards')
    await rows(page).first().waitFor()
    await search(page).focus()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(all[0])
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(all[1])
    await page.keyboard.press('End')
    await expect.poll(focused).toBe(all[2])
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboards\/\d+-draft-of-plans$/)
    await page.getByRole('heading', { level: 1, name: 'Draft of plans' }).waitFor()
  })

  it('mark favourites with a star, which is the same everywhere', async () => {
    const { page, expectRefusal } = await come('/dashboards/favorites')
    await page.getByText('Mark dashboards as Favorite to list them here', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show all dashboards' }).click()
    const star = page.getByRole('button', { name: 'Favorite: Delays overview' })
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('true')
    await page.getByRole('link', { name: 'Favorites' }).click()
    await showsRows(page, ['Delays overview'])
    await page.getByRole('columnheader', { name: 'Starred' }).waitFor()
    // no tooltip of what happens to be under the pointer
    await page.mouse.move(1, 1)
    await expectAccessible(page)

    await page.goto('/')
    const favorites = page.getByRole('region', { name: 'Favorite dashboards' })
    await favorites.getByRole('link', { name: /^Delays overview/ }).click()
    await page.waitForURL(/\/dashboards\/\d+-delays-overview$/)
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('true')

    await page.goto('/dashboards')
    await star.waitFor()
    expectRefusal(403, /favorite$/)
    await page.route('**/favorite', (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Not today."}' }),
    )
    await star.click()
    await page.getByRole('alert').getByText('Not today.').waitFor()
    expect(await star.getAttribute('aria-pressed')).toBe('true')
    await page.unroute('**/favorite')
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('false')
  })

  it('are found by the command palette', async () => {
    const { page } = await come('/')
    await page.getByRole('heading', { name: 'Recent dashboards' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.insertText('glance')
    await page.getByRole('option', { name: 'Airports at a glance' }).click()
    await page.waitForURL(/\/dashboards\/\d+-airports-at-a-glance$/)
  })
})

describe('a new dashboard', () => {
  const name = (page: Page) => newDashboard(page).getByPlaceholder('Dashboard Name')
  const save = (page: Page) => newDashboard(page).getByRole('button', { name: 'Save' })

  it('asks for a name, and opens for editing', async () => {
    const { page } = await come('/dashboards')
    await rows(page).first().waitFor()
    const opener = page.getByRole('main').getByRole('button', { name: 'New Dashboard' })
    await opener.click()
    await name(page).waitFor()
    expect(await save(page).isDisabled()).toBe(true)
    await name(page).fill('   ')
    expect(await save(page).isDisabled()).toBe(true)
    await newDashboard(page).getByRole('button', { name: 'Close' }).click()
    await newDashboard(page).waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await opener.click()
    await name(page).fill('  Flights & more  ')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboards\/\d+-flights-more\?edit$/)
    await page.getByRole('heading', { level: 1, name: 'Flights & more' }).waitFor()
    const stored = await sextant()
      .db.selectFrom('dashboards')
      .select(['name', 'is_draft', 'user_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ name: 'Flights & more', is_draft: true, user_id: sextant().member.id })
    await page.goBack()
    await showsRows(page, ['Flights & more', ...all])
  })

  it('is created from the navbar, the palette and the home page', async () => {
    const { page } = await come('/', { as: beginner })
    const steps = page.getByRole('region', { name: 'Recent dashboards' })
    await steps.getByRole('button', { name: 'Create a dashboard' }).click()
    await newDashboard(page).waitFor()
    await page.keyboard.press('Escape')
    await newDashboard(page).waitFor({ state: 'detached' })

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search dashboards' }).fill('new dash')
    await page.getByRole('option', { name: 'New Dashboard' }).waitFor()
    await page.keyboard.press('Enter')
    await name(page).waitFor()
    await expect.poll(() => name(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await newDashboard(page).waitFor({ state: 'detached' })

    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('menuitem', { name: 'New Dashboard' }).click()
    await name(page).fill('First one')
    await save(page).click()
    await page.waitForURL(/\/dashboards\/\d+-first-one\?edit$/)
  })

  it('says why it was not stored, and can be tried again', async () => {
    const { page, expectRefusal } = await come('/dashboards')
    await page.getByRole('main').getByRole('button', { name: 'New Dashboard' }).click()
    await name(page).fill('Refused')
    expectRefusal(400, /api\/dashboards$/)
    await page.route('**/api/dashboards', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"Too many."}' }),
    )
    await save(page).click()
    await newDashboard(page).getByText('Too many.').waitFor()
    await page.unroute('**/api/dashboards')
    await save(page).click()
    await page.waitForURL(/\/dashboards\/\d+-refused\?edit$/)
  })

  it('is offered on a phone, and not to those who may not', async () => {
    const { page } = await come('/dashboards', { width: 390 })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'New Dashboard' }).click()
    await name(page).waitFor()
    await menu.waitFor({ state: 'detached' })

    const { page: other } = await come('/dashboards', { as: reader })
    await other.getByText('There are no dashboards yet.').waitFor()
    expect(await other.getByRole('button', { name: /dashboard/i }).count()).toBe(0)
    await other.goto('/')
    await other.getByRole('heading', { name: 'Favorite dashboards' }).waitFor()
    expect(await other.getByRole('heading', { name: 'Recent dashboards' }).count()).toBe(0)
  })
})
