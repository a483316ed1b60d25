import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createVisualization } from '#test/factories.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { type Guest, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const rowCount = 200_000
const large = `select n, (n * 7919) % 200003 as shuffled, 'flight ' || n as label,
    case when n % 2 = 0 then date '2026-01-01' + (n % 365)::integer end as day
  from generate_series(1, ${rowCount}) n`

/** n of the row that stands at a place when sorted by `shuffled`. */
const byShuffled = Array.from({ length: rowCount }, (_, index) => index + 1).toSorted(
  (one, other) => ((one * 7919) % 200_003) - ((other * 7919) % 200_003),
)

async function store(name: string, text = large) {
  const options = { apply_auto_limit: false, parameters: [] }
  // a text of its own: with a result of another test the run would not be waited for
  const query = `${text} where '${name}' <> ''`
  const { id } = await storeQuery(sextant(), sextant().member, { name, query, options })
  const table = await createVisualization(sextant(), {
    ...{ query_id: id, type: 'TABLE', name: 'Searchable' },
    options: { columns: [{ name: 'day', allowSearch: true, dateTimeFormat: 'DD.MM.YYYY' }] },
  })
  const chart = await createVisualization(sextant(), {
    ...{ query_id: id, type: 'CHART', name: 'Line' },
    options: { globalSeriesType: 'line', columnMapping: { n: 'x', shuffled: 'y' } },
  })
  return { id, table: table.id, chart: chart.id }
}

/** Addresses below /api/query_results that the page has asked for since. */
function resultRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const below = /^\/api\/query_results\/\d+(\/rows)?$/.exec(pathname)
    if (below) asked.push(`${below[1] ?? ''}${search}`)
  })
  return asked
}

const firstCells = async ({ query }: Guest) => (await textsOf(query.table)).map(([cell]) => cell)
/** Sorting and searching 200,000 rows takes the server half a second, on a busy machine far longer. */
const patience = { timeout: 60_000 }
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => (from + index).toLocaleString('en-US'))

