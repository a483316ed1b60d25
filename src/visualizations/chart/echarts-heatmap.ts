import type {
  ComposeOption,
  GridComponentOption,
  HeatmapSeriesOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts'
import { HeatmapChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components'
import { isDark, textColorOn } from '../parts/colors.ts'
import type { EchartsParts } from '../parts/echarts.ts'
import { tooltipBox } from '../parts/echarts-tooltip.ts'
import type { Size } from '../parts/use-box-size.ts'
import { textWidth, type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { HeatmapAxis, HeatmapModel } from './chart-heatmap.ts'
import { echartsAxis } from './echarts-axes.ts'
import { colorAt, evenColors, scaleOnDark } from './heatmap-scales.ts'

/** The parts of ECharts for heatmaps, in their own chunk. */
export const heatmapParts: EchartsParts = [
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
]

export type HeatmapEchartsOption = ComposeOption<
  HeatmapSeriesOption | GridComponentOption | TooltipComponentOption | VisualMapComponentOption
>

/** More labels would be unreadable and slow. */
const maxLabels = 2000
/** Up to this width, in pixels, the legend is below the plot. */
const narrow = 600
/** Smaller cells have no gaps between them, in pixels. */
const minDividedCell = 10
const legend = { bar: 12, padding: 8, longest: 220 }

/** The model as an ECharts option, without the content of tooltips. */
export function heatmapToEcharts(
  model: HeatmapModel,
  theme: VisualizationTheme,
  size: Size,
): HeatmapEchartsOption {
  const below = size.width <= narrow
  const cell = {
    width: (size.width * 0.8) / Math.max(1, model.x.labels.length),
    height: (size.height * 0.8) / Math.max(1, model.y.labels.length),
  }
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, fontSize: visualizationTextSize, color: theme.text },
    grid: {
      left: 10,
      right: below ? 14 : rightLegendWidth(model),
      top: 12,
      bottom: below ? 44 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
      outerBoundsClampWidth: '30%',
      outerBoundsClampHeight: '30%',
    },
    tooltip: tooltipBox(theme),
    xAxis: [axis(model.x, 'x', theme, { ...size, width: axisWidth(model, size, below) })],
    yAxis: [axis(model.y, 'left', theme, size)],
    visualMap: [colorLegend(model, theme, size, below)],
    series: [cells(model, theme, cell)],
  } as HeatmapEchartsOption
}

/** The model in the colors of the page: our own scales have others on a dark one. */
export function heatmapOnPage(model: HeatmapModel, theme: VisualizationTheme): HeatmapModel {
  const scale = isDark(theme.ground) ? scaleOnDark(model.scale) : model.scale
  if (scale === model.scale) return model
  const [low, high] = model.range
  return {
    ...model,
    scale: [...scale],
    cells: model.cells.map((cell) => ({ ...cell, color: colorAt(scale, (cell.z - low) / (high - low)) })),
  }
}

function axis(
  { title, showLabels, labels }: HeatmapAxis,
  id: 'x' | 'left',
  theme: VisualizationTheme,
  size: Size,
) {
  const horizontal = id === 'x'
  const described = {
    scale: 'category',
    tickFormat: '',
    categories: labels,
    fromZero: false,
    title,
    showLabels,
  } as const
  const drawn = echartsAxis({ ...described, categories: [...labels] }, theme, {
    id,
    horizontal,
    position: horizontal ? 'bottom' : 'left',
    splitLine: false,
    size,
    empty: false,
  })
  return { ...drawn, axisLine: { show: false } }
}

/** Width that is left for the columns, plus the space that the X axis reserves for a value axis. */
function axisWidth(model: HeatmapModel, { width }: Size, below: boolean): number {
  const labels = model.y.showLabels ? Math.max(0, ...model.y.labels.slice(0, 1000).map(textWidth)) : 0
  return Math.max(70, width - Math.min(labels, width * 0.3) - (below ? 0 : rightLegendWidth(model)) + 36)
}

function rightLegendWidth({ rangeTexts, cells }: HeatmapModel): number {
  if (cells.length === 0) return 14
  return Math.max(legend.bar, ...rangeTexts.map(textWidth)) + 2 * legend.padding + 8
}

function colorLegend(
  { scale, range, rangeTexts, cells }: HeatmapModel,
  theme: VisualizationTheme,
  size: Size,
  below: boolean,
): VisualMapComponentOption {
  const room = below ? size.width * 0.5 : size.height * 0.6
  return {
    type: 'continuous',
    id: 'colors',
    show: cells.length > 0,
    seriesIndex: 0,
    dimension: 2,
    min: range[0],
    max: range[1],
    calculable: false,
    hoverLink: false,
    inRange: { color: evenColors(scale) },
    text: [rangeTexts[1], rangeTexts[0]],
    textGap: 6,
    textStyle: { color: theme.muted, fontSize: visualizationTextSize },
    itemWidth: legend.bar,
    itemHeight: Math.max(20, Math.min(legend.longest, room)),
    padding: legend.padding,
    ...(below
      ? { orient: 'horizontal', left: 'center', bottom: 0 }
      : { orient: 'vertical', right: 0, top: 'middle' }),
  }
}

function cells(
  model: HeatmapModel,
  theme: VisualizationTheme,
  cell: { width: number; height: number },
): HeatmapSeriesOption {
  const hasLabels = model.showLabels && model.cells.length <= maxLabels
  const divided = Math.min(cell.width, cell.height) >= minDividedCell
  const fits = (text: string) => textWidth(text) <= cell.width + 4 && visualizationTextSize <= cell.height
  return {
    type: 'heatmap',
    id: 'cells',
    data: model.cells.map(({ x, y, z, text, color }) => ({
      value: [x, y, z],
      ...(hasLabels
        ? { label: { show: fits(text), formatter: () => text, color: textColorOn(color) ?? theme.text } }
        : {}),
    })),
    label: { show: hasLabels, fontSize: visualizationTextSize, textBorderWidth: 0 },
    itemStyle: divided ? { borderColor: theme.ground, borderWidth: 1 } : { borderWidth: 0 },
    emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1.5 } },
    progressive: 0,
  }
}
