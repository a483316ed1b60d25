import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawnOption, figureOf, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

interface Shape {
  type: string
  fill: unknown
  shape: Record<string, number>
}

/** What is painted, in painting order. */
async function painted(page: Page, title: string, type: string): Promise<Shape[]> {
  await drawnOption(page, title)
  return page.evaluate(
    ([name, wanted]) =>
      (
        window
          .chartOfCase(name ?? '')
          ?.getZr()
          .storage.getDisplayList(true) ?? []
      )
        .filter((element) => element.type === wanted)
        .map((element) => {
          const { shape, style } = element as unknown as {
            shape: Record<string, number>
            style: { fill: unknown }
          }
          return { type: element.type, fill: style.fill, shape: { ...shape } }
        }),
    [title, type],
  )
}

/** Pixels of values on an axis, from the top or the left of the chart. */
async function pixels(page: Page, title: string, finder: object, values: number[]): Promise<number[]> {
  await drawnOption(page, title)
  return page.evaluate(
    ([name, axis, at]) => at.map((value) => Number(window.chartOfCase(name)?.convertToPixel(axis, value))),
    [title, finder, values] as const,
  )
}

interface Drawn {
  series: { id: string; name: string; type: string; color: string; data: number[]; yAxisIndex: number }[]
  yAxis: { type: string; position: string }[]
  title?: { text: string }[]
}

async function drawn(page: Page, title: string): Promise<Drawn> {
  return (await drawnOption(page, title)) as unknown as Drawn
}

/** Without grounds and frames. */
function inColorsOf(series: Drawn['series'], shapes: Shape[]): Shape[] {
  return shapes.filter(({ fill }) => series.some(({ color }) => color === fill))
}

describe('charts as they are painted', () => {
  it('stacked bars stand upon each other, as high as their values', async () => {
    const title = 'Barley by variety, stacked bars with labels'
    const page = await open({ case: title })
    const { series } = await drawn(page, title)
    const bars = inColorsOf(series, await painted(page, title, 'rect'))
    const left = Math.min(...bars.map(({ shape }) => shape.x ?? 0))
    const first = bars.filter(({ shape }) => Math.abs((shape.x ?? 0) - left) < 1).map(({ shape }) => shape)
    expect(first).toHaveLength(6)
    const [zero = 0, hundred = 0] = await pixels(page, title, { yAxisIndex: 0 }, [0, 100])
    const edges = first.map(({ y = 0, height = 0 }) => [y, y + height].sort((a, b) => b - a))
    edges.forEach(([bottom = 0, top = 0], at) => {
      expect(bottom).toBeCloseTo(at === 0 ? zero : (edges[at - 1]?.[1] ?? 0), 0)
      expect(bottom - top).toBeCloseTo(((series[at]?.data[1] ?? 0) * (zero - hundred)) / 100, 0)
    })
  })

  it('two axes have their zeros at one height, and the legend is turned round', async () => {
    const title = 'Rain and temperature on two axes'
    const page = await open({ case: title })
    const { yAxis, series } = await drawn(page, title)
    expect(yAxis.map(({ position }) => position)).toEqual(['left', 'right'])
    expect(series.map(({ type, yAxisIndex }) => [type, yAxisIndex])).toEqual([
      ['bar', 0],
      ['line', 1],
    ])
    const [left] = await pixels(page, title, { yAxisIndex: 0 }, [0])
    const [right] = await pixels(page, title, { yAxisIndex: 1 }, [0])
    expect(left).toBeCloseTo(right ?? 0, 5)
    expect(await figureOf(page, title).getByRole('listitem').allTextContents()).toEqual([
      'Highest temperature',
      'Rain',
    ])
  })

  it('a logarithmic axis gives every decade the same room', async () => {
    const title = 'Earnings of films, logarithmic axes'
    const page = await open({ case: title })
    const [a = 0, b = 0, c = 0] = await pixels(page, title, { yAxisIndex: 0 }, [1e4, 1e5, 1e6])
    expect(a - b).toBeGreaterThan(5)
    expect(a - b).toBeCloseTo(b - c, 5)
  })

  it('boxes reach from the first to the third quartile', async () => {
    const title = 'Penguins in boxes'
    const page = await open({ case: title })
    const { series } = await drawn(page, title)
    const boxes = inColorsOf(series, await painted(page, title, 'rect'))
    expect(boxes).toHaveLength(6)
    const expected: number[] = []
    for (const { data } of series) {
      for (const [, , , first = 0, , third = 0] of data as unknown as number[][]) {
        const [low = 0, high = 0] = await pixels(page, title, { yAxisIndex: 0 }, [first, third])
        expected.push(low - high)
      }
    }
    expect(boxes.map(({ shape }) => Math.round(shape.height ?? 0))).toEqual(
      expected.map((height) => Math.round(height)),
    )
  })

  it('every donut is whole', async () => {
    const title = 'Islands of penguins in donuts'
    const page = await open({ case: title })
    const sectors = await painted(page, title, 'sector')
    const turns = sectors.reduce(
      (sum, { shape }) => sum + Math.abs((shape.endAngle ?? 0) - (shape.startAngle ?? 0)),
      0,
    )
    expect(turns / (2 * Math.PI)).toBeCloseTo(3, 5)
  })

  it('a hundred thousand minutes keep their peak, and the chart says how many points it is drawn from', async () => {
    const title = 'A hundred thousand minutes'
    const page = await open({ case: title })
    const { series, title: notes } = await drawn(page, title)
    const data = series[0]?.data ?? []
    expect(Math.max(...data.filter((_, at) => at % 2 === 1))).toBe(300)
    expect(notes?.[0]?.text).toMatch(/^Drawn from [\d,]+ of 100,000 points$/)
    expect(data.length / 2).toBeLessThan(3000)
  })

  it('a hundred thousand points are all drawn', async () => {
    const title = 'A hundred thousand points'
    const page = await open({ case: title })
    const { series, title: notes } = await drawn(page, title)
    expect(series[0]?.data).toHaveLength(200_000)
    expect(notes ?? []).toEqual([])
  })
})

