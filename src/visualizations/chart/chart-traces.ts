import { yScale } from './chart-axes.ts'
import { type Box, boxesOf } from './chart-box.ts'
import { seriesColors } from './chart-colors.ts'
import { type ChartOptions, seriesOptionsOf } from './chart-options.ts'
import type { ChartSeries } from './chart-series.ts'
import { relativeSums, runningSums, unifyX, unionOfX } from './chart-stacking.ts'
import { type ScaleKind, type TracePoint, tracePoints } from './chart-values.ts'

export type TraceType = 'line' | 'column' | 'area' | 'scatter' | 'bubble' | 'box'

export interface Trace {
  /** key of `seriesOptions` */
  name: string
  /** as shown: renamed or the name */
  label: string
  type: TraceType
  color: string
  side: 'left' | 'right'
  hidden: boolean
  points: TracePoint[]
  /** of type `box`: one for each x */
  boxes?: Box[]
}

/** `sums`: lines and areas on running sums; `bars`: bars upon each other */
export type Stacking = 'none' | 'sums' | 'bars'

/** The series as they are drawn, before percentages and stacking (docs/reference/charts.md#traces). */
export function preparedTraces(
  series: readonly ChartSeries[],
  options: ChartOptions,
  context: { hidden: ReadonlySet<string>; scale: ScaleKind; swapped: boolean; sized: boolean },
): Trace[] {
  const colors = seriesColors(
    series.map(({ name }) => name),
    options,
  )
  return series.map((one, index) => {
    const stored = seriesOptionsOf(options, one.name)
    const type = traceType(stored.type, options.globalSeriesType)
    const wantsRight = stored.yAxis === 1 && (options.series.stacking === null || type === 'line')
    const side = wantsRight && !context.swapped ? 'right' : 'left'
    const scales = { x: context.scale, y: yScale(options.yAxis[side === 'right' ? 1 : 0]) }
    const points = tracePoints(one, type, scales, { ...options, sized: context.sized })
    return {
      name: one.name,
      label: typeof stored.name === 'string' && stored.name !== '' ? stored.name : one.name,
      type,
      color: colors[index] ?? '',
      side,
      hidden: context.hidden.has(one.name),
      points,
      ...(type === 'box' ? { boxes: boxesOf(points) } : {}),
    }
  })
}

/** How one series is drawn: as it says, else as the chart; a type of elsewhere as columns. */
function traceType(stored: unknown, globalType: string): TraceType {
  for (const type of [stored, globalType]) {
    switch (type) {
      case 'line':
      case 'column':
      case 'area':
      case 'scatter':
      case 'bubble':
      case 'box':
        return type
      case 'custom':
        return 'line'
    }
  }
  return 'column'
}

/** Series on a common X where they need it, and their sums (docs/reference/charts.md#stacking-and-percent). */
export function stackedTraces(
  traces: Trace[],
  options: ChartOptions,
  { scale, stacking }: { scale: ScaleKind; stacking: Stacking },
): Trace[] {
  const sorted = options.sortX
  if (stacking === 'sums') {
    const union = unionOfX(traces, sorted)
    return runningSums(unifyX(traces, union, options.missingValuesAsZero))
  }
  const unified =
    sorted && scale === 'category' && options.globalSeriesType !== 'box'
      ? unifyX(traces, unionOfX(traces, true), options.missingValuesAsZero)
      : traces
  if (stacking !== 'bars') return unified
  // bars stand upon each other place by place, so every series needs every place
  return relativeSums(scale === 'category' ? unified : unifyX(traces, unionOfX(traces, sorted), false))
}
