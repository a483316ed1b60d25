import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawnOption, figureOf, inBothThemes, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

const seattle = 'Warmest hours of Seattle by month and year'
const barley = 'Yield of barley by site and variety'
const narrow = 'A narrow heatmap with a legend below'
const prices = 'Change of prices in each year'

interface Drawn {
  xAxis: { data: string[] }[]
  yAxis: { data: string[] }[]
  visualMap: { min: number; max: number; orient: string; text: string[]; inRange: { color: string[] } }[]
  series: { type: string; data: { value: [number, number, number] }[] }[]
}

const drawn = async (page: Page, title: string) => (await drawnOption(page, title)) as unknown as Drawn

describe('heatmaps', () => {
  it('months by years, with the numbers of the data in the colors of the scheme', async () => {
    const page = await open({ case: seattle })
    await inBothThemes(page, async () => {
      const { xAxis, yAxis, series, visualMap } = await drawn(page, seattle)
      expect(xAxis[0]?.data.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
      expect(yAxis[0]?.data).toEqual(['2012', '2013', '2014', '2015'])
      const [map] = visualMap
      expect(map).toMatchObject({ min: 6.1, max: 28.1, orient: 'vertical', text: ['28.1', '6.1'] })
      expect([map?.inRange.color[0], map?.inRange.color.at(-1)]).toEqual(['#800026', '#ffffcc'])
      const { data = [] } = series[0] ?? {}
      expect(data).toHaveLength(48)
      // the mean of temp_max of all days of July 2015 in the file
      expect(data.find(({ value: [x, y] }) => x === 6 && y === 3)?.value[2]).toBe(28.1)
      await expect.poll(() => inkOf(page, seattle)).toContain('255,255,204')
    })
  })

  it('lines stand as the options say, dates are ticks of the tick format', async () => {
    const page = await open({ case: [barley, prices] })
    expect((await drawn(page, barley)).yAxis[0]?.data.slice(0, 2)).toEqual(['Wisconsin No. 38', 'Velvet'])
    const years = (await drawn(page, prices)).xAxis[0]?.data
    expect(years?.join(' ')).toBe('2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 2010')
  })

  it('a narrow one has its legend below, negative numbers and labels; the hover names them', async () => {
    const page = await open({ case: narrow })
    const { visualMap, series } = await drawn(page, narrow)
    expect(visualMap[0]).toMatchObject({ orient: 'horizontal', min: -1500, max: 750 })
    expect(series[0]?.data).toHaveLength(12)
    const canvas = figureOf(page, narrow).getByRole('img')
    expect(await canvas.getAttribute('aria-label')).toBe(
      `${narrow}: Heatmap chart of 4 by 3 cells, as a table after it`,
    )
    const place = await page.evaluate(
      (title) => window.chartOfCase(title)?.convertToPixel({ seriesIndex: 0 }, [3, 2]),
      narrow,
    )
    const [x = 0, y = 0] = Array.isArray(place) ? place : []
    await canvas.hover({ position: { x, y } })
    await expect.poll(() => figureOf(page, narrow).textContent()).toMatch(/4a region with a long name750/)
    // the numbers stand behind it as a table
    const rows = await figureOf(page, narrow).locator('tbody tr').allTextContents()
    expect(rows).toHaveLength(12)
    expect(rows[0]).toBe('1north-500')
  })

  it('says which column is missing', async () => {
    const page = await open({ case: 'A heatmap without its colors' })
    await page.getByText('Choose a Color Column').waitFor()
  })
})

/** Colors of the visualization, as `red,green,blue`. */
async function inkOf(page: Page, title: string): Promise<string[]> {
  return figureOf(page, title)
    .locator('canvas')
    .evaluateAll((layers: HTMLCanvasElement[]) => {
      const colors = new Set<string>()
      for (const layer of layers) {
        const pixels = layer.getContext('2d')?.getImageData(0, 0, layer.width, layer.height).data ?? []
        for (let at = 0; at < pixels.length; at += 4) colors.add([...pixels.slice(at, at + 3)].join(','))
      }
      return [...colors]
    })
}
