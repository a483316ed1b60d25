import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createQuery, createResult } from '#test/factories.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
const patience = { timeout: 15_000 }

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const names = (page: Page) => page.locator('tbody [data-row-link]').allTextContents()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search queries' })
const tag = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Tags' }).getByRole('button', { name })
const showsRows = (page: Page, wanted: string[]) => expect.poll(() => names(page), patience).toEqual(wanted)

describe('the lists of queries', () => {
  beforeAll(async () => {
    const { db, secrets, dataSource, member, admin } = sextant()
    const needs = { db, secrets }
    const store = async (name: string, more: Parameters<typeof createQuery>[1] = {}) =>
      (await createQuery(needs, { data_source_id: dataSource, user_id: member.id, name, ...more })).id
    await store('Arrivals by hour', { tags: ['daily', 'airports'] })
    const slow = await store('Delays by carrier', { tags: ['daily'], user_id: admin.id })
    await store('Draft of routes', { is_draft: true, query: 'select * from flights.route_table' })
    await store('Old report', { is_archived: true, tags: ['daily'] })
    const result = await createResult(needs, { query_id: slow })
    await db.updateTable('queries').set({ latest_result_id: result.id }).where('id', '=', slow).execute()
  })

  it('searches as one types, filters by tags, orders, and keeps it all in the address', async () => {
    const { page } = await come('/queries')
    await showsRows(page, ['Draft of routes', 'Delays by carrier', 'Arrivals by hour'])
    expect(await rows(page).first().textContent()).toContain('Unpublished')

    await search(page).fill('route')
    await showsRows(page, ['Draft of routes'])
    expect(new URL(page.url()).search).toBe('?q=route')
    await search(page).fill('nothing like it')
    await page.getByText("Sorry, we couldn't find anything.").waitFor()
    await page.getByRole('button', { name: 'Clear search and tags' }).click()
    await showsRows(page, ['Draft of routes', 'Delays by carrier', 'Arrivals by hour'])

    await tag(page, /^daily 2$/).click()
    await showsRows(page, ['Delays by carrier', 'Arrivals by hour'])
    await tag(page, /^airports 1$/).click()
    await showsRows(page, ['Arrivals by hour'])
    expect(new URL(page.url()).searchParams.getAll('tags')).toEqual(['daily', 'airports'])
    await page.goBack()
    await showsRows(page, ['Delays by carrier', 'Arrivals by hour'])

    await page.getByRole('button', { name: 'Name' }).click()
    await showsRows(page, ['Arrivals by hour', 'Delays by carrier'])
    await page.reload()
    await showsRows(page, ['Arrivals by hour', 'Delays by carrier'])
    expect(await tag(page, /^daily/).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Runtime' }).click()
    await showsRows(page, ['Delays by carrier', 'Arrivals by hour'])
    expect(await page.getByRole('columnheader', { name: 'Runtime' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
  })

  it('forgives typing errors, is narrowed down by author, and acts on several queries at once', async () => {
    const { db, secrets, dataSource, member, admin } = sextant()
    const store = (name: string, user_id: number) =>
      createQuery({ db, secrets }, { data_source_id: dataSource, user_id, name })
    const long = `Quarterly ${'revenue '.repeat(30)}`
    await store('Customer revenue', member.id)
    await store(long, member.id)
    await store('Customer churn', admin.id)
    const guest = await come('/queries')
    const { page } = guest
    guest.expectRefusal(403, /\/api\/queries\/\d+$/)
    await search(page).fill('custmer revenu')
    await page.getByText('These names are similar').waitFor()
    await showsRows(page, ['Customer revenue'])
    await search(page).fill('customer')
    await showsRows(page, ['Customer churn', 'Customer revenue'])
    await page.getByRole('combobox', { name: 'Author' }).click()
    await page.getByRole('option', { name: admin.name }).click()
    await showsRows(page, ['Customer churn'])
    expect(new URL(page.url()).searchParams.get('author')).toBe(String(admin.id))
    await page.goto('/queries?q=customer+or+quarterly')

    // a name takes two lines at most
    const name = page.getByRole('link', { name: long.trim() })
    const lines = () =>
      name.evaluate((link) => link.clientHeight / Number.parseFloat(getComputedStyle(link).lineHeight))
    expect(await lines()).toBeLessThan(2.5)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await lines()).toBeLessThan(2.5)
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('checkbox', { name: 'Select all' }).check()
    const bar = page.getByRole('region', { name: 'Selected queries' })
    await bar.getByText('3 selected').waitFor()
    await expectAccessibleInBothThemes(page)
    await bar.getByRole('button', { name: 'Add Tags' }).click()
    await bar.getByRole('combobox', { name: 'Tags' }).fill('money')
    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: 'Add', exact: true }).click()
    // the admin's query is not the member's to change
    await bar.getByRole('alert').getByText('Customer churn').waitFor()
    await page.getByText('2 queries tagged.').waitFor()
    await bar.getByText('1 selected').waitFor()
    await tag(page, /^money 2$/).waitFor()

    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('checkbox', { name: 'Select Customer revenue' }).check()
    await page.getByRole('checkbox', { name: `Select ${long.trim()}` }).check()
    await bar.getByRole('button', { name: 'Archive' }).click()
    await page
      .getByRole('dialog', { name: 'Archive Queries' })
      .getByRole('button', { name: 'Archive' })
      .click()
    await page.getByText('2 queries archived.').waitFor()
    await showsRows(page, ['Customer churn'])
    await sextant().pool.query("delete from queries where name like 'Customer%' or name like 'Quarterly%'")
  })

  it('marks favourites with a star, which flips back when the server refuses', async () => {
    const { page, expectRefusal } = await come('/queries/favorites')
    await page.getByText('Mark queries as Favorite to list them here.').waitFor()
    await page.getByRole('link', { name: 'Show all queries' }).click()
    const star = page.getByRole('button', { name: 'Favorite: Delays by carrier' })
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('true')

    await page.getByRole('link', { name: 'Favorites' }).click()
    await showsRows(page, ['Delays by carrier'])
    // no tooltip of what happens to be under the pointer
    await page.mouse.move(1, 1)
    await expectAccessible(page)
    await page.goto('/')
    const favorites = page.getByRole('region', { name: 'Favorite queries' })
    await favorites.getByRole('link', { name: /^Delays by carrier/ }).waitFor()

    await page.goto('/queries')
    await star.waitFor()
    expectRefusal(403, /favorite$/)
    await page.route('**/favorite', (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Not today."}' }),
    )
    await star.click()
    await page.getByRole('alert').getByText('Not today.').waitFor()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('true')
    await page.unroute('**/favorite')
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('false')
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.getByText('Mark queries as Favorite to list them here.').waitFor()
  })

  it('lists own and archived ones apart', async () => {
    const { page } = await come('/queries/archive')
    await showsRows(page, ['Old report'])
    expect(await rows(page).first().textContent()).toContain('Archived')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'My Queries' }).click()
    await page.waitForURL('**/queries/my')
    await showsRows(page, ['Draft of routes', 'Arrivals by hour'])
    const { page: other } = await come('/queries/archive', { as: sextant().outsider })
    await other.getByText('Archived queries will be listed here.').waitFor()
  })

  it('is walked by keyboard', async () => {
    const { page } = await come('/queries')
    await rows(page).first().waitFor()
    await search(page).focus()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Draft of routes')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Delays by carrier')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('Arrivals by hour')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/queries\/\d+$/)
  })

  it('is found by the command palette through the same search', async () => {
    const { page } = await come('/')
    await page.getByRole('heading', { name: 'Newest queries' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.insertText('route_tab')
    await page.getByRole('option', { name: 'Draft of routes' }).waitFor()
  })
})
