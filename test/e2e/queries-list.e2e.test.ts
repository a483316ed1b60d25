import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createQuery, createResult } from '#test/factories.ts'
import { expectAccessibleInEveryView } from './accessible.ts'
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

  it('marks favourites with a star, which flips back when the server refuses', async () => {
    const { page, expectRefusal } = await come('/queries/favorites')
    await page.getByText('Mark queries as Favorite to list them here.').waitFor()
    await page.getByRole('link', { name: 'Show all queries' }).click()
    const star = page.getByRole('button', { name: 'Favorite: Delays by carrier' })
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('true')

    await page.getByRole('link', { name: 'Favorites' }).click()
    await showsRows(page, ['Delays by carrier'])
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

  it('is accessible, also of favorites and in the archive', async () => {
    const { page } = await come('/')
    for (const path of ['/queries/favorites', '/queries/archive']) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await page.getByRole('main').locator('table, p').first().waitFor()
      await expectAccessibleInEveryView(page)
    }
  })
})
