import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawnOption, figureOf, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

type Rows = Record<string, unknown>[]

/** A file of vega-datasets, read by the test itself: what is drawn is compared with it, not with our own reading. */
async function datasetRows(file: string): Promise<Rows> {
  const path = new URL(`../../node_modules/vega-datasets/data/${file}`, import.meta.url)
  return JSON.parse(await readFile(path, 'utf8')) as Rows
}

/** The table behind a chart, without its head. */
async function tableOf(page: Page, title: string): Promise<string[][]> {
  const lines = figureOf(page, title).locator('tbody tr')
  return lines.evaluateAll((found) =>
    found.map((line) => [...line.children].map((cell) => cell.textContent ?? '')),
  )
}

/** The texts of the image as people download it. */
async function exportedTexts(page: Page, title: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const svg = await (await window.imageOfCase(name, 'svg')).text()
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml')
    return [...drawn.querySelectorAll('text')].map((text) => text.textContent ?? '')
  }, title)
}

/** No script of the data ran, and no name of it changed what every object has. */
async function expectUnhacked(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  const inherited = await page.evaluate(() => {
    const found: string[] = []
    for (const key in {}) found.push(key)
    return found
  })
  expect(inherited).toEqual([])
}

interface SankeySeries {
  data: { name: string; value: number; localX: number }[]
  links: { source: string; target: string; value: number }[]
  height: number
}

async function sankeyOf(page: Page, title: string): Promise<SankeySeries> {
  const { series } = (await drawnOption(page, title)) as unknown as { series: [SankeySeries] }
  return series[0]
}

describe('Sankey', () => {
  const title = 'Flights between seven airports'

  it('has the nodes, the links and the sums of its data', async () => {
    const page = await open({ case: title })
    const busiest = ['DFW', 'ATL', 'LAX', 'PHX', 'IAH', 'DTW', 'MSP']
    const flights = (await datasetRows('flights-2k.json')).filter(({ origin, destination }) =>
      [origin, destination].every((airport) => busiest.includes(String(airport))),
    )
    const sums = new Map<string, number>()
    for (const { origin, destination } of flights) {
      const way = `${origin} ${destination}`
      sums.set(way, (sums.get(way) ?? 0) + 1)
    }
    // stages are the columns by name: from, to
    const rows = await tableOf(page, title)
    expect(new Map(rows.map(([, from, to, value]) => [`${from} ${to}`, Number(value)]))).toEqual(sums)
    const { data, links } = await sankeyOf(page, title)
    expect(data).toHaveLength(14)
    expect(links).toHaveLength(sums.size)
    expect(links.reduce((sum, { value }) => sum + value, 0)).toBe(flights.length)
    expect(new Set(data.map(({ localX }) => localX > 0.5))).toEqual(new Set([false, true]))
    expect((await exportedTexts(page, title)).toSorted()).toEqual([...busiest, ...busiest].toSorted())
  })

  it('says who flows where, and how much', async () => {
    const page = await open({ case: title })
    await drawnOption(page, title)
    const box = await figureOf(page, title).locator('canvas').boundingBox()
    if (!box) throw new Error('There is no canvas.')
    // the first link leaves the first node at its top
    await page.mouse.move(box.x + 60, box.y + 16)
    await page.mouse.move(box.x + 64, box.y + 17)
    const [first] = await tableOf(page, title)
    const tooltip = figureOf(page, title).getByText(/ → /)
    await tooltip.waitFor()
    expect(await tooltip.textContent()).toBe('LAX → PHX')
    const value = (await tableOf(page, title)).find(([, from, to]) => from === 'LAX' && to === 'PHX')?.at(-1)
    expect(await tooltip.locator('xpath=following-sibling::div').textContent()).toBe(value)
    expect(first).toHaveLength(4)
  })

  it('draws two hundred nodes inside of its box', async () => {
    const many = 'Flows between two hundred nodes'
    const page = await open({ case: many })
    const { data, height } = await sankeyOf(page, many)
    expect(data).toHaveLength(200)
    expect(height).toBeGreaterThan(100)
    // labels that would cross others are left out, the others are whole
    const texts = await exportedTexts(page, many)
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.length).toBeLessThan(80)
    expect(texts.every((text) => /^(Place|Target) \d+$/.test(text))).toBe(true)
  })

  it('says which columns are missing', async () => {
    const page = await open({ case: 'Flows without a value column' })
    await page.getByText(/^A Sankey needs a column named value with numbers/).waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
  })

  it('shows hostile names as they are', async () => {
    const page = await open({ case: 'Hostile flows' })
    const names = (await tableOf(page, 'Hostile flows')).map(([, from]) => from)
    expect(names).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'a::b', '😀']))
    expect(await exportedTexts(page, 'Hostile flows')).toEqual(expect.arrayContaining(['__proto__', 'a::b']))
    await expectUnhacked(page)
  })
})

