import { describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { sampleSettings } from '../sample-settings.ts'
import { sunburstModel } from './sunburst-model.ts'
import { ringRadii, sunburstRadius, sunburstToEcharts } from './sunburst-to-echarts.ts'

const theme = { ground: '#ffffff', text: '#000', muted: '#666', line: '#ddd', fontFamily: 'sans-serif' }

interface Drawn {
  name: string
  value: number
  itemStyle: { opacity: number }
  label: { show: boolean; rotate: string }
  children: Drawn[]
}

describe('a sunburst for ECharts', () => {
  it('fills its box up to the margins, and has radius 0 in a tiny box', () => {
    expect(sunburstRadius({ width: 640, height: 400 })).toBe(180)
    expect(sunburstRadius({ width: 40, height: 400 })).toBe(0)
    expect(sunburstRadius({ width: 5, height: 5 })).toBe(0)
  })

  it('divides the radius outside of the hole evenly', () => {
    expect(ringRadii(200, 2)).toEqual([60, 130, 200])
    // in small charts the hole takes at most 55 % of the radius
    expect(ringRadii(100, 1)).toEqual([55.00000000000001, 100])
  })

  const model = sunburstModel(
    resultOfRows([
      { a: 'x', b: 'y', value: 3 },
      { a: 'z', b: 'a name that is far too long for its segment', value: 1 },
    ]),
    {},
    sampleSettings,
  )
  if (model.kind !== 'rings') throw new Error(model.text)
  const size = { width: 400, height: 400 }
  const drawn = (path: ReadonlySet<number> | null) => {
    const { series } = sunburstToEcharts(model, { theme, size }, path)
    return (series as unknown as { data: Drawn[] }[])[0]?.data ?? []
  }

  it('nests the segments', () => {
    const [x, z] = drawn(null)
    expect([x?.value, x?.children[0]?.value, z?.value, z?.children[0]?.value]).toEqual([3, 3, 1, 1])
  })

  it('fades segments outside of the selected path', () => {
    const [x, z] = drawn(new Set([0, 1]))
    expect([x?.itemStyle.opacity, x?.children[0]?.itemStyle.opacity]).toEqual([1, 1])
    expect([z?.itemStyle.opacity, z?.children[0]?.itemStyle.opacity]).toEqual([0.3, 0.3])
  })

  it('turns a label along the radius when it does not fit along the ring', () => {
    const [x, z] = drawn(null)
    expect(x?.label.rotate).toBe('tangential')
    expect(z?.children[0]?.label.rotate).toBe('radial')
  })

  it('draws nothing in a box that is too small', () => {
    expect(sunburstToEcharts(model, { theme, size: { width: 20, height: 20 } }, null)).toEqual({ series: [] })
  })
})
