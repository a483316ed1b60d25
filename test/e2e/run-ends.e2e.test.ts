import { describe, expect, it } from 'vitest'
import { gateIn } from './gate.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

describe('a run without a new result', () => {
  it('keeps its error beside the former rows, and says as of when they are', async () => {
    const { query } = await come('/queries/new')
    await query.write('select 4711 as number')
    await query.run()
    await query.table.getByText('4,711').waitFor()
    await query.write('select nothing_like_this')
    await query.run()
    await query.failure.getByText(/^Error running query: column "nothing_like_this" does not exist/).waitFor()
    await query.failure.getByText(/^Failed (just now|a few seconds ago)/).waitFor()
    await query.failure.getByText(/The rows below are from a run before, as of \S+ \d\d:\d\d/).waitFor()
    await query.table.getByText('4,711').waitFor()
    expect(await query.results.getByRole('tabpanel').getAttribute('data-former')).toBe('true')
    await query.run()
    await query.failure.waitFor()
  })

  it('keeps what is missing in the pane', async () => {
    const { query } = await come('/queries/new')
    await query.write('select {{ who }} as name')
    await query.run()
    await query.failure.getByText('Error running query: missing value for Who parameter.').waitFor()
  })

  it('is no error when it was cancelled, and covers nothing while it runs', async () => {
    const { query } = await come('/queries/new')
    await query.write('select 1 as one')
    await query.run()
    await query.table.waitFor()
    const place = await query.table.boundingBox()
    await query.write('select pg_sleep(64)')
    await query.run()
    const status = query.results.getByTestId('execution-status')
    await status.getByText('Executing query…').waitFor()
    const box = await status.boundingBox()
    if (box === null || place === null) throw new Error('The status or the table is not shown.')
    expect(box.y + box.height).toBeLessThanOrEqual(place.y)
    expect(await query.table.boundingBox()).toEqual(place)
    await query.cancel.click()
    await query.results.getByText('The run was cancelled.').waitFor()
    await query.results.getByText(/The rows below are from a run before/).waitFor()
    expect(await query.failure.count()).toBe(0)
  })

  it('offers the name that the database means, and puts it into the text in one step', async () => {
    const { page, query } = await come('/queries/new')
    const text = 'select 1;\nselect f.orgin from flights f limit 1'
    await query.write(text)
    await query.run()
    await query.failure.getByRole('button', { name: 'Replace f.orgin with f.origin' }).click()
    const shown = () => query.editor.evaluate((element) => (element as HTMLElement).innerText)
    await expect.poll(shown).toBe(text.replace('orgin', 'origin'))
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(shown).toBe(text)
  })
})

it('shows the rows of a slow run as they come', async () => {
  const [first, second] = [await gateIn(sextant().flightsUrl), await gateIn(sextant().flightsUrl)]
  const { id } = await storeQuery(sextant(), sextant().member, {
    name: 'Slow rows',
    query: `select n, repeat('x', 20000)
      || case when n > 8 then ${second.waits}::text when n > 4 then ${first.waits}::text else '' end as slow
      from generate_series(1, 12) n`,
    options: { apply_auto_limit: false, parameters: [] },
  })
  const { query } = await come(`/queries/${id}/source`)
  await query.run()
  await query.results.getByText(/^First \d+ rows?$/).waitFor()
  await query.results.getByText(/\d+ rows? so far/).waitFor()
  const rows = query.table.locator('tbody tr')
  const before = await rows.count()
  expect(before).toBeLessThan(5)
  await first.end()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
  expect(await rows.count()).toBeLessThan(9)
  await second.end()
  await expect.poll(() => rows.count()).toBe(12)
})

it('keeps the page of the first rows when the whole result has come', async () => {
  const gate = await gateIn(sextant().flightsUrl)
  const { id } = await storeQuery(sextant(), sextant().member, {
    name: 'Slow pages',
    // so long that PostgreSQL does not keep them in its buffer
    query: `select n, repeat('x', 9000) || case when n > 50 then ${gate.waits}::text else '' end as slow
      from generate_series(1, 60) n`,
    options: { apply_auto_limit: false, parameters: [] },
  })
  const { page, query } = await come(`/queries/${id}`)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await query.results.getByText(/^First \d+ rows$/).waitFor()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await gate.end()
  await page.getByRole('button', { name: 'Page 3', exact: true }).waitFor()
  await query.results.getByText('Updated').waitFor()
  await expect.poll(() => query.table.locator('tbody tr').first().textContent()).toMatch(/^26/)
})