describe('charts under the hand', () => {
  it('hiding a series in the legend shares the rest out again', async () => {
    const title = 'Weather of Seattle, shares of each month'
    const page = await open({ case: title })
    const shareOfDrizzle = async () =>
      (await drawn(page, title)).series.find(({ id }) => id === 'trace:0')?.data[1]
    // January 2012: 2 days of drizzle, 18 of rain, 4 of sun, 7 of snow
    expect(await shareOfDrizzle()).toBeCloseTo((2 / 31) * 100, 5)
    await figureOf(page, title).getByRole('button', { name: 'sun' }).click()
    await expect.poll(shareOfDrizzle).toBeCloseTo((2 / 27) * 100, 5)
    expect((await drawn(page, title)).series.map(({ name }) => name)).not.toContain('sun')
  })

  it('a click on a point opens the address made of it', async () => {
    const title = 'Earnings of films, logarithmic axes'
    const page = await open({ case: title })
    await drawnOption(page, title)
    await page.evaluate(() => {
      window.open = (address) => {
        document.title = String(address)
        return null
      }
    })
    const at = await page.evaluate((name) => {
      const chart = window.chartOfCase(name)
      const option = chart?.getOption() as { series: { data: Float64Array }[] }
      const data = option.series[0]?.data ?? new Float64Array()
      // the cheapest film stands alone at the left
      const point = [data[0] ?? 0, data[1] ?? 0]
      const [left = 0, top = 0] = (chart?.convertToPixel({ gridIndex: 0 }, point) ?? []) as number[]
      return { left, top, point }
    }, title)
    const canvas = await figureOf(page, title).locator('canvas').first().boundingBox()
    await page.mouse.move((canvas?.x ?? 0) + at.left, (canvas?.y ?? 0) + at.top)
    await figureOf(page, title).getByRole('img').getByText('→').waitFor()
    await page.mouse.click((canvas?.x ?? 0) + at.left, (canvas?.y ?? 0) + at.top)
    await expect
      .poll(() => page.title())
      .toBe(`https://example.com/?budget=${at.point[0]}&gross=${at.point[1]}`)
  })

  it('390 pixels wide: what the pointer is told stays on the screen, and says what it leaves out', async () => {
    const title = 'Two hundred cities'
    const page = await open({ case: title, theme: 'dark' }, { width: 390, theme: 'dark' })
    const [left = 0, right = 0] = await pixels(page, title, { xAxisIndex: 0 }, [0, 3])
    const canvas = await figureOf(page, title).locator('canvas').first().boundingBox()
    for (const x of [left + 2, right - 2]) {
      await page.mouse.move((canvas?.x ?? 0) + x, (canvas?.y ?? 0) + 60)
      const rest = figureOf(page, title).getByText('+ 176 more')
      await rest.waitFor()
      const box = await rest.locator('..').boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
      await page.mouse.move(0, 0)
    }
    await expect(figureOf(page, title).getByRole('button').count()).resolves.toBe(200)
  })

  it('names of any text are text', async () => {
    const title = 'Names that want to be markup'
    const page = await open({ case: title })
    await drawnOption(page, title)
    const names = await figureOf(page, title).getByRole('listitem').allTextContents()
    expect(names).toEqual(['__proto__', 'constructor', '<img src=x onerror="window.hacked = true">'])
    const canvas = await figureOf(page, title).locator('canvas').first().boundingBox()
    const [second = 0] = await pixels(page, title, { xAxisIndex: 0 }, [2])
    await page.mouse.move((canvas?.x ?? 0) + second, (canvas?.y ?? 0) + 150)
    await figureOf(page, title)
      .getByRole('img')
      .getByText('<img src=x onerror="window.hacked = true"> 5')
      .waitFor()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(await figureOf(page, title).locator('img').count()).toBe(0)
  })
})
