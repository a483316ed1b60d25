import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleHereAndNarrow, expectAccessibleInEveryView } from './accessible.ts'
import { heights } from './browser.ts'
import { choose } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { isFocused } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const rows = (page: Page) => page.getByRole('table').getByRole('row')
/** Rows with all of these texts. */
const rowWith = (page: Page, ...texts: string[]) =>
  texts.reduce((found, hasText) => found.filter({ hasText }), rows(page))

/** Looks again until the log tells of it: it is written a moment after the answer. */
async function untilLogged(page: Page, ...texts: string[]): Promise<void> {
  let isFirstLook = true
  await expect
    .poll(
      async () => {
        if (!isFirstLook) await page.reload()
        isFirstLook = false
        await rows(page).nth(1).waitFor()
        return await rowWith(page, ...texts).count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBeGreaterThan(0)
}

/** Logs in with the password: the log tells of it. */
const loggedIn = { needs: undefined }

describe('the audit log', () => {
  it('tells an admin what an analyst has done', async () => {
    const { member, admin } = sextant()
    const { id } = await storeQuery(sextant(), member, { name: 'Arrivals', query: 'select 7 as arrivals' })
    const analyst = await come('/queries', loggedIn)
    await analyst.page.getByRole('link', { name: 'Arrivals' }).click()
    await analyst.page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await analyst.query.table.getByText('7', { exact: true }).waitFor()
    await analyst.query.results.getByText('Updated').waitFor()
    await analyst.query.results.getByRole('button', { name: /^Download/ }).click()
    const file = analyst.page.getByRole('menuitem', { name: 'Download as CSV File', exact: true })
    expect((await analyst.page.request.get(String(await file.getAttribute('href')))).ok()).toBe(true)
    // what is left to tell is told while the page goes
    await analyst.page.goto('about:blank')

    const { page } = await come('/admin/events?page_size=100', { as: admin, ...loggedIn })
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
    await untilLogged(page, member.name, 'Page', `/queries/${id}`)
    await untilLogged(page, member.name, 'Downloaded', 'Arrivals', 'file_type: csv')
    await rowWith(page, member.name, 'Ran a query', 'Flights', 'select 7 as arrivals').first().waitFor()
    await rowWith(page, member.name, 'Viewed', 'Arrivals').first().waitFor()
    await rowWith(page, member.name, 'Logged in').first().waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(member.api_key)

    // the object leads there, the time tells how long ago it was
    await rowWith(page, 'Downloaded').locator('time').first().hover()
    await page
      .getByRole('tooltip')
      .getByText(/just now|ago/)
      .waitFor()
    await rowWith(page, 'Downloaded').getByRole('link', { name: 'Arrivals' }).first().click()
    await page.waitForURL(`**/queries/${id}`)
  })

  it('is filtered by person, action and day; the address says how, and the file holds no more', async () => {
    const { member, admin } = sextant()
    const { page } = await come('/admin/events', { as: admin })
    await rows(page).nth(1).waitFor()
    await expectAccessibleInEveryView(page)
    await page.setViewportSize({ width: 1440, height: heights[1440] })
    await choose(page, 'Action', 'Logged in')
    await page.waitForURL('**/admin/events?action=login')
    await rowWith(page, admin.name).first().waitFor()
    await page.getByRole('combobox', { name: 'Person' }).fill(member.email.slice(0, 6))
    await page.getByRole('option', { name: member.email }).click()
    await page.waitForURL(`**/admin/events?user_id=${member.id}&action=login`)
    await expect.poll(() => rowWith(page, admin.name).count()).toBe(0)
    await page.reload()
    await rowWith(page, member.name, 'Logged in').first().waitFor()
    expect(await page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe(member.name)

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^events_\d{4}_\d\d_\d\d\.csv$/)
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(head).toMatch(/^created_at,user_name,user_id,action,/)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toContain(`,${member.name},${member.id},login,redash,`)

    await page.goto('/admin/events?to=2001-01-01')
    await page.getByText('No events match these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear To' }).waitFor()
    await expectAccessibleHereAndNarrow(page, { within: 'main' })
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).press('Enter')
    await page.waitForURL('**/admin/events')
    await expect.poll(() => isFocused(page.getByRole('combobox', { name: 'Person' }))).toBe(true)
    await rows(page).nth(1).waitFor()
    await page.goto('/admin/events?from=yesterday&user_id=me')
    await page.getByText('they are left out: user_id, from').waitFor()
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('they are left out').waitFor({ state: 'detached' })
    // the area itself leads to the first tab that the user may see
    await page.goto('/admin')
    await page.waitForURL('**/admin/*')
    await page.goto('/settings')
    await page.waitForURL('**/data_sources')
  })

  it('is paged', async () => {
    const { pool, organization, admin } = sextant()
    await pool.query(
      `insert into events (org_id, action, object_type, object_id, actor_name)
       select $1, 'list', 'widget', n::text, 'A program' from generate_series(1, 10050) n`,
      [organization.id],
    )
    const { page } = await come('/admin/events?object_type=widget', { as: admin })
    await page.getByText('1–20 of 10000').waitFor()
    await page.getByText(/^Only the newest 10,000 events are listed\./).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**/admin/events?object_type=widget&page=2')
    await page.getByText('21–40 of 10000').waitFor()
    const lost = await come('about:blank', { as: admin })
    lost.expectRefusal(400, /\/api\/events\?.*page=501/)
    await lost.page.goto('/admin/events?object_type=widget&page=501')
    await lost.page.getByRole('button', { name: 'Go to the first page' }).click()
    await lost.page.getByText('1–20 of 10000').waitFor()
  })

  it('is reached from the command palette by admins, and by nobody else', async () => {
    const { admin } = sextant()
    const { page } = await come('/', { as: admin })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('audit')
    await page.getByRole('option', { name: 'Audit Log' }).click()
    await page.waitForURL('**/admin/events')

    const other = await come('/')
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    await other.page.keyboard.press('ControlOrMeta+k')
    await other.page.getByRole('dialog').getByRole('combobox').fill('audit')
    expect(await other.page.getByRole('option', { name: 'Audit Log' }).count()).toBe(0)
    await other.page.goto('/admin/events')
    await other.page.getByText('It seems like you don’t have permission to see this page.').waitFor()
  })
})
