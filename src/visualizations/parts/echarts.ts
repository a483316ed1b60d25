import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { keepTextsApart } from './echarts-texts.ts'
import { namesOfDates } from './names-of-dates.ts'
import type { PictureSource } from './picture-source.ts'
import type { Size } from './use-box-size.ts'

export type { EChartsCoreOption, EChartsType }

/** The parts of ECharts that a picture needs, and no others: they decide the size of its chunk. */
export type EchartsParts = Parameters<typeof use>[0]

/** An ECharts instance on a canvas. Whoever opens it disposes of it. */
export function openEcharts(box: HTMLElement, parts: EchartsParts): EChartsType {
  keepTextsApart()
  use([CanvasRenderer])
  use(parts)
  // pictures are laid out from the left, and their numbers read so, on pages of every language
  box.dir = 'ltr'
  return init(box, null, { renderer: 'canvas', locale: namesOfDates() })
}

/** The picture as files: the canvas as it stands, or the same option drawn once more as vectors. */
export function echartsSource(chart: EChartsType, option: EChartsCoreOption, size: Size): PictureSource {
  return {
    svg: async () => (await import('./echarts-svg.ts')).drawSvg(option, size),
    canvas: async (scale) => chart.renderToCanvas({ pixelRatio: scale }),
  }
}
