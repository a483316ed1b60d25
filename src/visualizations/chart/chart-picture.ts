import type { CartesianModel, ChartModel } from './chart-model.ts'
import { topOf } from './chart-stacking.ts'
import { boxTexts, pointText } from './chart-text.ts'
import type { Trace } from './chart-traces.ts'

/**
 * What a chart shows, as plain data: of the model everything that can be seen, with the texts that the renderer makes
 * only when they are asked for. A point is `[x, height, text]`, a bubble `[x, height, text, diameter]`.
 */
export function pictureOf(model: ChartModel): object {
  return model.kind === 'cartesian' ? cartesianPicture(model) : model
}

function cartesianPicture(model: CartesianModel): object {
  const { traces, text, ...rest } = model
  return { ...rest, percent: text.percent, series: traces.map((trace) => seriesPicture(trace, model)) }
}

function seriesPicture(trace: Trace, model: CartesianModel): object {
  const { name, label, type, color, side, hidden } = trace
  return {
    name,
    ...(label === name ? {} : { label }),
    type,
    color,
    ...(side === 'right' ? { side } : {}),
    ...(hidden ? { hidden } : {}),
    ...(trace.boxes ? { boxes: boxesPicture(trace, model) } : { points: pointsPicture(trace, model) }),
  }
}

function pointsPicture(trace: Trace, { text }: CartesianModel): unknown[] {
  return trace.points.map((point) => [
    point.x,
    topOf(point),
    pointText(point, trace, text),
    ...(point.diameter === undefined ? [] : [point.diameter]),
  ])
}

function boxesPicture({ boxes = [] }: Trace, { text }: CartesianModel): unknown[] {
  return boxes.map((box) => ({ ...box, texts: boxTexts(box, text).map((line) => line.text) }))
}
