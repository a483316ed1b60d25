import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { visualizationTypes } from '#visualizations/registry.ts'
import { expectAccessible } from './accessible.ts'
import { type Theme, themes } from './browser.ts'
import { drawnOption, turnOver, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

/** What a browser that knows nothing of the page makes of the file. */
async function readImage(page: Page, title: string, format: 'png' | 'svg') {
  return page.evaluate(
    async ([name, kind]) => {
      const file = await window.imageOfCase(name, kind)
      const address = URL.createObjectURL(file)
      const image = new Image()
      image.src = address
      await image.decode()
      URL.revokeObjectURL(address)
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const colors = new Set<number>()
      // no test asks for more of them
      for (let at = 0; at < data.length && colors.size < 10; at += 4) {
        colors.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      }
      const text = kind === 'svg' ? await file.text() : ''
      const parsed = kind === 'svg' ? new DOMParser().parseFromString(text, 'image/svg+xml') : null
      return {
        type: file.type,
        width: image.naturalWidth,
        height: image.naturalHeight,
        colors: colors.size,
        corner: [...data.slice(0, 3)],
        faults: parsed?.querySelectorAll('parsererror, script, foreignObject').length ?? 0,
        texts: [...(parsed?.querySelectorAll('text') ?? [])].map((element) => element.textContent ?? ''),
      }
    },
    [title, format] as const,
  )
}

/** As vectors from one theme, as pixels from the other: both writers, both grounds. */
async function expectFile(page: Page, title: string, theme: Theme): Promise<void> {
  const format = theme === 'light' ? 'svg' : 'png'
  // some are laid out in pieces, and come a moment after their box: until then there is no image, or an empty one
  let image: Awaited<ReturnType<typeof readImage>> | undefined
  const colors = async () => {
    image = await readImage(page, title, format)
    return image.colors
  }
  await expect.poll(colors, { message: `${title} as ${format}: more than an empty sheet` }).toBeGreaterThan(4)
  if (image === undefined) throw new Error(`${title}: no image`)
  expect(image, `${title} as ${format}`).toMatchObject({
    type: format === 'svg' ? 'image/svg+xml' : 'image/png',
    faults: 0,
  })
  expect(Math.min(image.width, image.height), title).toBeGreaterThan(20)
  const [red = 0, green = 0, blue = 0] = image.corner
  expect(red + green + blue > 384, `${title}: the ground of the theme`).toBe(theme === 'light')
}

// wide in one theme and narrow in the other, in turn
const views = visualizationTypes.map(({ type }, index) => {
  const [theme = 'light', other = 'dark'] = index % 2 === 0 ? themes : themes.toReversed()
  return { type, theme, other }
})

describe('the gallery of visualizations', () => {
  it.each(views)('$type, $theme, then narrow and $other: drawn, within reach, a file', async (view) => {
    const { type, theme, other } = view
    const page = await open({ type }, { theme })
    const figures = page.locator('[data-case]')
    const titles = await figures.evaluateAll((all) => all.map((one) => one.dataset.case ?? ''))
    expect(titles.length).toBeGreaterThan(0)
    expect(await page.getByText('Error while rendering visualization.').count()).toBe(0)
    await expectAccessible(page)
    for (const title of titles) await expectFile(page, title, theme)
    await turnOver(page, { theme: other, width: 390 })
    const outOfScale = () =>
      page
        .locator('[data-box] [_echarts_instance_]')
        .evaluateAll((charts) =>
          charts.map((chart) => chart.clientWidth).filter((width) => width < 100 || width > 390),
        )
    await expect.poll(outOfScale).toEqual([])
    await expectAccessible(page)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    const inherited = await page.evaluate(() => {
      const names: string[] = []
      for (const name in {}) names.push(name)
      return names
    })
    expect(inherited, 'nothing that data named is part of every object').toEqual([])
  })

  it('a line chart has the numbers of its data, and texts stay texts that can be searched in the file', async () => {
    const page = await open({ case: ['Prices of five stocks', 'Cars'] })
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
    const drawn = (await readImage(page, 'Prices of five stocks', 'svg')).texts
    expect(drawn).toEqual(expect.arrayContaining(['AAPL', 'GOOG', 'Price', '2004']))
    const cells = (await readImage(page, 'Cars', 'svg')).texts
    expect(cells).toEqual(expect.arrayContaining(['chevrolet chevelle malibu', '3,504', 'Horsepower']))
    expect(cells, 'the pager is no part of the image').not.toContain('17')
  })
})
