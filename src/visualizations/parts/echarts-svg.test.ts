// @vitest-environment happy-dom
import { BarChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { beforeAll, expect, it } from 'vitest'
import { drawSvg } from './echarts-svg.ts'

beforeAll(() => use([BarChart, GridComponent]))

const nasty = `"<&>'`
const stops = [
  { offset: 0, color: 'red' },
  { offset: 1, color: nasty },
]

/** Matches well-formed tags. After removing them, a stray `<` or a `"` that ends a value early remains visible. */
const tag = /<\/?[a-zA-Z][\w:]*(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g

it('is well-formed for any colors, fonts and texts', () => {
  const svg = drawSvg(
    {
      textStyle: { fontFamily: `"Segoe UI", ${nasty}` },
      xAxis: { type: 'category', data: ['a', nasty], name: nasty },
      yAxis: { type: 'value' },
      series: [
        ...Array.from({ length: 40 }, (_, index) => ({
          type: 'bar',
          data: [index + 1, 2],
          color: `${nasty}${index}`,
          label: { show: true, formatter: nasty },
        })),
        { type: 'bar', data: [1, 2], color: { type: 'linear', x: 0, y: 0, x2: 1, y2: 0, colorStops: stops } },
      ],
    },
    { width: 600, height: 300 },
  )
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 600 300"/)
  expect(svg).toContain('fill="&quot;&lt;&amp;&gt;\'39"')
  expect(svg).toContain("&quot;&lt;&amp;&gt;'</text>")
  expect(svg).toContain('&quot;Segoe UI&quot;')
  const between = svg.replaceAll(tag, '')
  expect(between).not.toMatch(/[<>]/)
  expect(svg.match(/<[a-z]+[^>]*[^/]>/gi)).toHaveLength(svg.match(/<\/[a-z]+>/gi)?.length ?? 0)
})
