import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawnOption, figureOf, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

async function middleOf(page: Page, title: string): Promise<{ x: number; y: number }> {
  const figure = figureOf(page, title)
  await figure.scrollIntoViewIfNeeded()
  const box = await figure.locator('[data-box]').boundingBox()
  if (!box) throw new Error(`${title} is not shown.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const scrolledTo = (page: Page) => page.evaluate(() => document.scrollingElement?.scrollTop ?? 0)

async function expectPageScrolls(page: Page, title: string): Promise<void> {
  const { x, y } = await middleOf(page, title)
  await page.mouse.move(x, y)
  const before = await scrolledTo(page)
  await page.mouse.wheel(0, before > 0 ? -60 : 60)
  await expect.poll(() => scrolledTo(page), { message: title }).not.toBe(before)
}

async function windowOf(page: Page, title: string): Promise<[number, number]> {
  const { dataZoom } = (await drawnOption(page, title)) as {
    dataZoom: { startValue: number; endValue: number }[]
  }
  return [dataZoom[0]?.startValue ?? Number.NaN, dataZoom[0]?.endValue ?? Number.NaN]
}

async function turnWithCtrl(page: Page, distance: number): Promise<void> {
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, distance)
  await page.keyboard.up('Control')
}

/** Longer than any visualization, so that the page can scroll wherever the visualization is. */
async function makeRoom(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.style.paddingBlock = '1200px'
  })
}

describe('the wheel', () => {
  it('scrolls the page over charts of all kinds', async () => {
    const titles = [
      'Prices of five stocks',
      'A hundred thousand points',
      'Barley by site, lying bars',
      'Penguins in boxes',
      'Countries: life, children, people',
      'Islands of penguins in donuts',
    ]
    const page = await open({ case: titles })
    await makeRoom(page)
    for (const title of titles) {
      await drawnOption(page, title)
      await expectPageScrolls(page, title)
    }
  })

  it('scrolls the page over what is no chart', async () => {
    const titles = [
      'Flights between seven airports',
      'Films by kind, source and genre',
      'Airports in clusters',
      'Life expectancy of countries in 2005',
      'What is known of films',
      'Words of film titles',
      'Beaks and flippers of penguins',
    ]
    const page = await open({ case: titles })
    await makeRoom(page)
    for (const title of titles) await expectPageScrolls(page, title)
  })

  it('zooms with Ctrl around the pointer, and the page stays', async () => {
    const title = 'Prices of five stocks'
    const page = await open({ case: title })
    await makeRoom(page)
    const { x, y } = await middleOf(page, title)
    const [first, last] = await windowOf(page, title)
    const before = await scrolledTo(page)
    const scale = await page.evaluate(() => window.devicePixelRatio)
    await page.mouse.move(x, y)
    await turnWithCtrl(page, -120)
    const reset = figureOf(page, title).getByRole('button', { name: 'Reset zoom' })
    await reset.waitFor()
    const [from, to] = await windowOf(page, title)
    expect(from).toBeGreaterThan(first)
    expect(to).toBeLessThan(last)
    expect(await scrolledTo(page)).toBe(before)
    expect(await page.evaluate(() => window.devicePixelRatio)).toBe(scale)
    await expectPageScrolls(page, title)
    expect(await windowOf(page, title)).toEqual([from, to])

    await page.mouse.move((await middleOf(page, title)).x, (await middleOf(page, title)).y)
    await turnWithCtrl(page, 240)
    await reset.waitFor({ state: 'hidden' })
    expect(await windowOf(page, title)).toEqual([first, last])
  })

  it('zooms horizontal bars by whole categories', async () => {
    const title = 'Barley by site, lying bars'
    const page = await open({ case: title })
    const { x, y } = await middleOf(page, title)
    const [first, last] = await windowOf(page, title)
    await page.mouse.move(x, y)
    await turnWithCtrl(page, -40)
    await figureOf(page, title).getByRole('button', { name: 'Reset zoom' }).click()
    await expect.poll(() => windowOf(page, title)).toEqual([first, last])
  })
})

it('two fingers zoom a chart', async () => {
  const title = 'Prices of five stocks'
  const page = await open({ case: title })
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  // ECharts asks for touch when it loads
  await page.reload()
  await drawnOption(page, title)
  const { x, y } = await middleOf(page, title)
  const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [
        { x: x - apart, y, id: 1 },
        { x: x + apart, y, id: 2 },
      ],
    })
  await touch('touchStart', 30)
  for (const apart of [40, 60, 80]) await touch('touchMove', apart)
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await figureOf(page, title).getByRole('button', { name: 'Reset zoom' }).waitFor()
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await client.detach()
})
