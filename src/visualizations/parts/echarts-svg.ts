import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { keepTextsApart } from './echarts-texts.ts'
import type { Size } from './use-box-size.ts'

/** The option drawn as an SVG document. A module of its own, so that only an export loads the renderer. */
export function drawSvg(option: EChartsCoreOption, size: Size): string {
  keepTextsApart()
  use([SVGRenderer])
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width: size.width, height: size.height })
  try {
    drawn.setOption({ ...option, animation: false })
    return drawn.renderToSVGString()
  } finally {
    drawn.dispose()
  }
}
