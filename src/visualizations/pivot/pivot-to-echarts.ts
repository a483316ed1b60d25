import type {
  BarSeriesOption,
  ComposeOption,
  GridComponentOption,
  LegendComponentOption,
  LineSeriesOption,
  PieSeriesOption,
  ScatterSeriesOption,
  TitleComponentOption,
  TooltipComponentOption,
} from 'echarts'
import { colorSchemeOf, colorsOfType } from '../parts/colors.ts'
import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import { textWidth, type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { ChartModel, ChartSeries } from './pivot-chart-model.ts'
import { pieOption } from './pivot-pies.ts'

export type PivotEchartsOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | PieSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | TooltipComponentOption
>

export const titleHeight = 30
export const legendHeight = 28
/** Lines with up to this many points mark each of them. */
const maxMarked = 20

const redashColors = colorSchemeOf('D3 Category 10').colors

/** The chart of a pivot as an ECharts option, without the content of its tooltip. */
export function pivotToEcharts(
  model: ChartModel,
  theme: VisualizationTheme,
  size: Size,
  scheme?: unknown,
): PivotEchartsOption {
  const names = model.shape === 'pie' ? model.categories : model.series.map(({ name }) => name)
  const hasLegend = model.shape !== 'scatter' && names.length > 1
  const common: PivotEchartsOption = {
    animation: false,
    backgroundColor: 'transparent',
    color: colorsOfType(scheme, redashColors).map((color) => visibleOn(color, theme.ground)),
    textStyle: { fontFamily: theme.fontFamily, fontSize: visualizationTextSize, color: theme.text },
    legend: { ...legendOption(theme), show: hasLegend },
    tooltip: {
      confine: true,
      trigger: model.shape === 'line' || model.shape === 'area' ? 'axis' : 'item',
      backgroundColor: theme.ground,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontSize: visualizationTextSize },
      transitionDuration: 0,
    },
  }
  const title = titleOption(model, theme, size)
  if (model.shape === 'pie') return { ...common, ...pieOption(model, theme, size, title) }
  return { ...common, title, ...gridOption(model, theme, size, hasLegend), series: seriesOf(model) }
}

function titleOption(model: ChartModel, theme: VisualizationTheme, size: Size): TitleComponentOption {
  return {
    text: model.title,
    left: 8,
    top: 4,
    textStyle: {
      color: theme.text,
      fontSize: 13,
      fontWeight: 600,
      fontFamily: theme.fontFamily,
      width: Math.max(40, size.width - 24),
      overflow: 'truncate',
    },
  }
}

function legendOption(theme: VisualizationTheme): LegendComponentOption {
  return {
    type: 'scroll',
    bottom: 0,
    left: 8,
    right: 8,
    itemWidth: 10,
    itemHeight: 10,
    icon: 'roundRect',
    textStyle: { color: theme.text, fontSize: visualizationTextSize, width: 160, overflow: 'truncate' },
    inactiveColor: theme.muted,
    pageTextStyle: { color: theme.text },
    pageIconColor: theme.text,
    pageIconInactiveColor: theme.line,
  }
}

type Axes = Pick<PivotEchartsOption, 'grid' | 'xAxis' | 'yAxis'>

function gridOption(model: ChartModel, theme: VisualizationTheme, size: Size, hasLegend: boolean): Axes {
  const { transposed, shape } = model
  const grid: GridComponentOption = {
    left: 12,
    right: 20,
    top: titleHeight + 14,
    bottom: hasLegend ? legendHeight + 6 : 8,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
    outerBoundsClampWidth: '40%',
    outerBoundsClampHeight: '40%',
  }
  const categories = categoryAxis(model.categories, model.categoryTitle, theme, {
    horizontal: !transposed,
    size,
    atEnds: shape === 'area' || shape === 'line',
  })
  if (shape === 'scatter') {
    const names = model.series.map(({ name }) => name)
    return {
      grid,
      xAxis: categories,
      yAxis: categoryAxis(names, model.seriesTitle, theme, { horizontal: false, size, atEnds: false }),
    }
  }
  const values = valueAxis(model, theme, size)
  // lists are read from the top
  return transposed
    ? { grid, xAxis: values, yAxis: { ...categories, inverse: true } }
    : { grid, xAxis: categories, yAxis: values }
}

interface AxisPlace {
  horizontal: boolean
  size: Size
  /** the first and last category are at the ends of the axis */
  atEnds: boolean
}

function categoryAxis(data: readonly string[], name: string, theme: VisualizationTheme, place: AxisPlace) {
  const { horizontal, size, atEnds } = place
  const longest = Math.max(0, ...data.map(textWidth))
  const room = (size.width - 80) / Math.max(1, data.length)
  return {
    type: 'category' as const,
    data: [...data],
    boundaryGap: !atEnds || data.length < 2,
    ...nameOf(name, theme, horizontal, horizontal && longest > room ? 64 : undefined),
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: {
      color: theme.muted,
      fontSize: visualizationTextSize,
      hideOverlap: true,
      rotate: horizontal && longest > room ? 40 : 0,
      width: horizontal ? 110 : Math.min(160, size.width * 0.3),
      overflow: 'truncate' as const,
    },
  }
}

function valueAxis(model: ChartModel, theme: VisualizationTheme, size: Size) {
  const { valueTitle, transposed: horizontal, tickText } = model
  return {
    type: 'value' as const,
    ...nameOf(valueTitle, theme, horizontal),
    splitNumber: horizontal
      ? Math.max(2, Math.min(8, Math.floor(size.width / 90)))
      : Math.max(2, Math.min(6, Math.floor(size.height / 60))),
    axisLabel: {
      color: theme.muted,
      fontSize: visualizationTextSize,
      hideOverlap: true,
      formatter: tickText,
    },
    splitLine: { lineStyle: { color: theme.line } },
  }
}

function nameOf(name: string, theme: VisualizationTheme, horizontal: boolean, gap?: number) {
  return {
    name,
    nameLocation: 'middle' as const,
    nameGap: gap ?? (horizontal ? 28 : 12),
    nameMoveOverlap: true,
    nameTextStyle: { color: theme.muted, fontSize: visualizationTextSize, fontWeight: 500 as const },
  }
}

function seriesOf(model: ChartModel): PivotEchartsOption['series'] {
  const { shape, stacked } = model
  if (shape === 'scatter') {
    const data = model.series.flatMap(({ texts }, row) =>
      texts.flatMap((text, col) => (text === '' ? [] : [[col, row]])),
    )
    return [{ type: 'scatter', id: 'all', symbolSize: 8, data }]
  }
  return model.series.map((series, index) => {
    const named = { id: String(index), name: series.name, data: [...valuesOf(series, shape === 'area')] }
    const stack = stacked ? { stack: 'all' } : {}
    if (shape === 'bar') return { type: 'bar', ...named, ...stack, barMaxWidth: 64 }
    if (shape === 'dot') {
      return { type: 'scatter', ...named, data: series.values.map((value, at) => [value ?? '-', at]) }
    }
    return {
      type: 'line',
      ...named,
      ...stack,
      showSymbol: model.categories.length <= maxMarked,
      symbolSize: 5,
      ...(shape === 'area' ? { areaStyle: { opacity: 0.6 }, stackStrategy: 'all' as const } : {}),
    }
  })
}

/** The values of a series. Stacked areas need 0 instead of gaps. */
function valuesOf({ values }: ChartSeries, gapless: boolean): readonly (number | null)[] {
  return gapless ? values.map((value) => value ?? 0) : values
}
