import type { BarSeriesOption, LineSeriesOption } from 'echarts'
import { textColorOn } from '../parts/colors.ts'
import { type PictureTheme, pictureTextSize } from '../parts/picture-theme.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { CartesianModel } from './chart-model.ts'
import { pointText } from './chart-text.ts'
import type { Trace } from './chart-traces.ts'

/** What labels depend on besides their trace. */
export interface Labelled {
  model: CartesianModel
  theme: PictureTheme
  /** are labels shown at all? */
  labels: boolean
}

/** The text of a point beside it. */
export function pointLabel(
  trace: Trace,
  { model, theme, labels }: Labelled,
): NonNullable<LineSeriesOption['label']> {
  if (!labels) return { show: false }
  return {
    show: true,
    position: 'top',
    fontSize: pictureTextSize - 1,
    lineHeight: pictureTextSize + 2,
    color: theme.text,
    textBorderWidth: 0,
    formatter: ({ dataIndex }) => {
      const point = trace.points[dataIndex]
      return point && point.y !== null ? pointText(point, trace, model.text) : ''
    },
  }
}

/** Inside the parts of a stack, at the end of a bar that stands alone: narrow and short bars have no room inside. */
export function barLabel(trace: Trace, labelled: Labelled): BarSeriesOption['label'] {
  const label = pointLabel(trace, labelled) as NonNullable<BarSeriesOption['label']>
  if (labelled.model.stacking !== 'bars') return { ...label, position: 'outside' }
  const color = textColorOn(visibleOn(trace.color, labelled.theme.ground)) ?? labelled.theme.text
  return { ...label, position: 'inside', color }
}

/** A label that does not fit into its part of a stacked bar is left out: it would be read as its neighbour's. */
export function labelLayout(trace: Trace, model: CartesianModel): LineSeriesOption['labelLayout'] {
  if (trace.type !== 'column' || model.stacking !== 'bars') return { hideOverlap: true }
  return ({ rect, labelRect }) =>
    labelRect.width > Math.abs(rect.width) || labelRect.height > Math.abs(rect.height)
      ? { x: -1000, y: -1000 }
      : { hideOverlap: true }
}
