import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const bars = {
  type: 'CHART',
  options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y' } },
}

/** A chart and a note on the first screen, and tables so far below that they are not drawn yet. */
async function longDashboard(): Promise<number> {
  const { member } = sextant()
  const { id } = await createDashboard(sextant(), { user_id: member.id, name: 'All of the <flights> & more' })
  const place = (row: number, sizeY = 6) => ({
    position: { col: 0, row, sizeX: 3, sizeY, autoHeight: false },
  })
  const { id: query_id } = await storeQuery(sextant(), member, {
    name: 'Busy airports',
    query: 'select origin, count(*) as flights from flights group by origin order by flights desc limit 3',
  })
  const chart = await createVisualization(sextant(), { query_id, name: 'As bars', ...bars })
  await createWidget(sextant(), { dashboard_id: id, visualization_id: chart.id, options: place(0) })
  await createWidget(sextant(), { dashboard_id: id, text: '## A note', options: place(6, 60) })
  for (const [at, row] of [66, 72, 78].entries()) {
    const name = `Rows of table ${at + 1}`
    const query = `select n, 'row ' || n as words from generate_series(1, 60) n`
    const { id: own } = await storeQuery(sextant(), member, { name, query: `${query} -- ${at}` })
    const table = await createVisualization(sextant(), { query_id: own, type: 'TABLE', name: 'Table' })
    await createWidget(sextant(), { dashboard_id: id, visualization_id: table.id, options: place(row) })
  }
  return id
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

interface Painted {
  width: number
  height: number
  /** how many colors there are in each tenth of the height */
  colors: number[]
}

function look(page: Page, png: Buffer): Promise<Painted> {
  return page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const part = Math.floor(canvas.height / 10)
      const colors = Array.from({ length: 10 }, (_, at) => {
        const data = context?.getImageData(0, at * part, canvas.width, part).data ?? []
        return new Set(new Uint32Array(new Uint8ClampedArray(data).buffer)).size
      })
      return { width: canvas.width, height: canvas.height, colors }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
}

describe('the image of a dashboard', () => {
  it('has all widgets under its name, those far below too', async () => {
    const id = await longDashboard()
    const { page } = await come('about:blank')
    // what is painted is an SVG document first: its text is looked at as well
    await page.addInitScript(() => {
      const create = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (content) => {
        if (content instanceof Blob && content.type === 'image/svg+xml') {
          void content.text().then((text) => Object.assign(window, { painted: text }))
        }
        return create(content)
      }
    })
    await page.goto(`${sextant().url}/dashboards/${id}`)
    await page.getByRole('img', { name: /chart/ }).waitFor()
    expect(await page.getByRole('region', { name: 'Rows of table 3' }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await choose(page, 'Download as PNG')
    const file = await download
    expect(file.suggestedFilename()).toBe('All_of_the_flights_&_more.png')
    const png = await readFile(await file.path())
    const painted = await look(page, png)
    const grid = await page.locator('[data-widget-id]').first().locator('..').boundingBox()
    expect(painted.width).toBeGreaterThanOrEqual(2 * (grid?.width ?? Number.NaN))
    expect(painted.width).toBeLessThan(2 * ((grid?.width ?? Number.NaN) + 100))
    expect(painted.height).toBeGreaterThan(2 * (grid?.height ?? Number.NaN))
    // the name, the chart, and what comes below: nothing is blank
    expect(painted.colors[0]).toBeGreaterThan(10)
    expect(painted.colors[9]).toBeGreaterThan(10)
    const svg = await page.evaluate(() => (window as { painted?: string }).painted ?? '')
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join('|')
    expect(texts).toContain('All of the &lt;flights&gt; &amp; more')
    for (const name of [
      'As bars',
      'Busy airports',
      'A note',
      'Rows of table 1',
      'Rows of table 3',
      'row 1',
    ]) {
      expect(texts).toContain(name)
    }
    // what is scrolled away stays so, and what is only there to be used is left out
    expect(texts).not.toContain('row 25')
    expect(svg).not.toMatch(/<script|onerror|foreignObject/)
  })
})

describe('paper', () => {
  it('is light, has name and time, and no widget is cut through', async () => {
    const id = await longDashboard()
    const { page } = await come(`/dashboards/${id}`, { theme: 'dark' })
    await page.getByRole('img', { name: /chart/ }).waitFor()
    // the browser's dialog, which waits for a user
    await page.evaluate(() => {
      window.print = () =>
        new Promise((resolve) => Object.assign(window, { endPrinting: resolve, isPrinting: true }))
    })
    await choose(page, 'Print or save as PDF')
    await page.waitForFunction(() => 'isPrinting' in window)
    // as wide as on a screen, and made smaller: no column of a table is lost on paper
    const grid = page.locator('[data-widget-id]').first().locator('..')
    expect(await grid.evaluate((element) => element.clientWidth)).toBeGreaterThan(1300)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('light')
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    await page.getByRole('heading', { level: 1, name: 'All of the <flights> & more' }).waitFor()
    await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor()
    await page.getByRole('grid').last().getByText('row 1', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { level: 2, name: /^Rows of table/ }).count()).toBe(3)
    const breaks = await page
      .locator('[data-widget-id]')
      .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).breakInside))
    expect(new Set(breaks)).toEqual(new Set(['avoid']))
    for (const name of ['More actions', 'Expand', 'Refresh']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    const sheet = await page.pdf({ format: 'A4', landscape: true })
    expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0).toBeGreaterThan(1)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.evaluate(() => (window as { endPrinting?: () => void }).endPrinting?.())
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  })
})
