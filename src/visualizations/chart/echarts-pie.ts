import type { PieSeriesOption, TitleComponentOption } from 'echarts'
import { textColorOn } from '../parts/colors.ts'
import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import { type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { Donut, PieModel } from './chart-pie.ts'
import { traceId } from './echarts-drawing.ts'

const hole = 0.4
/** Smaller slices have their label outside. */
const minShareInside = 0.045
/** Smaller slices have no label, degrees. */
const minLabeledAngle = 10
const titleHeight = 22
const minRadiusWithLines = 90
/** Size of the text of a share, pixels. */
const labelBox = { width: 40, height: 14 }

/** Series and titles of all donuts. */
export function pieOptions(
  model: PieModel,
  theme: VisualizationTheme,
  size: Size,
): { series: PieSeriesOption[]; title: TitleComponentOption[] } {
  const titled = model.donuts.filter(({ showLabel }) => showLabel)
  return {
    series: model.donuts.map((donut, index) => donutSeries(donut, index, { model, theme, size })),
    title: titled.map((donut) => donutTitle(donut, theme, size)),
  }
}

/** Center and outer radius of a donut in pixels, below its title. */
function circle({ box, showLabel }: Donut, size: Size, outside: boolean) {
  const top = showLabel ? titleHeight : 0
  const width = box.width * size.width
  const height = Math.max(10, box.height * size.height - top)
  const radius = Math.max(5, (Math.min(width, height) / 2) * (outside ? 0.82 : 1))
  return {
    center: [(box.x + box.width / 2) * size.width, box.y * size.height + top + height / 2] as [
      number,
      number,
    ],
    radius,
  }
}

interface Drawing {
  model: PieModel
  theme: VisualizationTheme
  size: Size
}

/** Whether a label fits half way between hole and edge. */
function fitsRing(share: number, radius: number): boolean {
  const arc = 2 * Math.PI * radius * ((1 + hole) / 2) * share
  return arc >= labelBox.height && radius * (1 - hole) >= labelBox.width
}

function shareOf(value: number, total: number): number {
  return total === 0 ? 0 : value / total
}

function donutSeries(donut: Donut, index: number, { model, theme, size }: Drawing): PieSeriesOption {
  const total = donut.slices.reduce((sum, { value }) => sum + value, 0)
  // small donuts have labels only inside the ring
  const roomy = circle(donut, size, false).radius >= minRadiusWithLines
  const outside =
    model.showLabels && roomy && donut.slices.some(({ value }) => shareOf(value, total) < minShareInside)
  const { center, radius } = circle(donut, size, outside)
  const fits = (share: number) => share >= minShareInside && fitsRing(share, radius)
  return {
    type: 'pie',
    id: traceId(index),
    name: donut.label,
    center,
    radius: [radius * hole, radius],
    clockwise: model.clockwise,
    startAngle: 90,
    stillShowZeroSum: false,
    avoidLabelOverlap: true,
    itemStyle: { borderColor: theme.ground, borderWidth: donut.slices.length > 60 ? 0 : 1 },
    emphasis: { scale: false },
    label: { show: model.showLabels },
    labelLine: { show: model.showLabels, length: 6, length2: 4, lineStyle: { color: theme.line } },
    labelLayout: { hideOverlap: true },
    data: donut.slices.map((slice) => {
      const color = visibleOn(slice.color, theme.ground)
      const share = shareOf(slice.value, total)
      const inside = fits(share)
      return {
        name: slice.name,
        value: slice.value,
        itemStyle: { color },
        label: {
          // slivers have no label: the lines of a hundred of them would be a tangle
          show: model.showLabels && (inside || (outside && share * 360 >= minLabeledAngle)),
          position: inside ? ('inside' as const) : ('outside' as const),
          color: inside ? (textColorOn(color) ?? theme.text) : theme.muted,
          fontSize: visualizationTextSize,
          lineHeight: visualizationTextSize + 3,
          formatter: () => slice.share,
        },
      }
    }),
  }
}

function donutTitle(donut: Donut, theme: VisualizationTheme, size: Size): TitleComponentOption {
  const { center, radius } = circle(donut, size, false)
  return {
    text: donut.label,
    left: center[0],
    top: Math.max(0, center[1] - radius - titleHeight),
    textAlign: 'center',
    padding: 0,
    textStyle: {
      color: theme.text,
      fontSize: visualizationTextSize + 1,
      fontWeight: 500,
      width: donut.box.width * size.width,
      overflow: 'truncate',
    },
  }
}
