import type { CustomSeriesOption } from 'echarts'
import type { Box } from './chart-box.ts'
import type { Trace } from './chart-traces.ts'
import type { Position } from './chart-values.ts'
import { axisNumber } from './echarts-axes.ts'
import {
  axisIndexes,
  colorOf,
  countDrawn,
  type Drawing,
  lengthOfX,
  traceId,
  valueAxis,
} from './echarts-drawing.ts'
import { type Places, peakPlaces, spanOf } from './echarts-sampling.ts'

/** Shares of the room of one x: between neighbours, and around each box of a group (docs/reference/charts.md#traces). */
const gaps = { between: 0.3, group: 0.5 }
/** All points stand left of their box, so many half widths from its middle, scattered by this much. */
const pointPlace = -1.8
const jitter = 0.3
const pointSize = 3

export interface BoxPlace {
  index: number
  count: number
  /** distance of neighbouring x in values of the axis */
  step: number
}

export function boxSeries(
  trace: Trace,
  index: number,
  drawing: Drawing,
  place: BoxPlace,
): CustomSeriesOption {
  const { model } = drawing
  const boxes = trace.boxes ?? []
  const numbers = boxNumbers(boxes, trace, drawing)
  const places = boxPlaces(numbers, drawing)
  if (places) drawing.placesOf.set(traceId(index), places)
  countDrawn(drawing, places?.length ?? boxes.length, boxes.length)
  const values = [1, 2, 3, 4, 5, 6, 7]
  const shown = places ? [...places] : boxes.map((_, at) => at)
  const raw = model.showAllPoints ? rawPoints(trace, drawing) : null
  return {
    type: 'custom',
    progressive: 0,
    id: traceId(index),
    name: trace.label,
    ...axisIndexes(trace, drawing),
    color: colorOf(trace, drawing),
    clip: true,
    data: shown.map((at) => numbers[at] ?? []),
    encode: model.swapped ? { x: values, y: 0 } : { x: 0, y: values },
    renderItem: (params, api) => {
      const at = shown[params.dataIndex] ?? 0
      const numbersOf = values.map((dimension) => Number(api.value(dimension)))
      const toPixels = (value: number): [number, number] => {
        const point = api.coord(model.swapped ? [value, api.value(0)] : [api.value(0), value])
        return model.swapped ? [point[1] ?? 0, point[0] ?? 0] : [point[0] ?? 0, point[1] ?? 0]
      }
      const [middle] = toPixels(numbersOf[0] ?? 0)
      const size = api.size?.([place.step, place.step])
      const band = Math.abs(Array.isArray(size) ? (size[model.swapped ? 1 : 0] ?? 0) : (size ?? 0))
      const half = Math.max(0.5, (band * (1 - gaps.between) * (1 - gaps.group)) / place.count / 2)
      const shift = band * (1 - gaps.between) * ((place.index + 0.5) / place.count - 0.5)
      const levels = numbersOf.map((value) => toPixels(value)[1])
      const dots = raw ? (raw.get(boxes[at]?.x ?? null) ?? []) : (boxes[at]?.outliers ?? [])
      const paint = { center: middle + shift, half, swapped: model.swapped, color: colorOf(trace, drawing) }
      return {
        type: 'group',
        children: [
          ...boxShapes(levels, paint),
          ...dotShapes(
            dots.map((value) => toPixels(value)[1]),
            raw !== null,
            paint,
          ),
        ],
      }
    },
  }
}

/** `[x, smallest, low, first quartile, median, third quartile, high, largest]` of each box. */
function boxNumbers(boxes: readonly Box[], trace: Trace, { model, xIndex, yIndexes }: Drawing): number[][] {
  const axis = valueAxis(trace, model)
  return boxes.map((box) => [
    axisNumber(box.x, model.x, xIndex),
    ...[box.smallest, box.low, box.firstQuartile, box.median, box.thirdQuartile, box.high, box.largest].map(
      (value) => axisNumber(value, axis, yIndexes[trace.side]),
    ),
  ])
}

/** Of boxes that share a pixel those that reach highest and lowest. */
function boxPlaces(numbers: readonly number[][], drawing: Drawing): Places | null {
  const column = (at: number) => Float64Array.from(numbers, (box) => box[at] ?? Number.NaN)
  return peakPlaces(column(7), column(1), spanOf(column(0), drawing.zoomedTo), lengthOfX(drawing))
}

function rawPoints(trace: Trace, { model, yIndexes }: Drawing): Map<Position, number[]> {
  const axis = valueAxis(trace, model)
  const byX = new Map<Position, number[]>()
  for (const { x, y } of trace.points) {
    const value = axisNumber(y, axis, yIndexes[trace.side])
    const known = byX.get(x)
    if (known) known.push(value)
    else byX.set(x, [value])
  }
  return byX
}

interface Paint {
  /** pixels along the X axis */
  center: number
  half: number
  swapped: boolean
  color: string
}

function boxShapes(levels: readonly number[], { center, half, swapped, color }: Paint) {
  const [, low = 0, first = 0, median = 0, third = 0, high = 0] = levels
  const stroke = { stroke: color, lineWidth: 1.5, fill: undefined }
  const line = (x1: number, y1: number, x2: number, y2: number) => ({
    type: 'line' as const,
    shape: swapped ? { x1: y1, y1: x1, x2: y2, y2: x2 } : { x1, y1, x2, y2 },
    style: stroke,
  })
  const [top, height] = [Math.min(first, third), Math.abs(first - third)]
  const cap = half / 2
  return [
    line(center, low, center, first),
    line(center, third, center, high),
    line(center - cap, low, center + cap, low),
    line(center - cap, high, center + cap, high),
    {
      type: 'rect' as const,
      shape: swapped
        ? { x: top, y: center - half, width: height, height: half * 2 }
        : { x: center - half, y: top, width: half * 2, height },
      style: { stroke: color, lineWidth: 1.5, fill: color, fillOpacity: 0.35 },
    },
    line(center - half, median, center + half, median),
  ]
}

/** Points of one box as one path; those that would cover each other are painted once. */
function dotShapes(levels: readonly number[], scattered: boolean, { center, half, swapped, color }: Paint) {
  const painted = new Set<string>()
  const shape = levels.length > maxRound ? square : dot
  for (const [order, level] of levels.entries()) {
    if (!Number.isFinite(level)) continue
    const offset = scattered ? half * (pointPlace + jitter * spread(order)) : 0
    const [along, up] = [Math.round(center + offset), Math.round(level)]
    painted.add(swapped ? shape(up, along) : shape(along, up))
  }
  if (painted.size === 0) return []
  return [
    {
      type: 'path' as const,
      shape: { pathData: [...painted].join('') },
      style: { fill: color, opacity: scattered ? 0.6 : 1 },
    },
  ]
}

/** Of more dots squares are painted: arcs take several times as long, and at this size look the same. */
const maxRound = 300

function square(x: number, y: number): string {
  return `M${x - 1},${y - 1}h${pointSize}v${pointSize}h${-pointSize}Z`
}

function dot(x: number, y: number): string {
  const radius = pointSize / 2
  return `M${x - radius},${y}a${radius},${radius} 0 1,0 ${pointSize},0a${radius},${radius} 0 1,0 ${-pointSize},0Z`
}

/** -1 to 1, evenly spread without chance: a picture is the same each time it is drawn. */
function spread(order: number): number {
  return ((order * 0.618_033_988_75) % 1) * 2 - 1
}
