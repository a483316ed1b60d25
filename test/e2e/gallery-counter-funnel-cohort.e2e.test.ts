import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../../src/visualizations/parts/colors.ts'
import { heights } from './browser.ts'
import { figureOf, inBothThemes, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

interface Look {
  color: string
  background: string
  left: number
  top: number
  right: number
  bottom: number
}

function lookOf(element: Locator): Promise<Look> {
  return element.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node)
    const { left, top, right, bottom } = node.getBoundingClientRect()
    return { color, background: backgroundColor, left, top, right, bottom }
  })
}

const groundOf = async (page: Page) => (await lookOf(page.locator('body'))).background
const widthOf = ({ left, right }: Look) => right - left
const hacked = (page: Page) => page.evaluate(() => (window as { hacked?: unknown }).hacked)
const tableOf = (table: Locator) =>
  table
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

/** Runs in the page: nothing stands out, and in one direction there is no room left. */
function fillsItsParent(element: Node | null): boolean {
  if (!(element instanceof HTMLElement) || !element.parentElement) return false
  const [inner, outer] = [element.getBoundingClientRect(), element.parentElement.getBoundingClientRect()]
  const isInside =
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1
  return isInside && Math.max(inner.width / outer.width, inner.height / outer.height) > 0.95
}

describe('a counter', () => {
  it('has value, target and name drawn to be read, and fills its box, whatever becomes of it', async () => {
    const page = await open({ type: 'COUNTER' })
    const apple = figureOf(page, 'Apple, last price against the first')
    await inBothThemes(page, async () => {
      const ground = await groundOf(page)
      const reached = await lookOf(apple.getByText('$223.02', { exact: true }))
      const target = await lookOf(apple.getByText('($25.94)', { exact: true }))
      const missed = await lookOf(
        figureOf(page, 'Flights that were at most a quarter of an hour late').getByText('78.6 %'),
      )
      expect(contrastRatio(reached.color, ground)).toBeGreaterThanOrEqual(3)
      expect(contrastRatio(missed.color, ground)).toBeGreaterThanOrEqual(3)
      expect(contrastRatio(target.color, ground)).toBeGreaterThanOrEqual(4.5)
      const [red, green] = reached.color.match(/\d+/g)?.map(Number) ?? []
      expect(green).toBeGreaterThan((red ?? 0) * 1.5)
    })
    expect(await apple.getByText('$223.02').getAttribute('title')).toBe('223.020')
    expect(await figureOf(page, 'Number of cars').getByText('406', { exact: true }).count()).toBe(1)
    expect(await hacked(page)).toBeUndefined()

    const content = await apple.locator('[style*="scale"]').elementHandle()
    const box = apple.locator('[style*="width"]').first()
    for (const [width, height] of [
      [640, 400],
      [200, 400],
      [600, 90],
      [120, 80],
    ]) {
      await box.evaluate(
        (node, size) => node.setAttribute('style', size),
        `width:${width}px;height:${height}px`,
      )
      await page.waitForFunction(fillsItsParent, content)
    }
    await expect.poll(() => content?.getAttribute('style')).toMatch(/scale\(0\.\d\d?\)/)
  })

  it('is no larger than 600 x 400 on a page', async () => {
    const page = await open({ type: 'COUNTER', place: 'page' })
    const drawn = await lookOf(page.locator('[data-place="page"]').nth(1))
    expect(widthOf(drawn)).toBeLessThanOrEqual(600)
    expect(drawn.bottom - drawn.top).toBeLessThanOrEqual(400)
    expect(drawn.bottom - drawn.top).toBeGreaterThan(300)
  })
})

