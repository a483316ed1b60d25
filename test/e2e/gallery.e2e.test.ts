import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { themes } from './browser.ts'
import { drawnOption, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

describe('the gallery of visualizations', () => {
  it.each(themes)('%s: every picture is drawn, and nothing of it is out of reach', async (theme) => {
    const page = await open({ theme }, { theme })
    const figures = page.locator('figure')
    expect(await figures.count()).toBeGreaterThan(1)
    expect(await page.getByText('Error while rendering visualization.').count()).toBe(0)
    await expectAccessible(page)
  })

  it('a line chart has the numbers of its data', async () => {
    const page = await open({ case: 'Prices of five stocks' })
    const { series } = (await drawnOption(page, 'Prices of five stocks')) as {
      series: { name: string; data: unknown[] }[]
    }
    expect(series.map(({ name, data }) => [name, data.length / 2])).toEqual([
      ['MSFT', 123],
      ['AMZN', 123],
      ['IBM', 123],
      ['GOOG', 68],
      ['AAPL', 123],
    ])
  })
})
