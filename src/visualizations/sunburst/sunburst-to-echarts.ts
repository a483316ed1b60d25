import type { ComposeOption, SunburstSeriesOption } from 'echarts'
import { parseColor, textColorOn } from '../parts/colors.ts'
import type { Surroundings } from '../parts/echarts-canvas.tsx'
import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import { textWidth, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { Segment, SunburstRings } from './sunburst-model.ts'

type SunburstEchartsOption = ComposeOption<SunburstSeriesOption>
type SegmentOption = NonNullable<SunburstSeriesOption['data']>[number]

/** Opacity of segments that are not on the selected path. */
const faded = 0.3
/** Radius of the hole: `least` pixels hold three lines of text; `share` and `most` are shares of the radius. */
const hole = { min: 58, share: 0.3, max: 0.55 }
const labelSize = 11
const labelHeight = 14
/** Narrower labels are left out: they would be unreadable. In pixels. */
const minLabel = 28

/** Radius of the chart in its box; 0 when the box is too small (docs/reference/other-visualizations.md#sunburst). */
export function sunburstRadius({ width, height }: Size): number {
  return Math.max(0, Math.min(width - 30, height - 30) / 2 - 5)
}

/** Radii of the hole and of each ring. All rings have the same width. */
export function ringRadii(radius: number, depth: number): number[] {
  const inner = Math.min(Math.max(radius * hole.share, hole.min), radius * hole.max)
  const width = (radius - inner) / depth
  return Array.from({ length: depth + 1 }, (_, ring) => inner + width * ring)
}

/** The rings as an ECharts option. Segments outside of `path` fade; null: none fade. */
export function sunburstToEcharts(
  model: SunburstRings,
  { theme, size }: Surroundings,
  path: ReadonlySet<number> | null,
): SunburstEchartsOption {
  const radius = sunburstRadius(size)
  if (radius === 0) return { series: [] }
  const radii = ringRadii(radius, model.depth)
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, fontSize: visualizationTextSize, color: theme.text },
    series: [
      {
        type: 'sunburst',
        center: ['50%', '50%'],
        radius: [radii[0] ?? 0, radius],
        nodeClick: false,
        emphasis: { disabled: true },
        itemStyle: { borderColor: theme.ground, borderWidth: 1 },
        levels: [{}, ...radii.slice(1).map((r, ring) => ({ r0: radii[ring] ?? 0, r }))],
        data: nested(model, (segment, index) => {
          const color = visibleOn(segment.color, theme.ground)
          const opacity = path !== null && !path.has(index) ? faded : 1
          return {
            itemStyle: { color, opacity },
            label: { ...labelOf(segment, model, radii), color: labelColor(color), opacity },
          }
        }),
      },
    ],
  }
}

/** Along the ring where the whole name fits, else along the radius, cut to the width of the ring. */
function labelOf({ name, depth, value }: Segment, model: SunburstRings, radii: readonly number[]) {
  const [inner, outer] = [radii[depth - 1] ?? 0, radii[depth] ?? 0]
  const room = outer - inner - 8
  const middle = (inner + outer) / 2
  const arc = middle * 2 * Math.PI * (value / model.total)
  const length = textWidth(name)
  // the longer a straight text is, the more of the width of a bent ring it takes
  const bend = length ** 2 / (8 * middle)
  const common = { formatter: () => name, fontSize: labelSize, minAngle: 0 }
  if (room >= labelHeight + bend * 0.8 && arc >= length + 12) {
    return { ...common, show: true, rotate: 'tangential' as const }
  }
  return {
    ...common,
    show: room >= minLabel && arc >= labelHeight,
    rotate: 'radial' as const,
    width: room,
    overflow: 'truncate' as const,
    ellipsis: '…',
  }
}

/** The tree that ECharts wants; the names of its nodes are our indexes. */
function nested(
  model: SunburstRings,
  styleOf: (segment: Segment, index: number) => SegmentOption,
): SegmentOption[] {
  const nodes = model.segments.map(
    (segment, index): SegmentOption => ({
      name: String(index),
      value: segment.value,
      ...styleOf(segment, index),
      children: [],
    }),
  )
  const roots: SegmentOption[] = []
  for (const [index, { parent }] of model.segments.entries()) {
    const node = nodes[index]
    if (!node) continue
    const siblings = parent === null ? roots : nodes[parent]?.children
    siblings?.push(node)
  }
  return roots
}

function labelColor(color: string): string {
  return (parseColor(color) && textColorOn(color)) || '#333333'
}
