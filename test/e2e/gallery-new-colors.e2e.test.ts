import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { contrastRatio } from '#visualizations/parts/colors.ts'
import { drawnOption, figureOf, inBothThemes, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

/** Backgrounds and texts of the colored cells of a visualization. */
async function coloredCells(page: Page, title: string): Promise<{ ground: string; text: string }[]> {
  const cells = figureOf(page, title).locator('td[style*="background"]:not([style*="image"])')
  await cells.first().waitFor()
  return cells.evaluateAll((all) =>
    all.map((cell) => ({
      ground: getComputedStyle(cell).backgroundColor,
      text: getComputedStyle(cell.querySelector('a') ?? cell).color,
    })),
  )
}

interface Label {
  text: string
  rotation: number
  left: number
  right: number
}

/** The drawn texts that are labels of the X axis, from left to right. */
async function labelsBelow(page: Page, title: string): Promise<Label[]> {
  await drawnOption(page, title)
  return page.evaluate((name) => {
    const chart = window.chartOfCase(name)
    const plot = Number(chart?.convertToPixel({ yAxisIndex: 0 }, 0))
    const shown = chart?.getZr().storage.getDisplayList(true) ?? []
    return shown
      .filter((element) => element.type === 'tspan')
      .flatMap((element) => {
        const box = element.getBoundingRect().clone()
        const transform = element.getComputedTransform()
        if (transform) box.applyTransform(transform)
        const { text } = (element as unknown as { style: { text: string } }).style
        const rotation = (element.parent as unknown as { rotation: number } | null)?.rotation ?? 0
        return box.y > plot ? [{ text, rotation, left: box.x, right: box.x + box.width }] : []
      })
      .sort((one, other) => one.left - other.left)
  }, title)
}

const isDate = ({ text }: Label) => /^\d{1,2} [A-Z]/.test(text)

describe('new visualizations', () => {
  it('have readable texts on colored cells', async () => {
    const titles = [
      'Spells of rain in Seattle that go on',
      'Weather of Seattle as a heatmap',
      'Weather in colors',
    ]
    const page = await open({ case: titles, colors: 'new' })
    await inBothThemes(page, async (theme) => {
      for (const title of titles) {
        const cells = await coloredCells(page, title)
        expect(new Set(cells.map(({ ground }) => ground)).size, `${title}, ${theme}`).toBeGreaterThan(4)
        for (const { ground, text } of cells)
          expect(contrastRatio(ground, text), `${title}, ${theme}`).toBeGreaterThanOrEqual(4.5)
      }
    })
  })

  it('begin their series with indigo and amber', async () => {
    const title = 'Prices of five stocks'
    const page = await open({ case: title, colors: 'new' })
    const colors = async () => {
      const { series } = (await drawnOption(page, title)) as { series: { color: string }[] }
      return series.slice(0, 2).map(({ color }) => color)
    }
    await inBothThemes(page, () => expect.poll(colors).toEqual(['#4E55DB', '#D36E04']))
  })
})

describe('dates on axes', () => {
  it('are a few level labels that do not touch', async () => {
    const title = 'Rain of 61 days as categories'
    const page = await open({ case: title })
    const labels = await labelsBelow(page, title)
    const days = labels.filter(isDate)
    expect(days.map(({ text }) => text).slice(0, 2)).toEqual(['19 Nov', '26 Nov'])
    expect(days.length).toBeGreaterThan(5)
    expect(labels.every(({ rotation }) => rotation === 0)).toBe(true)
    for (const [index, day] of days.entries()) {
      expect(day.left).toBeGreaterThan((days[index - 1]?.right ?? Number.NEGATIVE_INFINITY) + 4)
    }
    expect(labels.filter(({ text }) => /^\d{4}$/.test(text)).map(({ text }) => text)).toEqual([
      '2012',
      '2013',
    ])
  })
  it('name the year at the first label of a time axis', async () => {
    const title = 'Rain of 61 days on a time axis'
    const page = await open({ case: title })
    const texts = (await labelsBelow(page, title)).map(({ text }) => text)
    expect(texts).toContain('2012')
    expect(texts).toContain('15 Nov')
  })
})
