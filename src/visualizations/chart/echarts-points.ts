import type { ScatterSeriesOption } from 'echarts'
import { bubbleScale, largestBubble } from './chart-bubble.ts'
import type { Trace } from './chart-traces.ts'
import {
  axisIndexes,
  colorOf,
  countDrawn,
  type Drawing,
  heightsOf,
  labelLayout,
  placedPairs,
  pointLabel,
  traceId,
  xsOf,
} from './echarts-drawing.ts'
import type { Places } from './echarts-sampling.ts'

export function scatterSeries(trace: Trace, index: number, drawing: Drawing): ScatterSeriesOption {
  const { many } = drawing
  const [xs, ys] = [xsOf(trace, drawing), heightsOf(trace, drawing)]
  const places = many ? drawnPlaces(xs, ys) : null
  const hasPoints = (places ?? ys).length > 0
  countDrawn(drawing, ys.length, ys.length)
  return {
    ...common(trace, drawing),
    id: traceId(index),
    data: placedPairs(traceId(index), { xs, ys, places }, drawing),
    label: pointLabel(trace, drawing),
    labelLayout: labelLayout(trace, drawing.model),
    symbolSize: many ? 3 : 7,
    itemStyle: { opacity: many ? 0.5 : 0.75 },
    ...(many && hasPoints ? inBulk : {}),
  }
}

/** Only for series with points: ECharts throws when it paints an empty series in bulk. */
const inBulk = { large: true, largeThreshold: 0 }

function common(trace: Trace, drawing: Drawing) {
  return {
    type: 'scatter' as const,
    // all points at once: a partial chart would look complete
    progressive: 0,
    name: trace.label,
    ...axisIndexes(trace, drawing),
    dimensions: ['x', 'y'],
    color: colorOf(trace, drawing),
  }
}

/** Drops points with NaN: ECharts would stop at them when it searches the point under the pointer. */
function drawnPlaces(xs: Float64Array, ys: Float64Array): Places | null {
  const places: number[] = []
  for (let at = 0; at < xs.length; at++) {
    if (Number.isFinite(xs[at]) && Number.isFinite(ys[at])) places.push(at)
  }
  return places.length === xs.length ? null : Int32Array.from(places)
}

/** The scale of all bubbles, which the largest one decides. */
export function scaleOfBubbles({ visible, size }: Pick<Drawing, 'visible' | 'size'>): number {
  return bubbleScale(largestBubble(visible), Math.min(size.width, size.height))
}

/** Bubbles, with large ones below small ones. In large charts the small ones become dots. */
export function bubbleSeries(
  trace: Trace,
  index: number,
  drawing: Drawing,
  scale: number,
): ScatterSeriesOption[] {
  const [xs, ys] = [xsOf(trace, drawing), heightsOf(trace, drawing)]
  const diameters = Float64Array.from(trace.points, ({ diameter = 0 }) => diameter * scale)
  const drawn = Int32Array.from(xs.keys())
    .filter((at) => (diameters[at] ?? 0) > 0 && Number.isFinite(xs[at]) && Number.isFinite(ys[at]))
    .sort((a, b) => (diameters[b] ?? 0) - (diameters[a] ?? 0))
  countDrawn(drawing, drawn.length, drawn.length)
  const style = {
    itemStyle: {
      opacity: 0.65,
      ...(drawing.many ? {} : { borderColor: drawing.theme.ground, borderWidth: 1 }),
    },
    label: { show: false },
  }
  if (!drawing.many) {
    const places = drawn
    return [
      {
        ...common(trace, drawing),
        ...style,
        id: traceId(index),
        data: placedPairs(traceId(index), { xs, ys, places }, drawing),
        symbolSize: (_value, { dataIndex }) => diameters[places[dataIndex] ?? 0] ?? 0,
      },
    ]
  }
  const dots = drawn.filter((at) => (diameters[at] ?? 0) < smallBubble)
  const large = largestOfPlace(drawn.subarray(0, drawn.length - dots.length), { xs, ys }, drawing)
  drawing.part.drawn -= drawn.length - dots.length - large.length
  const part = (id: string, places: Places, look: Partial<ScatterSeriesOption>): ScatterSeriesOption => ({
    ...common(trace, drawing),
    ...style,
    id,
    data: placedPairs(id, { xs, ys, places }, drawing),
    ...look,
  })
  const bubbles = part(traceId(index), large, {
    symbolSize: (_value, { dataIndex }) => diameters[large[dataIndex] ?? 0] ?? 0,
  })
  if (dots.length === 0) return [bubbles]
  return [bubbles, part(`${traceId(index)}:dots`, dots, { ...inBulk, symbolSize: 3 })]
}

/** In large charts, bubbles with a smaller diameter (pixels) are painted as dots in bulk. */
const smallBubble = 4
/** Limit of larger bubbles in a chart, divided among its traces: each is painted separately. */
const maxBubbles = 6000
const minOfTrace = 300

/** Keeps the largest of the bubbles at nearly the same position. `places` must be sorted, the largest first. */
function largestOfPlace(
  places: Places,
  { xs, ys }: { xs: Float64Array; ys: Float64Array },
  { size, visible }: Drawing,
): Places {
  const max = Math.max(minOfTrace, maxBubbles / visible.length)
  if (places.length <= max) return places
  const across = extentOf(xs, places)
  const upright = extentOf(ys, places)
  for (let cell = 3; ; cell *= 1.4) {
    const taken = new Set<number>()
    const columns = Math.ceil(size.width / cell)
    const kept = places.filter((at) => {
      const column = Math.floor(share(xs[at], across) * columns)
      const row = Math.floor((share(ys[at], upright) * size.height) / cell)
      const place = row * (columns + 1) + column
      return taken.size < taken.add(place).size
    })
    if (kept.length <= max) return kept
  }
}

function extentOf(values: Float64Array, places: Places): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of places) {
    low = Math.min(low, values[at] ?? low)
    high = Math.max(high, values[at] ?? high)
  }
  return [low, high]
}

function share(value: number | undefined, [low, high]: readonly [number, number]): number {
  return high > low ? ((value ?? low) - low) / (high - low) : 0
}
