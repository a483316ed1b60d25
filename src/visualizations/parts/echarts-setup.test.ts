import { BarChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { afterAll, describe, expect, it } from 'vitest'
import { drawSvg } from './echarts-svg.ts'

const names = ['__proto__', 'constructor', 'toString', 'valueOf']

/** The keys that a for-in loop finds in an empty object. */
function inherited(): string[] {
  const found: string[] = []
  for (const key in {}) found.push(key)
  return found
}

describe('texts of ECharts', () => {
  afterAll(() => {
    for (const key of inherited()) Reflect.deleteProperty(Object.prototype, key)
  })

  it('never pollute Object.prototype', () => {
    use([BarChart, GridComponent])
    const option = {
      xAxis: { type: 'category', data: names, axisLabel: { interval: 0, overflow: 'truncate', width: 400 } },
      yAxis: {},
      series: [{ type: 'bar', data: [1, 2, 3, 4] }],
    }
    // the second drawing uses the cache of the first
    const drawn = [drawSvg(option, { width: 900, height: 300 }), drawSvg(option, { width: 900, height: 300 })]
    expect(inherited()).toEqual([])
    for (const svg of drawn) for (const name of names) expect(svg).toContain(`>${name}</text>`)
  })
})
