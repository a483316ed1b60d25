import { describe, expect, it } from 'vitest'
import { choose } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const byAirport = `select origin, count(*) as flights from flights group by origin order by flights desc limit 12`

async function opened(text: string) {
  const { id } = await storeQuery(sextant(), sextant().member, { name: 'Airports', query: text })
  const guest = await come(`/queries/${id}/source`)
  const { query } = guest
  await query.execute.waitFor()
  await query.run()
  await query.table.waitFor()
  await query.results.getByRole('button', { name: 'New Visualization' }).click()
  const suggested = query.gallery.getByRole('region', { name: 'Suggested for this result' })
  const all = query.gallery.getByRole('region', { name: 'All types' })
  await all.waitFor()
  return { ...guest, id, suggested, all }
}

describe('the gallery of a new visualization', () => {
  it('suggests what suits the columns, drawn with the rows, and opens the editor with it', async () => {
    const { page, query, suggested, all } = await opened(byAirport)
    expect(await suggested.getByRole('button').allTextContents()).toEqual([
      'Bar Chart',
      'Horizontal Bar Chart',
    ])
    const thumbnails = suggested.locator('canvas')
    await expect.poll(() => thumbnails.count()).toBe(2)
    expect(await all.getByRole('button').count()).toBeGreaterThan(15)
    await suggested.getByRole('button', { name: 'Horizontal Bar Chart' }).click()
    const dialog = query.visualizationEditor
    await dialog.getByRole('img', { name: /Bar chart with 1 series/ }).waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Horizontal Chart' }).isChecked()).toBe(true)
    await choose(dialog, 'Y Column', 'origin')
    await dialog.getByRole('textbox', { name: 'Visualization Name' }).fill('Busiest first')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Visualization saved').waitFor()
    await query.results.getByRole('img', { name: /^Busiest first: Bar chart/ }).waitFor()
  })

  it('is operated by keys, and closing gives the focus back', async () => {
    const { page, query, suggested, all } = await opened(byAirport)
    const button = query.results.getByRole('button', { name: 'New Visualization' })
    const first = suggested.getByRole('button').first()
    await first.focus()
    await page.keyboard.press('ArrowRight')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    expect(await focused()).toBe('Horizontal Bar Chart')
    await page.keyboard.press('End')
    expect(await focused()).toBe(await all.getByRole('button').last().textContent())
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(await all.getByRole('button').first().textContent())
    await page.keyboard.press('Escape')
    await query.gallery.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await first.focus()
    await page.keyboard.press('Enter')
    const dialog = query.visualizationEditor
    await dialog.getByRole('img', { name: /Bar chart/ }).waitFor()
    // nothing was changed: it closes without a question
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('shows icons where the result has no columns for a type', async () => {
    const { all } = await opened(`select 1 as n`)
    const card = (name: string) =>
      all.getByRole('listitem').filter({ has: all.page().getByRole('button', { name, exact: true }) })
    await card('Sankey').scrollIntoViewIfNeeded()
    expect(await card('Sankey').locator('canvas').count()).toBe(0)
    expect(await card('Sankey').locator('svg').count()).toBeGreaterThan(1)
    await card('Counter').scrollIntoViewIfNeeded()
    await card('Counter').locator('[data-type="COUNTER"]').waitFor()
  })
})

describe('a visualization before the query is saved', () => {
  it('is kept with the draft, and stored when the query is', async () => {
    const { page, query } = await come('/queries/new')
    await query.write(byAirport)
    await query.run()
    await query.table.waitFor()
    await query.newVisualization('Bar Chart')
    const dialog = query.visualizationEditor
    const name = dialog.getByRole('textbox', { name: 'Visualization Name' })
    await name.fill('Bars')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await query.results.getByRole('img', { name: /^Bars: Bar chart/ }).waitFor()
    expect(await query.results.getByRole('tab').allTextContents()).toEqual(['Table', 'Bars'])
    await query.results.getByRole('button', { name: 'Edit Visualization' }).click()
    await name.fill('Airports')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await query.results.getByRole('img', { name: /^Airports: Bar chart/ }).waitFor()

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queries' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/queries')
    await page.goto('/queries/new')
    await page.getByText('With 1 visualization.').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await query.run()
    await query.tab('Airports').click()
    await query.results.getByRole('img', { name: /^Airports: Bar chart/ }).waitFor()

    await query.saveNew()
    await page.waitForURL(/\/queries\/\d+\/source#\d+$/)
    await query.results.getByRole('img', { name: /^Airports: Bar chart/ }).waitFor()
    await expect.poll(() => query.save.textContent()).toBe('Save')
    await page.reload()
    await query.results.getByRole('img', { name: /^Airports: Bar chart/ }).waitFor()
    expect(await query.results.getByRole('tab').allTextContents()).toEqual(['Table', 'Airports'])
  })

  it('can be removed again, without the server', async () => {
    const { page, query } = await come('/queries/new')
    await query.write('select 1 as n')
    await query.run()
    await query.table.waitFor()
    await query.newVisualization('Counter')
    await query.visualizationEditor.getByRole('button', { name: 'Save' }).click()
    await query.tab('Counter').waitFor()
    await query.results.getByRole('button', { name: 'Delete Counter' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await query.tab('Counter').waitFor({ state: 'detached' })
    await query.table.waitFor()
  })

  it('stays, and the query is offered to be saved again, when the server refuses it', async () => {
    const { page, query, expectRefusal } = await come('/queries/new')
    await query.write('select 1 as n')
    await query.run()
    await query.table.waitFor()
    await query.newVisualization('Counter')
    await query.visualizationEditor.getByRole('button', { name: 'Save' }).click()
    await query.tab('Counter').waitFor()
    expectRefusal(500, /\/api\/visualizations$/)
    let refusals = 1
    await page.route('**/api/visualizations', (route) =>
      refusals-- > 0 ? route.fulfill({ status: 500, json: { message: 'No room.' } }) : route.fallback(),
    )
    await query.saveNew()
    await page.getByText('The visualization “Counter” could not be saved.').waitFor()
    await expect.poll(() => query.save.textContent()).toBe('Save*')
    await query.save.click()
    await page.waitForURL(/\/queries\/\d+\/source/)
    await query.tab('Counter').waitFor()
  })
})
