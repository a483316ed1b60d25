import type { PieSeriesOption, TitleComponentOption } from 'echarts'
import type { Size } from '../parts/use-box-size.ts'
import { type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { ChartModel, ChartSeries } from './pivot-chart-model.ts'

const titleHeight = 30
const legendHeight = 28
const nameHeight = 20

/** One pie per series, in a grid as square as possible. The area of a pie is proportional to its total. */
export function pieOption(
  model: ChartModel,
  theme: VisualizationTheme,
  size: Size,
  title: TitleComponentOption,
): { title: TitleComponentOption[]; series: PieSeriesOption[] } {
  const { series, categories } = model
  const across = Math.ceil(Math.sqrt(series.length))
  const down = Math.ceil(series.length / Math.max(1, across))
  const named = series.length > 1
  const legend = categories.length > 1 ? legendHeight : 0
  const width = size.width / Math.max(1, across)
  const height = (size.height - titleHeight - legend) / Math.max(1, down)
  const largest = Math.max(...series.map(totalOf))
  const reach = Math.max(2, Math.min(width, height - (named ? nameHeight : 0)) / 2 - 6)
  const centers = series.map((_, index) => ({
    x: width * ((index % across) + 0.5),
    y: titleHeight + height * (Math.floor(index / across) + 0.5) + (named ? nameHeight / 2 : 0),
  }))
  return {
    title: [title, ...(named ? series.map(({ name }, index) => nameOf(name, centers[index], index)) : [])],
    series: series.map((pie, index) => ({
      type: 'pie',
      id: String(index),
      name: pie.name,
      center: [centers[index]?.x ?? 0, centers[index]?.y ?? 0],
      radius: largest > 0 ? reach * Math.sqrt(totalOf(pie) / largest) : 0,
      label: { show: false },
      labelLine: { show: false },
      // a single slice needs no separator
      itemStyle: {
        borderColor: theme.ground,
        borderWidth: pie.values.filter((value) => (value ?? 0) > 0).length > 1 ? 1 : 0,
      },
      // values up to zero have no slice, but keep their position and so their color
      data: categories.map((name, at) => ({ name, value: Math.max(0, pie.values[at] ?? 0) })),
      stillShowZeroSum: false,
    })),
  }

  function nameOf(text: string, center: { x: number; y: number } | undefined, index: number) {
    return {
      text,
      left: center?.x ?? 0,
      top: titleHeight + height * Math.floor(index / across),
      textAlign: 'center' as const,
      textStyle: {
        color: theme.muted,
        fontSize: visualizationTextSize,
        fontWeight: 500 as const,
        fontFamily: theme.fontFamily,
        width: Math.max(20, width - 8),
        overflow: 'truncate' as const,
      },
    }
  }
}

function totalOf({ values }: ChartSeries): number {
  return values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0)
}
