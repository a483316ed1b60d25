import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { SVGVNode } from 'zrender/lib/svg/core.js'
import SVGPainter from 'zrender/lib/svg/Painter.js'
import { t } from '#shared/messages/translate.ts'
import { keepTextsApart } from './echarts-texts.ts'
import { namesOfDates } from './names-of-dates.ts'
import { svgElement, xmlText } from './svg-text.ts'
import type { Size } from './use-box-size.ts'

/** The option drawn as an SVG document. A module of its own, so that only an export loads the renderer. */
export function drawSvg(option: EChartsCoreOption, size: Size): string {
  keepTextsApart()
  use([SVGRenderer])
  const drawn = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: size.width,
    height: size.height,
    locale: namesOfDates(),
  })
  try {
    drawn.setOption({ ...option, animation: false })
    const { painter } = drawn.getZr()
    if (!(painter instanceof SVGPainter)) throw new Error(t('The picture could not be drawn as SVG.'))
    return textOf(painter.renderToVNode({ compress: true, useViewBox: true }))
  } finally {
    drawn.dispose()
  }
}

/**
 * ECharts would write attributes as they are, and with them colours and fonts, which are stored as people like: a quote in
 * one of them is the end of the document.
 */
function textOf({ tag, attrs, children, text }: SVGVNode): string {
  const attributes = Object.entries(attrs).flatMap(([name, value]) =>
    value === false || value === undefined ? [] : [[name, String(value)] as const],
  )
  const content = xmlText(text ?? '') + (children ?? []).map(textOf).join('')
  return svgElement(tag, Object.fromEntries(attributes), content)
}
