import { newColorScheme } from '../parts/colors.ts'
import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type CartesianModel, type ChartModel, chartModel } from './chart-model.ts'
import { type ChartOptions, normalizeChartOptions } from './chart-options.ts'
import ChartRenderer from './chart-renderer.tsx'
import { topOf } from './chart-stacking.ts'
import { boxTexts, pointText } from './chart-text.ts'
import type { Trace } from './chart-traces.ts'
import { suggestChartOfType } from './suggest-chart-type.ts'
import { suggestChart } from './suggest-mapping.ts'

/** Charts of every series type (docs/reference/charts.md#chart-options). */
export const chart: Visualization<ChartOptions, object> = {
  normalize: (stored, _data, settings) => normalizeChartOptions(stored, settings),
  suggest: (data, kind) => ({
    ...newColors,
    ...(kind === undefined ? suggestChart(data) : suggestChartOfType(kind, data)),
  }),
  prepare: (data, options, settings) => plainModel(chartModel(data, options, settings, new Set())),
  Renderer: ChartRenderer,
  Editor: part(() => import('./chart-editor.tsx')),
}

/** `color_scheme` is of series and slices, `colorScheme` of a heatmap. */
const newColors = { color_scheme: newColorScheme, colorScheme: newColorScheme }

/**
 * What a chart shows, as plain data for golden files: the visible parts of the model, with the texts that the renderer
 * makes on demand. A point is `[x, height, text]`, a bubble `[x, height, text, diameter]`.
 */
function plainModel(model: ChartModel): object {
  return model.kind === 'cartesian' ? plainCartesian(model) : model
}

function plainCartesian(model: CartesianModel): object {
  const { traces, text, ...rest } = model
  return { ...rest, percent: text.percent, series: traces.map((trace) => plainSeries(trace, model)) }
}

function plainSeries(trace: Trace, model: CartesianModel): object {
  const { name, label, type, color, side, hidden } = trace
  return {
    name,
    ...(label === name ? {} : { label }),
    type,
    color,
    ...(side === 'right' ? { side } : {}),
    ...(hidden ? { hidden } : {}),
    ...(trace.boxes ? { boxes: plainBoxes(trace, model) } : { points: plainPoints(trace, model) }),
  }
}

function plainPoints(trace: Trace, { text }: CartesianModel): unknown[] {
  return trace.points.map((point) => [
    point.x,
    topOf(point),
    pointText(point, trace, text),
    ...(point.diameter === undefined ? [] : [point.diameter]),
  ])
}

function plainBoxes({ boxes = [] }: Trace, { text }: CartesianModel): unknown[] {
  return boxes.map((box) => ({ ...box, texts: boxTexts(box, text).map((line) => line.text) }))
}
