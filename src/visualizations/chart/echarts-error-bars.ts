import type { CustomSeriesOption } from 'echarts'
import { topOf } from './chart-stacking.ts'
import type { Trace } from './chart-traces.ts'
import { axisNumber } from './echarts-axes.ts'
import { axisIndexes, colorOf, type Drawing, lengthOfX, valueAxis } from './echarts-drawing.ts'

interface ErrorBarPlace {
  id: string
  color: string
  swapped: boolean
  axisIndex: { xAxisIndex: number; yAxisIndex: number }
  /** columns side by side: which of how many this one is; null when the bar stands on its point */
  column: { index: number; count: number; minGap: number } | null
  /** lines end in short strokes, where there is room for them */
  capped: boolean
}

const capHalf = 4
export const barCategoryGap = 0.25

/** Error bars of one series; each item is `[x, low, high]` in axis values. */
function errorBarSeries(data: number[][], place: ErrorBarPlace): CustomSeriesOption {
  return {
    type: 'custom',
    progressive: 0,
    id: place.id,
    ...place.axisIndex,
    silent: true,
    tooltip: { show: false },
    clip: true,
    z: 3,
    data,
    encode: place.swapped ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    renderItem: (_params, api) => {
      const at = (value: number) => {
        const base = Number(api.value(0))
        return place.swapped ? api.coord([value, base]) : api.coord([base, value])
      }
      const low = at(Number(api.value(1)))
      const high = at(Number(api.value(2)))
      const shift = place.column ? columnShift(api, place.column, place.swapped) : 0
      return { type: 'group', children: strokes(low, high, shift, place) }
    },
  }
}

type Layout = Parameters<NonNullable<CustomSeriesOption['renderItem']>>[1]

/** Distance of a column's middle from the middle of its group, in pixels. */
function columnShift(
  api: Layout,
  { index, count, minGap }: { index: number; count: number; minGap: number },
  swapped: boolean,
) {
  if (count < 2) return 0
  const layout = api.barLayout?.({ count, barCategoryGap: `${barCategoryGap * 100}%`, barGap: '0%' })
  const offset = layout?.[index]?.offsetCenter
  if (offset !== undefined) return offset
  const size = api.size?.([minGap, minGap])
  const band = Array.isArray(size) ? (size[swapped ? 1 : 0] ?? 0) : (size ?? 0)
  const width = (band * (1 - barCategoryGap)) / count
  return (index - (count - 1) / 2) * width
}

function strokes(low: number[], high: number[], shift: number, place: ErrorBarPlace) {
  const { color, swapped, capped } = place
  const [lowX = 0, lowY = 0] = low
  const [highX = 0, highY = 0] = high
  const style = { stroke: color, lineWidth: 1.5, fill: undefined }
  const line = (x1: number, y1: number, x2: number, y2: number) => ({
    type: 'line' as const,
    shape: swapped ? { x1, y1: y1 + shift, x2, y2: y2 + shift } : { x1: x1 + shift, y1, x2: x2 + shift, y2 },
    style,
  })
  const cap = (x: number, y: number) =>
    swapped ? line(x, y - capHalf, x, y + capHalf) : line(x - capHalf, y, x + capHalf, y)
  const stem = line(lowX, lowY, highX, highY)
  return capped ? [stem, cap(lowX, lowY), cap(highX, highY)] : [stem]
}

export function hasErrors({ points, type }: Trace): boolean {
  return type !== 'box' && points.some(({ yError }) => yError !== null)
}

/** The error bars of a trace; null without any (docs/reference/charts.md#traces, step 7). */
export function errorBars(trace: Trace, index: number, drawing: Drawing): CustomSeriesOption | null {
  if (!hasErrors(trace)) return null
  const { model, many } = drawing
  const all = errorNumbers(trace, drawing)
  const data = many ? mergedErrors(all, lengthOfX(drawing)) : all
  const column = model.stacking === 'bars' ? 0 : drawing.columns.indexOf(index)
  return errorBarSeries(data, {
    id: `error:${index}`,
    color: trace.type === 'column' ? drawing.theme.text : colorOf(trace, drawing),
    swapped: model.swapped,
    axisIndex: axisIndexes(trace, drawing),
    capped: !many,
    column:
      trace.type === 'column' && column >= 0
        ? { index: column, count: drawing.columns.length, minGap: model.x.step ?? 1 }
        : null,
  })
}

function errorNumbers(trace: Trace, { model, xIndex, yIndexes }: Drawing): number[][] {
  const axis = valueAxis(trace, model)
  const logarithmic = axis.scale === 'logarithmic'
  return trace.points.flatMap((point) => {
    const x = axisNumber(point.x, model.x, xIndex)
    const top = axisNumber(topOf(point), axis, yIndexes[trace.side])
    if (point.yError === null || !Number.isFinite(top) || !Number.isFinite(x)) return []
    const low = top - point.yError
    // a logarithmic axis has no place for zero
    return [[x, logarithmic && low <= 0 ? top : low, top + point.yError]]
  })
}

/** Neighbours that share a pixel share a bar from the lowest end to the highest. */
function mergedErrors(all: number[][], runs: number): number[][] {
  if (all.length <= runs) return all
  return Array.from({ length: runs }, (_, run) => {
    const start = Math.floor((run * all.length) / runs)
    const end = Math.floor(((run + 1) * all.length) / runs)
    const merged = [...(all[start] ?? [])]
    for (let at = start + 1; at < end; at++) {
      merged[1] = Math.min(merged[1] ?? 0, all[at]?.[1] ?? 0)
      merged[2] = Math.max(merged[2] ?? 0, all[at]?.[2] ?? 0)
    }
    return merged
  })
}
