import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { drawnOption, figureOf, inBothThemes, visitorsOfGallery } from './gallery-under-test.ts'
import { pickUp } from './pick-up.ts'

const { open } = visitorsOfGallery()

const barley = 'Yields of barley by site and year'
const cars = 'Cars by origin, cylinders and year'
const harvest = 'Harvest of each variety'
const weather = 'Weather of Seattle as a heatmap'
const flights = 'Flights, 100,000 rows'
const hostile = 'Pivot of names that hurt'

/** The table as people read it: the texts of each row. */
function tableOf(page: Page, title: string): Promise<string[][]> {
  return figureOf(page, title)
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())),
    )
}

function fieldsOf(page: Page, area: 'unused' | 'cols' | 'rows'): Promise<(string | undefined)[]> {
  return page
    .locator(`[data-area="${area}"] [data-field]`)
    .evaluateAll((chips) => chips.map((chip) => (chip as HTMLElement).dataset.field))
}

const grip = (page: Page, field: string) => page.locator(`[data-field="${field}"] [aria-roledescription]`)

async function centerOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function openCase(title: string): Promise<Page> {
  const page = await open({ case: title })
  await figureOf(page, title).locator('table, canvas').first().waitFor()
  return page
}

describe('a pivot table', () => {
  it('has the cells and totals of its data', async () => {
    const page = await openCase(barley)
    expect(await tableOf(page, barley)).toEqual([
      ['', 'year', '1931', '1932', 'Totals'],
      ['site', ''],
      ['Crookston', '43.66', '31.18', '37.42'],
      ['Duluth', '30.29', '25.70', '28.00'],
      ['Grand Rapids', '29.05', '20.81', '24.93'],
      ['Morris', '29.29', '41.51', '35.40'],
      ['University Farm', '35.83', '29.51', '32.67'],
      ['Waseca', '54.35', '41.87', '48.11'],
      ['Totals', '37.08', '31.76', '34.42'],
    ])
  })

  it('keeps its labels and totals in sight while it scrolls, and is shown in parts with the totals of all', async () => {
    const page = await openCase(flights)
    const scroll = figureOf(page, flights).getByRole('region')
    const places = () =>
      scroll.evaluate((box) => {
        const outer = box.getBoundingClientRect()
        const head = box.querySelector('thead')?.getBoundingClientRect()
        const foot = box.querySelector('tfoot')?.getBoundingClientRect()
        const label = box.querySelector('tbody th')?.getBoundingClientRect()
        return [head, foot, label].map((rect) =>
          rect ? [Math.round(rect.left - outer.left), Math.round(rect.top - outer.top)] : null,
        )
      })
    const [head, foot, label] = await places()
    await scroll.evaluate((box) => box.scrollTo(300, 700))
    const [headAfter, footAfter, labelAfter] = await places()
    expect(headAfter?.[1]).toBe(head?.[1])
    expect(footAfter?.[1]).toBe(foot?.[1])
    expect(labelAfter?.[0]).toBe(label?.[0])
    expect(await scroll.evaluate((box) => [box.scrollLeft, box.scrollTop])).toEqual([300, 700])

    const figure = figureOf(page, flights)
    await figure.getByText('Showing the first 100 of 20,000 rows').waitFor()
    await figure.getByText(/^Showing the first 50 of \d{3} columns$/).waitFor()
    expect(await figure.locator('tbody tr').count()).toBe(100)
    await figure.getByRole('button', { name: 'Next columns' }).click()
    await figure.getByText(/^Showing columns 51 to 100 of \d{3}$/).waitFor()
    await figure.getByRole('button', { name: 'Next rows' }).click()
    await figure.getByText('Showing rows 101 to 200 of 20,000').waitFor()
  })

  it('shows the heat of cells in the colors of the theme', async () => {
    const page = await openCase(weather)
    const largest = figureOf(page, weather).locator('tbody td').filter({ hasText: /^191$/ })
    const ground = () => largest.evaluate((cell) => getComputedStyle(cell).backgroundColor)
    await inBothThemes(page, (theme) =>
      expect.poll(ground).toBe(theme === 'light' ? 'rgb(255, 0, 0)' : 'rgb(250, 60, 60)'),
    )
  })

  it('takes names of any kind as text', async () => {
    const page = await openCase(hostile)
    expect(await tableOf(page, hostile)).toEqual([
      ['', 'constructor', '"\'a::b', '<img src=x onerror="window.hacked=1">', 'Totals'],
      ['__proto__', ''],
      ['(empty)', '1', '', '1'],
      ['__proto__', '', '2', '2'],
      ['constructor', '3', '', '3'],
      ['🧭', '', '1', '1'],
      ['Totals', '4', '3', '7'],
    ])
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })
})