describe('a large result', () => {
  it('is read page by page: rows, order, last page, and once more when a page could not be read', async () => {
    const { id } = await store('Many rows')
    const guest = await come(`/queries/${id}`)
    const { page, query } = guest
    const asked = resultRequests(page)
    await refresh(page)
    await query.results.getByText('Updated').waitFor()
    await query.results.getByText('200,000 rows').waitFor()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(1, 25))
    expect(asked.filter((address) => !address.startsWith('/rows'))).toEqual(['?large=head'])

    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(26, 25))
    await page.getByRole('button', { name: 'Page 8000', exact: true }).click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(199_976, 25))

    const header = (name: string) => query.table.getByRole('button', { name })
    await header('shuffled').click()
    const expected = (order: readonly number[]) => order.slice(0, 25).map((n) => n.toLocaleString('en-US'))
    await expect.poll(() => firstCells(guest), patience).toEqual(expected(byShuffled))
    await header('shuffled').click()
    await expect.poll(() => firstCells(guest), patience).toEqual(expected(byShuffled.toReversed()))
    await header('day').click()
    await expect
      .poll(() => firstCells(guest), patience)
      .toEqual(Array.from({ length: 25 }, (_, index) => (2 * index + 1).toLocaleString('en-US')))
    expect(asked.some((address) => address.includes('sort=-shuffled'))).toBe(true)
    expect(asked.filter((address) => !address.startsWith('/rows'))).toEqual(['?large=head'])
    expect(await query.table.getAttribute('aria-rowcount')).toBe('200001')

    guest.expectRefusal(400, /\/rows/)
    await page.route('**/api/query_results/*/rows*', (route) =>
      route.fulfill({ status: 400, json: { message: 'This result is too large to be sorted here.' } }),
    )
    await header('label').click()
    await query.results.getByText('This result is too large to be sorted here.').waitFor()
    await page.unroute('**/api/query_results/*/rows*')
    await query.results.getByRole('button', { name: 'Retry' }).click()
    // the first by its label, and so are those after it
    await expect.poll(async () => (await firstCells(guest)).slice(0, 3), patience).toEqual(['1', '10', '100'])
  })

  it('is searched in what its cells show', async () => {
    const { id, table } = await store('Searched rows')
    const guest = await come(`/queries/${id}#${table}`)
    const { page, query } = guest
    await refresh(page)
    await query.results.getByText('Updated').waitFor()
    // every second row of each 365: those of the 3rd of January
    await page.getByRole('searchbox').fill('03.01.20')
    await expect
      .poll(() => firstCells(guest), patience)
      .toEqual(Array.from({ length: 25 }, (_, index) => (2 + index * 730).toLocaleString('en-US')))
    const pages = Math.ceil(Math.ceil((rowCount - 1) / 730) / 25)
    await page.getByRole('button', { name: `Page ${pages}`, exact: true }).waitFor(patience)
    await page.getByRole('searchbox').fill('no such day')
    await query.table.getByText('No rows match.').waitFor(patience)
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(1, 25))
  })

  it('is shown page by page also when its rows are too large to come together', async () => {
    const wide = "select n, repeat('wide ', 44000) as label from generate_series(1, 300 + 9) n"
    const { id } = await storeQuery(sextant(), sextant().member, { name: 'Wide rows', query: wide })
    const guest = await come(`/queries/${id}`)
    const { page } = guest
    const asked = resultRequests(page)
    await refresh(page)
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(1, 25))
    await page.getByRole('button', { name: 'Page 4', exact: true }).click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(76, 25))
    expect(asked.filter((address) => /^\/rows\?from=\d\d&count=\d\d?$/.test(address))).toHaveLength(1)
    await page.getByRole('button', { name: 'Page 13', exact: true }).click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(301, 9))
  })

  it('comes whole for a visualization of all rows, and for the editor', async () => {
    const { id, chart } = await store('Drawn rows')
    const guest = await come(`/queries/${id}`)
    const { page, query } = guest
    const asked = resultRequests(page)
    await refresh(page)
    await query.results.getByText('Updated').waitFor()
    await query.tab('Line').click()
    expect(new URL(page.url()).hash).toBe(`#${chart}`)
    await query.results.getByRole('tabpanel').getByRole('img').first().waitFor()
    expect(asked.filter((address) => !address.startsWith('/rows'))).toEqual(['?large=head', ''])
    await query.tab('Table').click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(1, 25))
    await page.getByRole('button', { name: 'Page 8000', exact: true }).click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(199_976, 25))

    await page.reload()
    await query.results.getByText('Updated').waitFor()
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await query.visualizationEditor.waitFor()
    const preview = query.visualizationEditor.getByRole('region', { name: 'Preview', exact: true })
    expect(await preview.getByRole('grid').getAttribute('aria-rowcount')).toBe('200001')
  })

  it('with filters has the values of all rows', async () => {
    const { id } = await store('Filtered rows', large.replace(' as label', ' as "label::filter"'))
    const { page, query } = await come(`/queries/${id}`)
    await refresh(page)
    await query.results.getByText('(1 shown)').waitFor()
    await query.results.getByRole('combobox', { name: 'Label' }).fill('flight 199999')
    await page.getByRole('option', { name: 'flight 199999', exact: true }).click()
    await query.table.getByText('199,999').waitFor()
  })
})

describe('a result of usual size', () => {
  it('comes whole, and needs nothing more', async () => {
    const { id } = await store('Some rows', large.replace(String(rowCount), '3000'))
    const guest = await come(`/queries/${id}`)
    const { page, query } = guest
    const asked = resultRequests(page)
    await refresh(page)
    await query.results.getByText('Updated').waitFor()
    await page.getByRole('button', { name: 'Page 120', exact: true }).click()
    await expect.poll(() => firstCells(guest), patience).toEqual(numbers(2976, 25))
    await query.table.getByRole('button', { name: 'shuffled' }).click()
    await expect.poll(async () => (await firstCells(guest)).length).toBe(25)
    expect(
      asked.filter((address) => address !== '?large=head' && !address.startsWith('/rows?from=0&count=100')),
    ).toEqual([])
  })
})
