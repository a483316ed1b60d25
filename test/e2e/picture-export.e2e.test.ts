import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { themes } from './browser.ts'
import { visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

/** What a browser that knows nothing of the page makes of the file. */
async function readPicture(page: Page, title: string, format: 'png' | 'svg') {
  return page.evaluate(
    async ([name, kind]) => {
      const file = await window.pictureOfCase(name, kind)
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
      for (let at = 0; at < data.length; at += 4) {
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

describe('pictures as files', () => {
  it.each(themes)('%s: every picture of the gallery becomes a PNG and an SVG', async (theme) => {
    const page = await open({ theme }, { theme })
    const titles = await page
      .locator('[data-case]')
      .evaluateAll((all) => all.map((one) => one.dataset.case ?? ''))
    expect(titles.length).toBeGreaterThan(1)
    for (const title of titles) {
      for (const format of ['svg', 'png'] as const) {
        const picture = await readPicture(page, title, format)
        expect(picture, `${title} as ${format}`).toMatchObject({
          type: format === 'svg' ? 'image/svg+xml' : 'image/png',
          faults: 0,
        })
        expect(Math.min(picture.width, picture.height), title).toBeGreaterThan(20)
        expect(picture.colors, `${title} as ${format}: more than an empty sheet`).toBeGreaterThan(8)
        const [red = 0, green = 0, blue = 0] = picture.corner
        expect(red + green + blue > 384, `${title}: the ground of the theme`).toBe(theme === 'light')
      }
    }
  })

  it('texts stay texts: titles, legends, axes and cells can be searched in the file', async () => {
    const page = await open({})
    const chart = (await readPicture(page, 'Prices of five stocks', 'svg')).texts
    expect(chart).toEqual(expect.arrayContaining(['AAPL', 'GOOG', 'Price', '2004']))
    const table = (await readPicture(page, 'Cars', 'svg')).texts
    expect(table).toEqual(expect.arrayContaining(['chevrolet chevelle malibu', '3,504', 'Horsepower']))
  })
})