interface SunburstNode {
  value: number
  itemStyle: { opacity: number }
  children: SunburstNode[]
}

async function sunburstOf(page: Page, title: string): Promise<SunburstNode[]> {
  const { series } = (await drawnOption(page, title)) as unknown as { series: [{ data: SunburstNode[] }] }
  return series[0].data
}

const opacities = (nodes: readonly SunburstNode[]): number[] =>
  nodes.flatMap(({ itemStyle, children }) => [itemStyle.opacity, ...opacities(children)])

describe('Sunburst', () => {
  const title = 'Films by kind, source and genre'

  it('has the segments of its data', async () => {
    const page = await open({ case: title })
    const films = await datasetRows('movies.json')
    const counts = new Map<unknown, number>()
    for (const film of films) {
      const first = film['Creative Type'] || film.Source || film['Major Genre']
      if (first) counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    const sorted = [...counts.values()].toSorted((one, other) => other - one)
    const inner = (await sunburstOf(page, title)).map(({ value }) => value)
    expect(inner).toEqual(sorted.slice(0, inner.length))
    expect(inner.length).toBeGreaterThan(10)
    expect((await tableOf(page, title))[0]).toEqual(['Contemporary Fiction', '1,453', '49.3%'])
  })

  it('shows the path that is pointed at until a user clicks beside it', async () => {
    const page = await open({ case: title })
    const figure = figureOf(page, title)
    expect(opacities(await sunburstOf(page, title)).every((opacity) => opacity === 1)).toBe(true)
    const status = figure.getByRole('status')
    expect(await status.textContent()).toBe('Point at a segment to see its path.')
    const box = await figure.locator('canvas').boundingBox()
    if (!box) throw new Error('There is no canvas.')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    // right of the hole: the largest segment of the first ring
    await page.mouse.move(middle.x + 70, middle.y + 10)
    await page.mouse.move(middle.x + 76, middle.y + 10)
    await figure.getByText('Stage: 1').waitFor()
    expect(await status.textContent()).toBe('Contemporary Fiction49.3%')
    await figure.getByText('1,453 of 2,948').waitFor()
    const faded = opacities(await sunburstOf(page, title))
    expect(faded.filter((opacity) => opacity === 1)).toHaveLength(1)
    expect(faded.filter((opacity) => opacity === 0.3)).toHaveLength(faded.length - 1)
    // it stays when the pointer leaves
    await page.mouse.move(middle.x, box.y + 2)
    await figure.getByText('Stage: 1').waitFor()
    await page.mouse.click(box.x + 4, box.y + 4)
    await figure.getByText('Stage: 1').waitFor({ state: 'detached' })
    expect(opacities(await sunburstOf(page, title)).every((opacity) => opacity === 1)).toBe(true)
  })

  it('orders the steps of its sequences by their stage', async () => {
    const flights = 'Where flights go from their first airport'
    const page = await open({ case: flights })
    const origins = (await sunburstOf(page, flights)).map(({ value }) => value)
    const rows = await tableOf(page, flights)
    const airports = ['DFW', 'ATL', 'LAX', 'PHX', 'IAH', 'LAS', 'MSP', 'ORD']
    const from = (airport: string) => rows.find(([path]) => path === airport)?.[1]
    const counted = new Map<string, number>()
    for (const { origin, destination } of await datasetRows('flights-2k.json')) {
      if (![origin, destination].every((airport) => airports.includes(String(airport)))) continue
      counted.set(String(origin), (counted.get(String(origin)) ?? 0) + 1)
    }
    expect(origins.toSorted()).toEqual([...counted.values()].toSorted())
    expect(from('ORD')).toBe(String(counted.get('ORD')))
  })
})

describe('Word cloud', () => {
  it('draws the most frequent words, the most frequent one the largest', async () => {
    const title = 'All words of film titles'
    const page = await open({ case: title })
    const words = figureOf(page, title).locator('svg text')
    await words.first().waitFor()
    const counts = new Map<string, number>()
    for (const film of await datasetRows('movies.json')) {
      for (const word of String(film.Title ?? '').split(/\s/)) {
        if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    }
    expect(await words.count()).toBe(500)
    await page.getByText(`Showing the 500 most frequent of ${counts.size} words.`).waitFor()
    const the = words.filter({ hasText: /^The/ }).first()
    expect(await the.getAttribute('font-size')).toBe('100')
    expect(await the.locator('title').textContent()).toBe(`The: ${counts.get('The')}`)
    expect((await tableOf(page, title))[0]).toEqual(['The', String(counts.get('The'))])
  })

  it('keeps every word in its box, and every second one is turned', async () => {
    const title = 'Words of film titles'
    const page = await open({ case: title }, { width: 390 })
    const cloud = figureOf(page, title).locator('svg[role="img"]')
    await cloud.locator('text').first().waitFor()
    const outside = await cloud.evaluate((svg) => {
      const box = svg.getBoundingClientRect()
      return [...svg.querySelectorAll('text')].filter((word) => {
        const { left, right, top, bottom } = word.getBoundingClientRect()
        return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1
      }).length
    })
    expect(outside).toBe(0)
    const turned = await cloud.locator('text[transform*="rotate(90)"]').count()
    expect(turned).toBeGreaterThan(10)
    expect(await cloud.locator('text[transform*="rotate(0)"]').count()).toBeGreaterThan(10)
  })

  it('is the same cloud each time', async () => {
    const title = 'Directors by their films'
    const places: string[][] = []
    for (let time = 0; time < 2; time++) {
      const page = await open({ case: title })
      const words = figureOf(page, title).locator('svg text')
      await words.first().waitFor()
      places.push(await words.evaluateAll((all) => all.map((word) => word.getAttribute('transform') ?? '')))
    }
    expect(places[0]?.length).toBeGreaterThan(100)
    expect(places[1]).toEqual(places[0])
  })

  it('is exported with its texts', async () => {
    const title = 'Hostile words'
    const page = await open({ case: title })
    await figureOf(page, title).locator('svg text').first().waitFor()
    expect(await exportedTexts(page, title)).toEqual(
      expect.arrayContaining(['a::b', '__proto__', '<img src=x onerror="window.hacked = 1">']),
    )
    await expectUnhacked(page)
  })
})

describe('Box plot', () => {
  it('has the quartiles of its data', async () => {
    const title = 'Beaks and flippers of penguins'
    const page = await open({ case: title })
    const { series, xAxis } = (await drawnOption(page, title)) as unknown as {
      series: { type: string; data: number[][] }[]
      xAxis: { data: string[]; name: string }[]
    }
    // the species is text: it has no box
    expect(xAxis[0]?.data).toEqual(['Beak length', 'Beak depth', 'Flipper length'])
    expect(xAxis[0]?.name).toBe('Measure')
    const lengths = (await datasetRows('penguins.json'))
      .map((bird) => bird['Flipper Length (mm)'])
      .filter((cell) => typeof cell === 'number')
      .toSorted((one, other) => one - other)
    const at = (share: number) => {
      const place = (lengths.length - 1) * share
      const [low = 0, high = low] = lengths.slice(Math.floor(place), Math.floor(place) + 2)
      return low + (high - low) * (place % 1)
    }
    const quartiles = [at(0.25), at(0.5), at(0.75)]
    expect(series[0]?.data[2]).toEqual([lengths[0], ...quartiles, lengths.at(-1)])
    expect(series[1]?.data).toEqual([])
  })

  it('draws what lies beyond the whiskers', async () => {
    const title = 'Delays of flights from four airports'
    const page = await open({ case: title })
    const { series } = (await drawnOption(page, title)) as unknown as { series: { data: number[][] }[] }
    const [boxes, outliers] = [series[0]?.data ?? [], series[1]?.data ?? []]
    expect(boxes).toHaveLength(4)
    expect(outliers.length).toBeGreaterThan(10)
    for (const [column = 0, value = 0] of outliers) {
      const [low = 0, , , , high = 0] = boxes[column] ?? []
      expect(value < low || value > high).toBe(true)
    }
  })
})
