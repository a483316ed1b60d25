import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const delays = `select origin as "origin::filter", count(*) as flights, avg(delay)::int as delay
  from flights where distance > {{ far }} and origin in ('JFK', 'LAX', 'SEA') group by 1 order by 2 desc`
const far = { name: 'far', title: 'Further than', type: 'number', value: 1000, global: false }
const place = (col: number, row: number, sizeX: number, sizeY: number) => ({
  position: { col, row, sizeX, sizeY, autoHeight: false },
})

/** Two widgets of one query, a failing one, a text box and one that the member may not see. */
async function makeDashboard() {
  const { member } = sextant()
  const dashboard = await createDashboard(sextant(), { user_id: member.id, name: 'Punctuality' })
  const add = (options: Parameters<typeof createWidget>[1]) =>
    createWidget(sextant(), { dashboard_id: dashboard.id, ...options })
  const good = await storeQuery(sextant(), member, {
    name: 'Delays by airport',
    query: delays,
    options: { parameters: [far] },
  })
  const table = await createVisualization(sextant(), { query_id: good.id })
  const chart = await createVisualization(sextant(), {
    query_id: good.id,
    type: 'CHART',
    name: 'Bars',
    options: { globalSeriesType: 'column', columnMapping: { 'origin::filter': 'x', flights: 'y' } },
  })
  const bad = await storeQuery(sextant(), member, { name: 'Broken', query: 'select 1 / 0 as x' })
  const broken = await createVisualization(sextant(), { query_id: bad.id })
  // of no group
  const foreign = await createDataSource(sextant(), { groups: {} })
  const secret = await createQuery(sextant(), { data_source_id: foreign.id })
  const hidden = await createVisualization(sextant(), { query_id: secret.id })
  await add({ visualization_id: table.id, options: place(0, 0, 3, 8) })
  await add({ visualization_id: chart.id, options: place(3, 0, 3, 8) })
  await add({ visualization_id: broken.id, options: place(0, 8, 3, 5) })
  await add({
    text: '## Read me\n\n| a | b |\n|---|--:|\n| 1 | <b>2</b> |',
    options: place(3, 8, 2, 5),
  })
  await add({ visualization_id: hidden.id, options: place(5, 8, 1, 5) })
  return { path: `/dashboards/${dashboard.id}-punctuality`, good, chart }
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** A text box, or what stands in place of a widget that may not be seen. */
const note = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const action = (page: Page, name: string, label: string) =>
  part(page, name).getByRole('button', { name: label, exact: true })

describe('widgets', () => {
  it('get their results with one request, and what is missing is run once for all', async () => {
    const { path } = await makeDashboard()
    const { page } = await come('about:blank')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
    })
    await page.goto(sextant().url + path)
    const table = part(page, 'Delays by airport')
    await table.getByRole('grid').waitFor()
    await part(page, 'Bars Delays by airport').locator('canvas').first().waitFor()
    await part(page, 'Broken').getByText('Error running query: division by zero').waitFor()
    expect(asked.filter((path) => /^\/api\/dashboards\/\d+\/results$/.test(path))).toHaveLength(1)
    expect(asked.filter((path) => /^\/api\/queries\/\d+\/results$/.test(path))).toHaveLength(2)

    // stored by now: nothing is run when a user comes again
    asked.length = 0
    await page.reload()
    await table.getByRole('grid').waitFor()
    await part(page, 'Broken').getByText('division by zero').waitFor()
    const runs = asked.filter((path) => /^\/api\/queries\/\d+\/results$/.test(path))
    expect(runs).toHaveLength(1)

    // texts have tables, and what may not be seen says so
    const text = note(page, 'Text box')
    await text.getByRole('heading', { name: 'Read me' }).waitFor()
    expect(await text.getByRole('cell').allTextContents()).toEqual(['1', '<b>2</b>'])
    await note(page, 'Restricted widget')
      .getByText("This widget requires access to a data source you don't have access to.")
      .waitFor()
    await expectAccessible(page)
  })

  it('are refreshed one by one, filtered by themselves, and opened larger', async () => {
    const { path } = await makeDashboard()
    const { page } = await come(path)
    const table = part(page, 'Delays by airport')
    const rows = () => table.getByRole('grid').getByRole('row').count()
    await expect.poll(rows).toBe(2)
    const first = await table.getByRole('combobox', { name: 'Origin' }).inputValue()
    const other = first === 'SEA' ? 'LAX' : 'SEA'
    await table.getByRole('combobox', { name: 'Origin' }).click()
    await page.getByRole('option', { name: other, exact: true }).click()
    await table.getByRole('gridcell', { name: other, exact: true }).waitFor()
    expect(await part(page, 'Bars Delays by airport').getByRole('combobox').inputValue()).toBe(first)

    await action(page, 'Delays by airport', 'Expand').click()
    const dialog = page.getByRole('dialog', { name: 'Delays by airport' })
    await dialog.getByRole('gridcell', { name: other, exact: true }).waitFor()
    expect(await dialog.getByRole('combobox', { name: 'Origin' }).inputValue()).toBe(other)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })

    const run = page.waitForRequest((request) => /\/api\/queries\/\d+\/results$/.test(request.url()))
    await action(page, 'Delays by airport', 'Refresh').click()
    expect((await run).postDataJSON()).toMatchObject({ max_age: 0, parameters: { far: 1000 } })
    // a new result begins with what its query says
    await expect.poll(() => table.getByRole('combobox', { name: 'Origin' }).inputValue()).toBe(first)
  })

  it('hand out their data and lead to their query', async () => {
    const { path, good, chart } = await makeDashboard()
    const { page } = await come(path)
    const name = 'Bars Delays by airport'
    await part(page, name).locator('canvas').first().waitFor()
    const menu = () => action(page, name, `More actions for ${name}`).click()
    await menu()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download as CSV File' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^Delays_by_airport_\d{4}_\d\d_\d\d\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^origin::filter,flights,delay\r?\n/)
    await menu()
    const image = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download as PNG Image' }).click()
    expect((await image).suggestedFilename()).toBe('Bars_Delays_by_airport.png')
    await menu()
    await page.getByRole('menuitem', { name: 'View Query' }).click()
    await page.waitForURL(`**/queries/${good.id}?p_far=1000#${chart.id}`)
  })
})