describe('fields', () => {
  it('are dragged with the mouse, to a place between others', async () => {
    const page = await openCase(cars)
    const from = await centerOf(page, '[data-field="Displacement"] [aria-roledescription]')
    const to = await centerOf(page, '[data-field="Cylinders"]')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 12, from.y + 4, { steps: 3 })
    await page.mouse.move(to.x - 20, to.y, { steps: 6 })
    await page.locator('[data-field="Cylinders"][data-marked]').waitFor()
    await page.mouse.up()
    await page.getByRole('columnheader', { name: 'Displacement', exact: true }).waitFor()
    expect(await fieldsOf(page, 'rows')).toEqual(['Origin', 'Displacement', 'Cylinders'])
    expect(await fieldsOf(page, 'unused')).not.toContain('Displacement')
  })

  it('stay where they are when they are dropped outside of all areas, and with escape', async () => {
    const page = await openCase(cars)
    const from = await centerOf(page, '[data-field="Year"] [aria-roledescription]')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 300, from.y + 300, { steps: 6 })
    await page.mouse.up()
    await expect.poll(() => fieldsOf(page, 'cols')).toEqual(['Year', 'Powerful'])

    await pickUp(page, grip(page, 'Year'), 'Year: Columns, place 1 of 2.')
    await page.keyboard.press('ArrowUp')
    await page.getByText('Year: Unused fields.').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByText('Year stays where it was.').waitFor({ state: 'attached' })
    expect(await fieldsOf(page, 'cols')).toEqual(['Year', 'Powerful'])
  })

  it('are moved with the keyboard, and every step is said', async () => {
    const page = await openCase(cars)
    await pickUp(page, grip(page, 'Powerful'), 'Powerful: Columns, place 2 of 2.')
    await page.keyboard.press('ArrowDown')
    await page.getByText('Powerful: Rows, place 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Powerful: Rows, place 1 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await page.getByText('Powerful was dropped: Rows, place 1 of 3.').waitFor({ state: 'attached' })
    expect(await fieldsOf(page, 'rows')).toEqual(['Powerful', 'Origin', 'Cylinders'])
    expect(await fieldsOf(page, 'cols')).toEqual(['Year'])
  })

  it('have a menu that moves them, takes the focus along, and leaves out values', async () => {
    const page = await openCase(cars)
    await page.getByRole('button', { name: 'Menu of Powerful' }).click()
    await page.getByRole('button', { name: 'Move to unused' }).click()
    await page.locator('[data-area="unused"] [data-field="Powerful"]').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Menu of Powerful')

    await page.getByRole('button', { name: 'Menu of Origin' }).click()
    const menu = page.getByRole('dialog')
    await menu.getByRole('checkbox', { name: 'USA' }).uncheck()
    await menu.getByText('2 of 3 selected').waitFor()
    await menu.getByLabel('Search values').fill('jap')
    await menu.getByRole('button', { name: 'Select none' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu of Origin, filtered' }).waitFor()
    const labels = await figureOf(page, cars).locator('tbody th').allInnerTexts()
    expect(labels).toEqual(['Europe', '4', '6'])
  })

  it('order rows and columns by label or value', async () => {
    const page = await openCase(barley)
    const first = async () => (await tableOf(page, barley))[2]?.[0]
    await page.getByRole('button', { name: 'Order of rows: by label' }).click()
    expect(await first()).toBe('Grand Rapids')
    await page.getByRole('button', { name: 'Order of rows: by value, smallest first' }).click()
    expect(await first()).toBe('Waseca')
    await page.getByRole('button', { name: 'Order of columns: by label' }).click()
    expect((await tableOf(page, barley))[0]).toEqual(['', 'year', '1932', '1931', 'Totals'])
  })

  it('fold away in a narrow box', async () => {
    const page = await open({ case: barley }, { width: 390 })
    const fields = page.getByRole('button', { name: /^Fields/ })
    await fields.waitFor()
    expect(await page.getByRole('combobox', { name: 'Aggregator' }).isVisible()).toBe(false)
    await fields.click()
    await page.getByRole('combobox', { name: 'Aggregator' }).click()
    await page.getByRole('option', { name: 'Maximum', exact: true }).click()
    expect((await tableOf(page, barley)).at(-1)).toEqual(['Totals', '65.77', '58.17', '65.77'])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
})

interface Drawn {
  series: { type: string; name: string; stack?: string; data: unknown[] }[]
  xAxis: { data?: string[]; name: string }[]
  yAxis: { data?: string[]; name: string }[]
}

describe('charts of a pivot', () => {
  async function choose(page: Page, renderer: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Renderer' }).click()
    await page.getByRole('option', { name: renderer, exact: true }).click()
  }
  const drawn = async (page: Page) => (await drawnOption(page, harvest)) as unknown as Drawn
  const sites = ['Crookston', 'Duluth', 'Grand Rapids', 'Morris', 'University Farm', 'Waseca']

  it('have the sums of the table, and are changed into one another, and into text', async () => {
    const page = await openCase(harvest)
    const { series, xAxis } = await drawn(page)
    expect(xAxis[0]?.data).toEqual(sites)
    expect(series).toHaveLength(10)
    expect(series.every(({ type, stack }) => type === 'bar' && stack === 'all')).toBe(true)
    // Glabron at Waseca: 55.2 in 1931 and 37.73333 in 1932
    expect(series[0]?.name).toBe('Glabron')
    expect(series[0]?.data[5]).toBeCloseTo(92.93333, 4)
    const hidden = await figureOf(page, harvest).locator('table').textContent()
    expect(hidden).toContain('92.93')

    await choose(page, 'Grouped Bar Chart')
    await expect.poll(async () => (await drawn(page)).yAxis[0]?.name).toBe('variety')
    expect((await drawn(page)).series.map(({ name }) => name)).toEqual(sites)
    await choose(page, 'Line Chart')
    await expect.poll(async () => (await drawn(page)).series[0]?.type).toBe('line')
    await choose(page, 'Scatter Chart')
    await expect.poll(async () => (await drawn(page)).series[0]?.data.length).toBe(60)
    await choose(page, 'Multiple Pie Chart')
    await expect
      .poll(async () => (await drawn(page)).series.map(({ type }) => type))
      .toEqual(sites.map(() => 'pie'))
    await choose(page, 'Exportable TSV')
    const text = await page.getByRole('textbox', { name: `${harvest} as tab-separated values` }).inputValue()
    expect(text.split('\n')[0]).toBe(`variety\t${sites.join('\t')}`)
    expect(text.split('\n')).toHaveLength(11)
  })
})
