import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { guardTextCache, registerDateNames } from './echarts-setup.ts'
import type { ImageSource } from './image-source.ts'
import type { Size } from './use-box-size.ts'

export type { EChartsCoreOption, EChartsType }

/** The ECharts modules that a visualization needs; they determine the size of its chunk. */
export type EchartsParts = Parameters<typeof use>[0]

/** Opens an ECharts instance on a canvas. The caller disposes of it. */
export function openEcharts(box: HTMLElement, parts: EchartsParts): EChartsType {
  guardTextCache()
  use([CanvasRenderer])
  use(parts)
  // charts are left-to-right in every language
  box.dir = 'ltr'
  return init(box, null, { renderer: 'canvas', locale: registerDateNames() })
}

/** The export source of a chart: its canvas, or the same option drawn as SVG. */
export function echartsSource(chart: EChartsType, option: EChartsCoreOption, size: Size): ImageSource {
  return {
    svg: async () => (await import('./echarts-svg.ts')).drawSvg(option, size),
    canvas: async (scale) => chart.renderToCanvas({ pixelRatio: scale }),
  }
}
