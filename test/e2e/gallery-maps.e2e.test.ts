import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { figureOf, inBothThemes, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

const countries = 'Life expectancy of countries in 2005'
const states = 'Obesity in the states'
const prefectures = 'People of the prefectures of Japan'
const chosen = 'Custom colors and bounds'
const airports = 'Airports in clusters'
const earthquakes = 'Earthquakes by strength'
const capitals = 'Capitals of the states with signs'
const landmarks = 'Landmarks of kinds that data named'

/** What each region of a choropleth is filled with, by the id of the region. */
async function fillsOf(page: Page, title: string): Promise<Map<string, string>> {
  const regions = figureOf(page, title).locator('[data-region]')
  await regions.first().waitFor({ state: 'attached' })
  await page.waitForFunction(
    (name) =>
      document.querySelector(`[data-case="${name}"] [data-region]`)?.getAttribute('fill') !== '#3388ff',
    title,
  )
  return new Map(
    await regions.evaluateAll((paths) =>
      paths.map((path): [string, string] => [
        path.getAttribute('data-region') ?? '',
        path.getAttribute('fill') ?? '',
      ]),
    ),
  )
}

async function legendOf(figure: Locator): Promise<[text: string, color: string][]> {
  return figure
    .getByRole('list', { name: 'Legend' })
    .locator('li')
    .evaluateAll((items) =>
      items.map((item): [string, string] => {
        const swatch = item.firstElementChild
        return [item.textContent?.trim() ?? '', swatch ? getComputedStyle(swatch).backgroundColor : '']
      }),
    )
}

const svgOf = (page: Page, title: string) =>
  page.evaluate(async (name) => (await window.imageOfCase(name, 'svg')).text(), title)

const popupOf = (figure: Locator) => figure.getByRole('dialog', { name: 'Details' })
const tooltipOf = (figure: Locator) => figure.getByRole('tooltip')
const isHacked = (page: Page) => page.evaluate(() => 'hacked' in window)

async function isOnScreen(page: Page, bubble: Locator): Promise<boolean> {
  const box = await bubble.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) return false
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
}

