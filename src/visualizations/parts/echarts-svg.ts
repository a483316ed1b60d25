import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { SVGVNode } from 'zrender/lib/svg/core.js'
import SVGPainter from 'zrender/lib/svg/Painter.js'
import { t } from '#shared/messages/translate.ts'
import { guardTextCache, registerDateNames } from './echarts-setup.ts'
import { svgElement, xmlText } from './svg-text.ts'
import type { Size } from './use-box-size.ts'

/** Draws the option as an SVG document. A separate module, so that only exports load the SVG renderer. */
export function drawSvg(option: EChartsCoreOption, size: Size): string {
  guardTextCache()
  use([SVGRenderer])
  const drawn = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: size.width,
    height: size.height,
    locale: registerDateNames(),
  })
  try {
    drawn.setOption({ ...option, animation: false })
    const { painter } = drawn.getZr()
    if (!(painter instanceof SVGPainter)) throw new Error(t('The image could not be drawn as SVG.'))
    return serialize(painter.renderToVNode({ compress: true, useViewBox: true }))
  } finally {
    drawn.dispose()
  }
}

/**
 * Serializes a node with escaping. ECharts itself does not escape attributes, and colors and fonts come from users: a
 * quote would break the document.
 */
function serialize({ tag, attrs, children, text }: SVGVNode): string {
  const attributes = Object.entries(attrs).flatMap(([name, value]) =>
    value === false || value === undefined ? [] : [[name, String(value)] as const],
  )
  const content = xmlText(text ?? '') + (children ?? []).map(serialize).join('')
  return svgElement(tag, Object.fromEntries(attributes), content)
}