it('tabs, parameters and texts are there before the first visualization, and for the Tab key', async () => {
  const { member } = sextant()
  const tabs = [
    { id: '1', name: 'First' },
    { id: '2', name: 'Second' },
  ]
  const { id } = await createDashboard(sextant(), { user_id: member.id, name: 'In order', options: { tabs } })
  const { id: query_id } = await storeQuery(sextant(), member, {
    ...{ name: 'Far delays', query: delays, options: { parameters: [far] } },
  })
  const { id: visualization_id } = await createVisualization(sextant(), { query_id })
  const mapping = { name: 'far', type: 'dashboard-level', mapTo: 'far', value: null, title: '' }
  await createWidget(sextant(), {
    ...{ dashboard_id: id, visualization_id },
    options: { ...place(0, 0, 3, 8), parameterMappings: { far: mapping } },
  })
  await createWidget(sextant(), { dashboard_id: id, text: '## Words', options: place(3, 0, 3, 4) })
  const { page } = await come(`/dashboards/${id}-in-order`)
  await part(page, 'Far delays').getByRole('grid').waitFor()
  await page.addInitScript(() => {
    const there = (selector: string) => document.querySelector(selector) !== null
    const look = new MutationObserver(() => {
      if (!there('main section table')) return
      look.disconnect()
      document.documentElement.dataset.first = JSON.stringify([
        there('main [role=tab]'),
        there('main input'),
        there('main article h2'),
      ])
    })
    look.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.first))
    .toBe('[true,true,true]')
  await page.getByRole('button', { name: 'More actions', exact: true }).focus()
  const reached: string[] = []
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? '',
      ),
    )
  }
  expect(reached.slice(0, 2)).toEqual(['tab', 'INPUT'])
})

describe('without a connection', () => {
  it('a dashboard that is opened says so, and opens by itself when it is back', async () => {
    const { member } = sextant()
    const { id } = await createDashboard(sextant(), { user_id: member.id, name: 'Reached later' })
    await createWidget(sextant(), { dashboard_id: id, text: '## Here I am', options: place(0, 0, 3, 4) })
    const guest = await come('/dashboards')
    const { page, context } = guest
    const link = page.getByRole('link', { name: 'Reached later' })
    await link.waitFor()
    guest.expectUnreachable()
    await context.setOffline(true)
    await link.click()
    const words = 'Sextant cannot be reached. Please check your Internet connection and try again.'
    await page.getByRole('main').getByRole('alert').getByText(words).waitFor()
    await expectAccessible(page)
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Here I am' }).waitFor()
    // what is loaded already needs only the data
    await page.getByRole('link', { name: 'Dashboards', exact: true }).click()
    await link.waitFor()
    await context.setOffline(true)
    await link.click()
    await page.getByRole('main').getByRole('alert').getByText(words).waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Here I am' }).waitFor()
  })

  it('a visualization whose file does not come says so, and comes when the server answers again', async () => {
    const { path } = await makeDashboard()
    const guest = await come('/')
    const { page } = guest
    guest.expectUnreachable()
    await page.route(/\/assets\/chart-[^/]*\.js$/, (route) => route.abort('internetdisconnected'))
    await page.goto(path)
    const chart = part(page, 'Bars Delays by airport')
    await chart
      .getByText('The visualization could not be loaded. Please check your Internet connection.')
      .waitFor()
    // the others are not concerned
    await part(page, 'Delays by airport').getByRole('grid').waitFor()
    await expectAccessible(page)
    await page.unroute(/\/assets\/chart-[^/]*\.js$/)
    await chart.locator('canvas').first().waitFor()
  })
})