describe('a funnel', () => {
  it('is a table whose bars are as wide as its numbers, and fits a phone', async () => {
    const page = await open({ type: 'FUNNEL' })
    const table = page.getByRole('table', { name: 'What is known of films' })
    expect(await tableOf(table)).toEqual([
      ['Films', 'Count', '% Max', '% Previous'],
      ['Listed', '3,200', '100%', '100%'],
      ['Rated by viewers on the Internet Movie Database', '2,988', '93.38%', '93.38%'],
      ['Rated by critics on Rotten Tomatoes', '2,321', '72.53%', '77.68%'],
      ['With a known director', '1,870', '58.44%', '80.57%'],
      ['With known sales of discs', '564', '17.63%', '30.16%'],
    ])
    const percentages = [100, 93.375, 72.53125, 58.4375, 17.625]
    await inBothThemes(page, async () => {
      const ground = await groundOf(page)
      for (const [index, percent] of percentages.entries()) {
        const cell = table.locator('tbody tr').nth(index).locator('td > div').first()
        const [outer, bar, text] = [cell, cell.locator('div'), cell.locator('span')].map(lookOf)
        const [cellLook, barLook, textLook] = [await outer, await bar, await text] as [Look, Look, Look]
        expect((widthOf(barLook) / widthOf(cellLook)) * 100).toBeCloseTo(percent, 0)
        expect(barLook.left - cellLook.left).toBeCloseTo(cellLook.right - barLook.right, 0)
        expect(contrastRatio(textLook.color, barLook.background)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(textLook.color, ground)).toBeGreaterThanOrEqual(4.5)
      }
    })
    expect(await page.getByText('The first 2 of 6 steps').isVisible()).toBe(true)
    expect(await hacked(page)).toBeUndefined()

    await page.setViewportSize({ width: 390, height: heights[390] })
    const region = table.locator('..')
    await expect.poll(async () => widthOf(await lookOf(region))).toBeLessThan(390)
    const tooWide = async () => widthOf(await lookOf(table)) - widthOf(await lookOf(region))
    await expect.poll(tooWide).toBeLessThanOrEqual(1)
    // the whole step is in a tooltip
    expect(await table.getByRole('rowheader').nth(1).getAttribute('title')).toBe(
      'Rated by viewers on the Internet Movie Database',
    )
  })
})

describe('a cohort', () => {
  it('has its shares coloured, and scrolls inside of itself on a phone, by keyboard too', async () => {
    const page = await open({ type: 'COHORT' })
    const table = page.getByRole('table', { name: 'Spells of rain in Seattle that go on' })
    const rows = await tableOf(table)
    expect(rows[0]).toEqual([
      'Began in',
      'Spells',
      ...Array.from({ length: 10 }, (_, day) => `Day ${day + 1}`),
    ])
    expect(rows[3]).toEqual(['March 2013', '5', '100%', '80%', '40%', '20%', '20%', '-', '-', '-', '-', '-'])
    expect(rows[7]).toEqual(['July 2013', '0'])
    const march = table.locator('tbody tr').nth(2).locator('td')
    await inBothThemes(page, async (theme) => {
      const looks = await Promise.all([1, 2, 3, 4].map((index) => lookOf(march.nth(index))))
      for (const { color, background } of looks) {
        expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(4.5)
      }
      if (theme === 'light') {
        expect(looks.map(({ background }) => background)).toEqual([
          'rgb(0, 47, 180)',
          'rgb(0, 61, 235)',
          'rgb(145, 174, 255)',
          'rgb(200, 214, 255)',
        ])
      }
    })
    expect(await march.nth(2).getAttribute('title')).toBe('4')
    expect(await march.nth(6).getAttribute('title')).toBeNull()
    expect(
      await page
        .getByText('The result lacks columns of this cohort: date for Date (Bucket)', { exact: false })
        .isVisible(),
    ).toBe(true)
    expect(await hacked(page)).toBeUndefined()

    await page.setViewportSize({ width: 390, height: heights[390] })
    const region = page.getByRole('region', { name: 'Spells of rain in Seattle that go on' })
    const first = region.getByRole('rowheader').first()
    await expect.poll(async () => widthOf(await lookOf(region))).toBeLessThan(390)
    const left = (await lookOf(first)).left
    await region.focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
    await page.waitForFunction((node) => (node as HTMLElement).scrollLeft > 50, await region.elementHandle())
    // the first column stays
    expect(Math.abs((await lookOf(first)).left - left)).toBeLessThanOrEqual(1)
  })
})
