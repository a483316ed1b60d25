import type { CustomSeriesOption } from 'echarts'

export interface ErrorBarPlace {
  id: string
  color: string
  swapped: boolean
  axisIndex: { xAxisIndex: number; yAxisIndex: number }
  /** columns side by side: which of how many this one is; null when the bar stands on its point */
  column: { index: number; count: number; minGap: number } | null
}

const capHalf = 4
export const barCategoryGap = 0.25

/** Error bars of one series; each item is `[x, low, high]` in axis values. */
export function errorBarSeries(data: number[][], place: ErrorBarPlace): CustomSeriesOption {
  return {
    type: 'custom',
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

function strokes(low: number[], high: number[], shift: number, { color, swapped }: ErrorBarPlace) {
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
  return [line(lowX, lowY, highX, highY), cap(lowX, lowY), cap(highX, highY)]
}
