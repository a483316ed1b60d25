import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createVisualization } from '#test/factories.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (name: string, query: string) => storeQuery(sextant(), sextant().member, { name, query })

const areas = `select area as "area::multiFilter", kind as "kind::filter", n
  from (values ('north pole', 'x', 1), ('south pole', 'x', 2), ('east', 'x', 3), ('west', 'x', 4), ('west', 'y', 5)) v(area, kind, n)`

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click()

describe('filters of a result', () => {
  it('are shared between the visualizations and survive a new run', async () => {
    const { id } = await store('Filtered', areas)
    const second = await createVisualization(sextant(), {
      ...{ query_id: id, type: 'TABLE', name: 'Second' },
      options: {},
    })
    const { page, query } = await come(`/queries/${id}`)
    await refresh(page)
    await query.table.waitFor()
    const rows = async () => (await textsOf(query.table)).map((row) => row.at(-1))
    expect(await rows()).toEqual(['1', '2', '3', '4'])
    const filters = query.results.getByRole('combobox', { name: 'Area' })
    await query.results.getByText('north pole'.slice(0, 10)).first().waitFor()
    await query.results.getByText('+1 more').waitFor()

    await filters.click()
    await page.getByRole('option', { name: 'Clear', exact: true }).click()
    await expect.poll(rows).toEqual([])
    await page.getByRole('option', { name: 'west', exact: true }).click()
    await expect.poll(rows).toEqual(['4'])
    await page.keyboard.press('Escape')
    await query.results.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'y', exact: true }).click()
    await expect.poll(rows).toEqual(['5'])

    await query.tab('Second').click()
    expect(new URL(page.url()).hash).toBe(`#${second.id}`)
    await expect.poll(rows).toEqual(['5'])
    const rerun = page.waitForResponse((reply) => /\/api\/query_results\/\d+(\?|$)/.test(reply.url()))
    await refresh(page)
    await rerun
    await query.results.getByText('Updated').waitFor()
    await expect.poll(rows).toEqual(['5'])
    await query.results.getByText('(1 shown)').waitFor()

    await filters.click()
    await page.getByRole('option', { name: 'Select All', exact: true }).click()
    await page.keyboard.press('Escape')
    await query.results.getByText('+1 more').waitFor()
    // `table` in the address is the first tab
    await page.goto(`${sextant().url}/queries/${id}#table`)
    await query.tab('Table').and(page.locator('[aria-selected="true"]')).waitFor()
  })

  it('say when there is nothing to choose', async () => {
    const { id } = await store('Nothing', `select 1 as "one::filter" where false`)
    const { page, query } = await come(`/queries/${id}`)
    await refresh(page)
    const filter = query.results.getByRole('combobox', { name: 'One' })
    await filter.waitFor()
    expect(await filter.getAttribute('placeholder')).toBe('No values')
    expect(await filter.isDisabled()).toBe(true)
  })
})

describe('downloads', () => {
  it('are offered in three formats once there is a result', async () => {
    const { id } = await store('To take away', 'select 1 as one')
    const { page, query } = await come(`/queries/${id}`)
    const menu = query.results.getByRole('button', { name: /^Download/ })
    const file = (label: string) => page.getByRole('menuitem', { name: label, exact: true })
    await query.results.getByText('Query has no result').waitFor()
    await query.results.getByText('Execute/Refresh the query to show results.').waitFor()
    await menu.click()
    expect(await file('Download as CSV File').isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await refresh(page)
    // the whole result, not only its first rows
    await query.results.getByText('Updated').waitFor()
    await menu.click()
    for (const [label, extension] of [
      ['Download as CSV File', 'csv'],
      ['Download as TSV File', 'tsv'],
      ['Download as Excel File', 'xlsx'],
    ] as const) {
      const address = await file(label).getAttribute('href')
      expect(address).toMatch(new RegExp(`^/api/queries/${id}/results/\\d+\\.${extension}$`))
      expect(await file(label).getAttribute('target')).toBe('_blank')
      const reply = await page.request.get(String(address))
      expect(reply.headers()['content-disposition']).toMatch(/To_take_away_\d{4}_\d\d_\d\d/)
    }
  })
})

describe('fullscreen', () => {
  it('is in the address, and alt+f goes there and back', async () => {
    const { id } = await store('On the wall', 'select 1 as one')
    const { page } = await come(`/queries/${id}`)
    const name = page.getByRole('heading', { name: 'On the wall' })
    await name.waitFor()
    await page.keyboard.press('Alt+f')
    await name.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?fullscreen')
    await page.reload()
    await page.getByRole('button', { name: 'Leave fullscreen' }).click()
    await name.waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('the end of a run', () => {
  it('is told on the desktop, but not of the run that opens the page', async () => {
    // a text of its own: with a result of before, the end of the run would not be seen
    const { id } = await store('Watched', 'select 1 as watched')
    const { page, query, context, expectRefusal } = await come(`/queries/${id}`)
    await refresh(page)
    // the whole result, not only its first rows
    await query.results.getByText('Updated').waitFor()
    await context.addInitScript(() => {
      const told: string[] = []
      class Notification extends EventTarget {
        static readonly permission = 'granted'
        constructor(text: string) {
          super()
          told.push(text)
        }
      }
      Object.assign(window, { Notification, told })
      document.hasFocus = () => false
    })
    const told = () => page.evaluate<string[]>('window.told')
    const asked = page.waitForRequest((request) => request.url().endsWith(`/api/queries/${id}/results`))
    await page.goto(`${sextant().url}/queries/${id}?maxAge=0`)
    expect((await asked).postDataJSON()).toMatchObject({ max_age: 0 })
    await query.results.getByText('Updated').waitFor()
    expect(await told()).toEqual([])
    await refresh(page)
    await expect.poll(told).toEqual(['Watched updated.'])
    expectRefusal(400, new RegExp(`/api/queries/${id}/results$`))
    await page.route(`**/api/queries/${id}/results`, (route) =>
      route.fulfill({ status: 400, json: { job: { status: 4, error: 'no luck' } } }),
    )
    await refresh(page)
    await expect.poll(async () => (await told()).at(-1)).toBe('Watched failed to run: no luck')
    await query.failure.getByText('Error running query: no luck').waitFor()
  })
})
