import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts'
import type { Trace } from './chart-traces.ts'
import { barPlaces, barSeries } from './echarts-bars.ts'
import { type BoxPlace, boxSeries } from './echarts-boxes.ts'
import type { Drawing } from './echarts-drawing.ts'
import { errorBars } from './echarts-error-bars.ts'
import { lineSeries } from './echarts-lines.ts'
import { bubbleSeries, scaleOfBubbles, scatterSeries } from './echarts-points.ts'

export type CartesianSeriesOption =
  | LineSeriesOption
  | BarSeriesOption
  | ScatterSeriesOption
  | CustomSeriesOption

/** Every visible trace as the ECharts series that draw it, in drawing order. */
export function seriesOptions(drawing: Drawing): CartesianSeriesOption[] {
  const bars = barPlaces(drawing)
  const edges = new Map()
  const scale = scaleOfBubbles(drawing)
  const draw = (trace: Trace, index: number): CartesianSeriesOption[] => {
    switch (trace.type) {
      case 'column':
        return [barSeries(trace, index, drawing, bars)]
      case 'scatter':
        return [scatterSeries(trace, index, drawing)]
      case 'bubble':
        return bubbleSeries(trace, index, drawing, scale)
      case 'box':
        return [boxSeries(trace, index, drawing, boxPlace(index, drawing))]
      default:
        return lineSeries(trace, index, drawing, edges)
    }
  }
  return drawing.visible.flatMap(({ trace, index }) => {
    const errors = errorBars(trace, index, drawing)
    return errors ? [...draw(trace, index), errors] : draw(trace, index)
  })
}

function boxPlace(index: number, { visible, model }: Drawing): BoxPlace {
  const boxes = visible.filter(({ trace }) => trace.type === 'box')
  return {
    index: boxes.findIndex((one) => one.index === index),
    count: boxes.length,
    step: model.x.step ?? 1,
  }
}