describe('choropleths', () => {
  it('fill each country with the color of its class, on the page and in the file', async () => {
    const page = await open({ case: countries })
    const fills = await fillsOf(page, countries)
    expect(fills.size).toBe(176)
    // Japan has the largest value, 82.5, South Africa the least, 52.1
    expect([fills.get('392'), fills.get('710')]).toEqual(['#002fb4', '#799cff'])
    // no row: grey, as stored
    expect(fills.get('643')).toBe('#dddddd')
    const legend = await legendOf(figureOf(page, countries))
    expect(legend.map(([text]) => text)).toHaveLength(5)
    expect(legend[0]).toEqual(['82.5', 'rgb(0, 47, 180)'])
    expect(legend[4]).toEqual(['52.1', 'rgb(121, 156, 255)'])
    const colors = new Set([...fills.values()].filter((color) => color !== '#dddddd'))
    expect([...colors].sort()).toEqual(['#002fb4', '#1e4ac7', '#3d66da', '#5b81ec', '#799cff'])

    // the file has the shapes and the legend, and no buttons
    const svg = await svgOf(page, countries)
    const drawn = [...svg.matchAll(/<path [^>]*fill="(#[0-9a-f]{6})"/g)].map((found) => found[1])
    const count = (all: Iterable<string | undefined>, wanted: string) =>
      [...all].filter((color) => color === wanted).length
    for (const color of new Set(fills.values()))
      expect(count(drawn, color)).toBe(count(fills.values(), color))
    expect(svg).toContain('>82.5</text>')
    expect(svg).not.toContain('<image')
    const png = await page.evaluate(async (name) => {
      const blob = await window.imageOfCase(name, 'png')
      const { width, height } = await createImageBitmap(blob)
      return { type: blob.type, width, height }
    }, countries)
    expect(png.type).toBe('image/png')
    expect(png.width).toBeGreaterThan(1000)
  })

  it('draw the states of the USA and the prefectures of Japan', async () => {
    const page = await open({ case: [states, prefectures] })
    const usa = await fillsOf(page, states)
    expect(usa.size).toBe(52)
    // Mississippi has the highest rate, Colorado the lowest
    expect([usa.get('28'), usa.get('08')]).toEqual(['#981717', '#ffe3d6'])
    const japan = await fillsOf(page, prefectures)
    expect(japan.size).toBe(48)
    expect(japan.get('JP-13')).toBe('#002fb4')
    expect(japan.get('JP-')).toBe('#dddddd')
    const legend = await legendOf(figureOf(page, prefectures))
    expect(legend[0]?.[0]).toBe('14,047,594')
    expect(legend.at(-1)?.[0]).toBe('553,407')
  })

  it('follow a dark theme, but for what a user chose', async () => {
    const page = await open({ case: [countries, chosen] }, { theme: 'dark' })
    const fills = await fillsOf(page, countries)
    expect(fills.get('643')).not.toBe('#dddddd')
    expect(fills.get('392')).toBe('#002fb4')
    const ground = (title: string) =>
      figureOf(page, title)
        .locator('[data-map-frame]')
        .evaluate((frame) => getComputedStyle(frame).backgroundColor)
    expect(await ground(countries)).toBe(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    )
    expect(await ground(chosen)).toBe('rgb(220, 235, 255)')
    const own = await fillsOf(page, chosen)
    expect([own.get('276'), own.get('380'), own.get('724')]).toEqual(['#a55f2a', '#ffe9b8', '#f5f1e6'])
  })

  it('say on hover and on click what the templates say, cleaned, and on the screen', async () => {
    const page = await open({ case: chosen })
    const figure = figureOf(page, chosen)
    await fillsOf(page, chosen)
    const germany = figure.locator('[data-region="276"]')
    await germany.hover()
    const tooltip = tooltipOf(figure)
    await tooltip.waitFor()
    expect(await tooltip.textContent()).toContain('DEU')
    expect(await tooltip.locator('script').count()).toBe(0)
    expect(await tooltip.locator('a').getAttribute('href')).toBeNull()
    expect(await isOnScreen(page, tooltip)).toBe(true)
    expect(await germany.getAttribute('stroke-width')).toBe('2')
    await germany.click()
    const popup = popupOf(figure)
    await popup.waitFor()
    const link = popup.getByRole('link', { name: 'Germany' })
    expect(await link.getAttribute('href')).toBe('https://example.org/DE')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await isOnScreen(page, popup)).toBe(true)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
    expect(await isHacked(page)).toBe(false)
  })

  it('move by the keyboard and the buttons, and come back', async () => {
    const page = await open({ case: countries })
    const figure = figureOf(page, countries)
    await fillsOf(page, countries)
    const shape = () => figure.locator('[data-region="392"]').boundingBox()
    const before = await shape()
    await figure.getByRole('button', { name: 'Zoom in' }).click()
    const zoomed = await shape()
    expect((zoomed?.width ?? 0) / (before?.width ?? 1)).toBeGreaterThan(1.8)
    await figure.getByRole('group', { name: countries }).press('ArrowRight')
    await page.waitForFunction(
      ([id, left]) =>
        (document.querySelector(`[data-region="${id}"]`)?.getBoundingClientRect().left ?? 0) < Number(left),
      ['392', zoomed?.x ?? 0] as const,
    )
    await figure.getByRole('button', { name: 'Show everything' }).click()
    const back = await shape()
    expect(Math.abs((back?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(1)
    expect(await figure.getByRole('button', { name: 'Full screen' }).count()).toBe(1)
  })
})

/** Texts of the clusters and the number of single markers that are drawn. */
async function markersOf(figure: Locator): Promise<{ clusters: number[]; single: number }> {
  const markers = figure.locator('.leaflet-marker-icon')
  await markers.first().waitFor()
  const texts = await markers.evaluateAll((all) =>
    all.map((one) => one.querySelector('text')?.textContent ?? ''),
  )
  return {
    clusters: texts.filter((text) => text !== '').map((text) => Number(text.replaceAll(',', ''))),
    single: texts.filter((text) => text === '').length,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('maps of markers', () => {
  it('gather thousands in clusters over the land, without tiles, and open one with the keyboard', async () => {
    const page = await open({ case: airports })
    const figure = figureOf(page, airports)
    const before = await markersOf(figure)
    const { clusters, single } = before
    expect(sum(clusters) + single).toBe(3376)
    expect(clusters.length).toBeGreaterThan(2)
    const land = figure.locator('.leaflet-land-pane path')
    expect(((await land.getAttribute('d')) ?? '').length).toBeGreaterThan(10_000)
    const fill = () => land.evaluate((path) => getComputedStyle(path).fill)
    await inBothThemes(page, () => expect.poll(fill).not.toBe('rgb(0, 0, 0)'))
    const credit = figure.getByRole('link', { name: 'OpenStreetMap' })
    expect(await credit.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
    expect(await credit.getAttribute('rel')).toBe('noopener noreferrer')

    // the file has land and markers, and nothing of other sites
    const svg = await svgOf(page, airports)
    for (const cluster of clusters) expect(svg).toContain(`>${cluster.toLocaleString('en-US')}</text>`)
    expect(svg.split('<path ').length).toBeGreaterThan(100)
    expect(svg).not.toContain('<image')
    expect(svg).toContain('OpenStreetMap')

    const cluster = figure.getByRole('button', { name: /3,?085 markers/ })
    await cluster.focus()
    await page.keyboard.press('Enter')
    await cluster.waitFor({ state: 'detached' })
    const after = await markersOf(figure)
    expect(after.clusters.length).toBeGreaterThan(before.clusters.length)
  })

  it('have a layer for each group, with its color and a switch', async () => {
    const page = await open({ case: earthquakes })
    const figure = figureOf(page, earthquakes)
    await markersOf(figure)
    const fills = async () =>
      new Set(
        await figure
          .locator('.leaflet-marker-icon circle')
          .evaluateAll((circles) => circles.map((circle) => circle.getAttribute('fill'))),
      )
    expect(await fills()).toEqual(new Set(['#799CFF', '#FF7F0E', '#E92828']))
    const weak = figure.getByRole('button', { name: 'weak' })
    await weak.click()
    expect(await weak.getAttribute('aria-pressed')).toBe('false')
    expect(await fills()).toEqual(new Set(['#FF7F0E', '#E92828']))
  })

  it('stay where stored bounds say, with markers as a user styled them', async () => {
    const page = await open({ case: capitals })
    const figure = figureOf(page, capitals)
    const { single } = await markersOf(figure)
    expect(single).toBe(50)
    const pin = figure.getByRole('button', { name: /Denver|Colorado/ })
    expect(await pin.locator('path').first().getAttribute('fill')).toBe('#604FE9')
    expect(await pin.locator('svg svg').count()).toBe(1)
    await pin.focus()
    await page.keyboard.press('Enter')
    const popup = popupOf(figure)
    await popup.waitFor()
    expect((await popup.textContent())?.replace('×', '')).toBe('DenverColorado')
    const close = popup.getByRole('button', { name: 'Close' })
    await expect.poll(() => close.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
    await expect.poll(() => pin.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('show values of data as the text they are', async () => {
    const page = await open({ case: landmarks })
    const figure = figureOf(page, landmarks)
    const { single } = await markersOf(figure)
    // one of eight has no latitude
    expect(single).toBe(7)
    const hostile = '<img src=x onerror="window.hacked = 1">'
    expect(await figure.getByRole('button', { name: hostile }).first().textContent()).toBe(hostile)
    await figure.getByRole('button', { name: /^Taj Mahal/ }).press('Enter')
    const popup = popupOf(figure)
    await popup.waitFor()
    expect(await popup.locator('strong').textContent()).toBe('27.17, 78.04')
    expect(await popup.locator('dd').allTextContents()).toEqual(['Taj Mahal', hostile])
    expect(await popup.locator('img').count()).toBe(0)
    expect(await isHacked(page)).toBe(false)
  })

  it('fit a telephone', async () => {
    const page = await open({ case: airports, place: 'page' }, { width: 390 })
    await markersOf(figureOf(page, airports))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const frame = await figureOf(page, airports).locator('[data-box]').boundingBox()
    expect(frame?.width).toBeGreaterThan(300)
  })
})
