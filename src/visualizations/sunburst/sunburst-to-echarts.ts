import type { ComposeOption, SunburstSeriesOption } from 'echarts'
import { parseColor, textColorOn } from '../parts/colors.ts'
import type { Surroundings } from '../parts/echarts-picture.tsx'
import { pictureTextSize, textWidth } from '../parts/picture-theme.ts'
import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { Segment, SunburstRings } from './sunburst-model.ts'

type SunburstEchartsOption = ComposeOption<SunburstSeriesOption>
type SegmentOption = NonNullable<SunburstSeriesOption['data']>[number]

/** Segments that are not on the path that is looked at. */
const faded = 0.3
/** Three lines of text fit into the hole, pixels; but it takes at most a share of the radius. */
const hole = { least: 58, share: 0.3, most: 0.55 }
const labelSize = 11
const labelHeight = 14
/** Labels with less room say nothing, pixels. */
const minLabel = 28

/** Radius of the picture in its box; none when it is too small (docs/reference/other-visualizations.md#sunburst). */
export function sunburstRadius({ width, height }: Size): number {
  return Math.max(0, Math.min(width - 30, height - 30) / 2 - 5)
}

/** Radii of the rings, the hole's first: every ring is as wide as the others. */
export function ringRadii(radius: number, depth: number): number[] {
  const inner = Math.min(Math.max(radius * hole.share, hole.least), radius * hole.most)
  const width = (radius - inner) / depth
  return Array.from({ length: depth + 1 }, (_, ring) => inner + width * ring)
}

/** The rings as an ECharts option; `path` are the segments that are looked at, all when null. */
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
    textStyle: { fontFamily: theme.fontFamily, fontSize: pictureTextSize, color: theme.text },
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
  // a straight text in a bent ring takes more of its width the longer it is
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

/** ECharts takes trees; the names of its nodes are the indexes of ours. */
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
    const brothers = parent === null ? roots : nodes[parent]?.children
    brothers?.push(node)
  }
  return roots
}

function labelColor(color: string): string {
  return (parseColor(color) && textColorOn(color)) || '#333333'
}
