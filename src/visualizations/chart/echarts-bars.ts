import type { BarSeriesOption } from 'echarts'
import type { Trace } from './chart-traces.ts'
import {
  axisIndexes,
  barLabel,
  colorOf,
  countDrawn,
  type Drawing,
  heightsOf,
  labelLayout,
  lengthOfX,
  placedPairs,
  traceId,
  xsOf,
} from './echarts-drawing.ts'
import { barCategoryGap, hasErrors } from './echarts-error-bars.ts'
import { type Places, peakPlaces, spanOf } from './echarts-sampling.ts'

const widestBar = 140

/** Approximate limit of bars in a chart: ECharts paints each one separately. */
const maxBars = 16_000

/** The drawn points of each trace of columns; a trace that is not in it is drawn completely. */
export type BarPlaces = ReadonlyMap<Trace, Places>

/** Keeps the highest and the lowest of the bars that share a pixel. */
export function barPlaces(drawing: Drawing): BarPlaces {
  const columns = drawing.visible.filter(({ trace }) => trace.type === 'column').map(({ trace }) => trace)
  if (!drawing.many) return new Map()
  return drawing.model.stacking === 'bars' ? stackPlaces(columns, drawing) : peaksOfAll(columns, drawing)
}

/** Stacked bars: keeps the highest stacks, which are the same indexes in every trace. */
function stackPlaces(columns: readonly Trace[], drawing: Drawing): BarPlaces {
  const [first] = columns
  if (!first) return new Map()
  const up = new Float64Array(first.points.length)
  const down = new Float64Array(first.points.length)
  for (const trace of columns) {
    const heights = heightsOf(trace, drawing)
    for (let at = 0; at < heights.length; at++) {
      const height = heights[at] ?? 0
      if (height > 0) up[at] = (up[at] ?? 0) + height
      if (height < 0) down[at] = (down[at] ?? 0) + height
    }
  }
  const runs = Math.max(50, Math.min(lengthOfX(drawing), Math.floor(maxBars / columns.length / 2)))
  const places = peakPlaces(up, down, spanOf(xsOf(first, drawing), drawing.zoomedTo), runs)
  return new Map(places ? columns.map((trace) => [trace, places]) : [])
}

/** Bars side by side: keeps the peaks over all traces together. */
function peaksOfAll(columns: readonly Trace[], drawing: Drawing): BarPlaces {
  const bars = columns.flatMap((trace) => {
    const [xs, ys] = [xsOf(trace, drawing), heightsOf(trace, drawing)]
    const [from, to] = spanOf(xs, drawing.zoomedTo)
    return Array.from({ length: to - from }, (_, at) => ({
      trace,
      at: from + at,
      x: xs[from + at] ?? Number.NaN,
      y: ys[from + at] ?? Number.NaN,
    }))
  })
  bars.sort((one, other) => one.x - other.x)
  const heights = Float64Array.from(bars, ({ y }) => y)
  const peaks = peakPlaces(heights, heights, [0, bars.length], lengthOfX(drawing))
  if (!peaks) return new Map()
  const kept = new Map<Trace, number[]>(columns.map((trace) => [trace, []]))
  for (const peak of peaks) {
    const bar = bars[peak]
    if (bar) kept.get(bar.trace)?.push(bar.at)
  }
  return new Map([...kept].map(([trace, places]) => [trace, Int32Array.from(places).sort()]))
}

export function barSeries(trace: Trace, index: number, drawing: Drawing, merged: BarPlaces): BarSeriesOption {
  const xs = xsOf(trace, drawing)
  const ys = heightsOf(trace, drawing)
  const places = merged.get(trace) ?? null
  countDrawn(drawing, places?.length ?? ys.length, ys.length)
  return {
    type: 'bar',
    id: traceId(index),
    name: trace.label,
    ...axisIndexes(trace, drawing),
    dimensions: ['x', 'y'],
    data: placedPairs(traceId(index), { xs, ys, places }, drawing),
    color: colorOf(trace, drawing),
    label: barLabel(trace, drawing),
    labelLayout: labelLayout(trace, drawing.model),
    barGap: merged.size > 0 && drawing.model.stacking !== 'bars' ? '-100%' : '0%',
    barCategoryGap: `${barCategoryGap * 100}%`,
    barMinHeight: 0,
    ...barWidth(drawing, places),
    ...(drawing.model.stacking === 'bars' ? { stack: 'columns' } : {}),
    emphasis: { disabled: drawing.many },
  }
}

/** A bar that represents several is two runs wide, so that no gap appears. */
function barWidth(drawing: Drawing, merged: Places | null): Partial<BarSeriesOption> {
  if (merged && drawing.model.stacking !== 'bars') return { barWidth: 2 }
  if (merged) return { barWidth: Math.max(2, Math.ceil((lengthOfX(drawing) / merged.length) * 2)) }
  // error bars calculate their offset from the width that ECharts chooses
  return drawing.model.traces.some(hasErrors) ? {} : { barMaxWidth: widestBar }
}
