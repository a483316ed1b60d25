import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectAccessibleHereAndNarrow } from './accessible.ts'
import { heights, type Visitor, visit } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { completionList } from './completion-list.ts'
import { ask, postgresOptions } from './databases.ts'
import { flightsDatabase } from './flights.ts'
import { choose, queryPage, textsOf } from './query-page.ts'
import { type SextantUnderTest, sextantUnderTest } from './sextant-under-test.ts'
import { takeScreenshots } from './visitors.ts'

/** From a fresh instance to a chart on real data. One `it` goes on where the last has ended. */
const browser = browserOfFile()
let flights: { url: string }
beforeAll(async () => {
  flights = await flightsDatabase()
})

const aggregate = `select origin, count(*) as flights, round(avg(delay), 2) as average_delay
from flights
group by origin
order by flights desc, origin`
const wrong = 'select origin,\n  nowhere\nfrom flights'

describe('from set-up to a chart', () => {
  let sextant: SextantUnderTest
  let visitor: Visitor
  let page: Visitor['page']
  let query: ReturnType<typeof queryPage>
  beforeAll(async () => {
    sextant = await sextantUnderTest()
    visitor = await visit(browser(), { url: sextant.url })
    page = visitor.page
    query = queryPage(page)
  })
  afterAll(async () => {
    await visitor?.leave()
    await sextant?.stop()
  })

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takeScreenshots(task.name, [visitor])
  })

  /** The page of a stored query takes the place of the one for new queries, and reads it. */
  const readOf = (id: number) =>
    page.waitForResponse(
      (reply) => reply.request().method() === 'GET' && reply.url().endsWith(`/api/queries/${id}`),
    )

  it('sets up, after being told what is missing', async () => {
    await page.goto('/')
    await page.waitForURL('**/setup')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('analytical')
    await page.getByLabel('Organization name').fill(' ')
    await page.getByRole('button', { name: 'Create account and start' }).click()
    await page.getByRole('alert').getByText('This field is required.').waitFor()
    expect(await name.inputValue()).toBe('Ada Lovelace')
    await page.getByLabel('Password').fill('analytical')
    await page.getByLabel('Organization name').fill('Engines')
    await page.getByRole('button', { name: 'Create account and start' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto('/setup')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('connects the database: wrong password, then the right one', async () => {
    const options = postgresOptions(flights.url)
    await page.getByRole('link', { name: 'Connect a data source' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
    await dialog.getByLabel('Search data source types').fill('postgres')
    await dialog.getByRole('button', { name: 'PostgreSQL' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('This field is required.').first().waitFor()
    await expectAccessibleHereAndNarrow(page, { within: '[role="dialog"]' })
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await field('Name').fill('Flights')
    await page.keyboard.press('Tab')
    expect(await field('Connection string').evaluate((input) => input === document.activeElement)).toBe(true)
    const address = `${options.host}:${options.port}/${options.dbname}`
    await field('Connection string').fill('mysql://ada:hush@db/shop')
    await field('Connection string').press('Enter')
    await dialog.getByText('This is a connection string of MySQL, not of PostgreSQL.').waitFor()
    await field('Connection string').fill(`postgres://${options.user}:not-the-password@${address}`)
    await field('Connection string').press('Enter')
    await dialog.getByText('Filled in: Host, Port, User, Password, Database Name.').waitFor()
    expect(await field('Connection string').inputValue()).toBe('')
    expect(await field('Database Name').inputValue()).toBe(String(options.dbname))
    expect(await field('Port').inputValue()).toBe(String(options.port))
    await dialog.getByRole('button', { name: 'Create' }).click()
    // nothing is saved before the test
    await dialog.getByText(/password authentication failed/i).waitFor()
    expect(await page.evaluate(async () => (await fetch('/api/data_sources')).json())).toEqual([])
    await expectAccessible(page, { within: '[role="dialog"]' })
    await dialog.getByRole('button', { name: 'Save anyway' }).click()
    await page.waitForURL('**/data_sources/1')
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Test Connection' }).click()
    const failed = page.getByRole('alert').filter({ hasText: 'Connection Test Failed:' })
    await failed.getByText(/password authentication failed/i).waitFor()
    await expectAccessibleHereAndNarrow(page)
    await failed.getByRole('button').click()
    // the toast of the first save
    await page.getByText('Saved.').waitFor({ state: 'detached' })
    await page.getByLabel('Password', { exact: true }).fill(String(options.password))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Test Connection' }).click()
    await page.getByText('Success', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'New Query' }).click()
    await page.waitForURL('**/queries/new?data_source=1')
    await query.editor.waitFor()
  })

  it('writes a query with help of the schema', async () => {
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('menuitem', { name: 'New Query' }).click()
    await page.waitForURL('**/queries/new')
    await query.show('Schema')
    await page.getByRole('treeitem', { name: 'flights' }).waitFor()
    await query.show('Query')
    await query.editor.click()
    await page.keyboard.type('select * from fli')
    // while the list for the newest letter is made, Enter breaks the line
    await completionList(page).options.filter({ hasText: 'flights' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => query.editor.textContent()).toMatch(/^select \* from flights\b/)
  })

  it('shows the error of wrong SQL at its line', async () => {
    await query.write(wrong)
    await query.run()
    await query.failure.getByText('Error running query: column "nowhere" does not exist').waitFor()
    await query.show('Query')
    // CodeMirror marks by style only; what the mark says is read in its tooltip
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('nowhere')
    await page.locator('.cm-lint-marker-error').hover()
    await page.locator('.cm-tooltip-lint').getByText('column "nowhere" does not exist').waitFor()
    await page.mouse.move(0, 0)
  })

  it('runs the aggregate and shows what PostgreSQL counted', async () => {
    await query.write(aggregate)
    await query.run()
    await query.table.locator('tbody tr').first().waitFor()
    const [top] = await ask<{ origin: string; flights: string; average_delay: string }>(
      flights.url,
      aggregate,
    )
    const [origin, count, delay] = (await textsOf(query.table))[0] ?? []
    expect(origin).toBe(top?.origin)
    expect(count).toBe(Number(top?.flights).toLocaleString('en-US'))
    expect(Number(delay)).toBe(Number(top?.average_delay))
    const [{ airports } = {}] = await ask(
      flights.url,
      'select count(distinct origin)::int airports from flights',
    )
    await query.results.getByText(`${airports} rows`, { exact: true }).waitFor()
    await query.failure.waitFor({ state: 'detached' })
  })

  it('saves it under a name', async () => {
    await query.rename('Flights by airport')
    await query.show('Query')
    await query.editor.click()
    const read = readOf(1)
    await page.keyboard.press('ControlOrMeta+s')
    await page.waitForURL('**/queries/1/source')
    await page.getByText('Query saved').first().waitFor()
    await read
    await query.editor.waitFor()
    expect(await query.name.textContent()).toBe('Flights by airport')
  })

  it('makes a chart of it', async () => {
    await query.show('Results')
    await query.results.getByRole('button', { name: 'New Visualization' }).click()
    const suggested = query.gallery.getByRole('region', { name: 'Suggested for this result' })
    await suggested.getByRole('button', { name: 'Bar Chart', exact: true }).click()
    const dialog = query.visualizationEditor
    await choose(dialog, 'Visualization Type', 'Chart')
    await choose(dialog, 'Chart Type', 'Bar')
    await choose(dialog, 'X Column', 'origin')
    await choose(dialog, 'Y Columns', 'flights')
    await dialog.getByRole('textbox', { name: 'Visualization Name' }).fill('Busiest airports')
    await dialog.getByRole('img', { name: /Bar chart with \d series/ }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Visualization saved').waitFor()
    await expect.poll(() => query.tab('Busiest airports').getAttribute('aria-selected')).toBe('true')
    await query.results.getByRole('img', { name: /^Busiest airports: Bar chart/ }).waitFor()
  })

  it('finds everything again after a reload', async () => {
    await query.write(`-- each airport once\n${aggregate}`)
    await expect.poll(() => query.save.textContent()).toBe('Save*')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => query.save.textContent()).toBe('Save')
    await page.reload()
    await query.show('Results')
    await query.results.getByRole('img', { name: /^Busiest airports: Bar chart/ }).waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\d+$/)
    expect(await query.tab('Busiest airports').getAttribute('aria-selected')).toBe('true')
    expect(await query.name.textContent()).toBe('Flights by airport')
    await expectAccessible(page)
    await query.tab('Table').click()
    await query.table.locator('tbody tr').first().waitFor()
    expect(await textsOf(query.table)).not.toHaveLength(0)
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light')
    await query.show('Query')
    expect(await query.editor.textContent()).toContain('-- each airport once')
  })

  it('writes, runs, saves and draws another one on a phone, where each part has the window', async () => {
    await page.setViewportSize({ width: 390, height: heights[390] })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('link', { name: 'New Query' }).click()
    await page.waitForURL('**/queries/new')
    await query.show('Schema')
    await page.getByRole('treeitem', { name: 'flights' }).waitFor()
    await query.show('Query')
    await query.editor.click()
    await page.keyboard.type('select * from fli')
    await completionList(page).options.filter({ hasText: 'flights' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => query.editor.textContent()).toMatch(/^select \* from flights\b/)
    await query.write(wrong)
    await query.run()
    await query.failure.getByText('Error running query: column "nowhere" does not exist').waitFor()
    await query.write(aggregate)
    await query.run()
    await query.table.locator('tbody tr').first().waitFor()
    await query.rename('Flights on a phone')
    await query.show('Query')
    await query.editor.click()
    const read = readOf(2)
    await page.keyboard.press('ControlOrMeta+s')
    await page.waitForURL('**/queries/2/source')
    await read
    await query.editor.waitFor()
    await query.show('Results')
    await query.results.getByRole('button', { name: 'New Visualization' }).click()
    const suggested = query.gallery.getByRole('region', { name: 'Suggested for this result' })
    await suggested.getByRole('button', { name: 'Bar Chart', exact: true }).click()
    const dialog = query.visualizationEditor
    await dialog.getByRole('textbox', { name: 'Visualization Name' }).fill('Small bars')
    await dialog.getByRole('img', { name: /Bar chart with \d series/ }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await query.results.getByRole('img', { name: /^Small bars: Bar chart/ }).waitFor()
    await expectAccessible(page)
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })
})
