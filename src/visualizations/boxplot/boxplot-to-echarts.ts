import type {
  BoxplotSeriesOption,
  ComposeOption,
  GridComponentOption,
  ScatterSeriesOption,
  TooltipComponentOption,
} from 'echarts'
import { t } from '#shared/messages/translate.ts'
import { baseColors, parseColor } from '../parts/colors.ts'
import type { Surroundings } from '../parts/echarts-canvas.tsx'
import { itemTooltip } from '../parts/echarts-tooltip.ts'
import { visibleOn } from '../parts/visible-color.ts'
import { textWidth, type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { Box, BoxplotBoxes } from './boxplot-model.ts'

type BoxplotEchartsOption = ComposeOption<
  BoxplotSeriesOption | ScatterSeriesOption | GridComponentOption | TooltipComponentOption
>

/** Pixels (docs/reference/other-visualizations.md#box-plot). */
const widestBox = 120
const outlierRadius = 5
const minLabel = 48
/** approximate width of the labels of the Y axis */
const valueAxisWidth = 72

/** The boxes as an ECharts option: one category for each column. */
export function boxplotToEcharts(
  model: BoxplotBoxes,
  { theme, size }: Surroundings,
  textOf: (value: number) => string,
): BoxplotEchartsOption {
  const color = visibleOn(baseColors.Blue, theme.ground)
  const outliers = model.boxes.flatMap(({ outliers: found }, index) => found.map((value) => [index, value]))
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, fontSize: visualizationTextSize, color: theme.text },
    grid: {
      top: 10,
      right: 14,
      bottom: model.xAxisLabel === '' ? 8 : 28,
      left: model.yAxisLabel === '' ? 8 : 28,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: itemTooltip(theme, (params) => tooltipLines(model, params, textOf)),
    xAxis: {
      ...axis(theme, model.xAxisLabel, 'x'),
      type: 'category',
      data: model.boxes.map(({ name }) => name),
      axisTick: { show: false },
      axisLabel: {
        color: theme.muted,
        ...categoryLabels((size.width - valueAxisWidth) / model.boxes.length),
      },
    },
    yAxis: {
      ...axis(theme, model.yAxisLabel, 'y'),
      type: 'value',
      min: model.domain[0],
      max: model.domain[1],
      splitLine: { showMinLine: false, showMaxLine: false, lineStyle: { color: theme.line } },
      axisLabel: { color: theme.muted, showMinLabel: false, showMaxLabel: false, formatter: textOf },
    },
    series: [
      {
        type: 'boxplot',
        boxWidth: [4, widestBox],
        itemStyle: {
          color: `rgba(${parseColor(color)?.join(', ')}, 0.2)`,
          borderColor: color,
          borderWidth: 1.5,
        },
        data: model.boxes.map((box) => [
          box.lowerWhisker,
          box.lowerQuartile,
          box.median,
          box.upperQuartile,
          box.upperWhisker,
        ]),
      },
      {
        type: 'scatter',
        symbolSize: 2 * outlierRadius,
        itemStyle: { color: 'transparent', borderColor: color, borderWidth: 1 },
        data: outliers,
      },
    ],
  }
}

/** Labels wrap to two lines within the width of their boxes; in narrow ones ECharts leaves some out. */
function categoryLabels(room: number) {
  if (room < minLabel) return { hideOverlap: true, overflow: 'truncate' as const, width: widestBox }
  const width = room - 10
  const maxLength = Math.floor((2 * width) / textWidth('x'))
  const formatter = (name: string) => (name.length > maxLength ? `${name.slice(0, maxLength - 1)}…` : name)
  return { interval: 0, overflow: 'break' as const, width, lineHeight: 14, formatter }
}

function axis(theme: VisualizationTheme, name: string, side: 'x' | 'y') {
  return {
    name,
    nameLocation: 'middle' as const,
    nameMoveOverlap: true,
    nameGap: side === 'x' ? 28 : 44,
    nameTextStyle: { color: theme.muted, fontSize: visualizationTextSize },
    axisLine: { show: side === 'x', onZero: false, lineStyle: { color: theme.line } },
  }
}

/** The five numbers of a box, or one outlier. */
export function tooltipLines(
  model: BoxplotBoxes,
  params: unknown,
  textOf: (value: number) => string,
): string[] {
  if (typeof params !== 'object' || params === null) return []
  const { seriesType, dataIndex, value } = params as {
    seriesType?: unknown
    dataIndex?: unknown
    value?: unknown
  }
  if (seriesType === 'scatter' && Array.isArray(value)) {
    const box = model.boxes[Number(value[0])]
    return box ? [box.name, textOf(Number(value[1]))] : []
  }
  const box = model.boxes[Number(dataIndex)]
  return box ? [box.name, ...boxLines(box).map(([label, number]) => `${label}: ${textOf(number)}`)] : []
}

function boxLines(box: Box): [label: string, value: number][] {
  return [
    [t('Upper whisker'), box.upperWhisker],
    [t('Upper quartile'), box.upperQuartile],
    [t('Median'), box.median],
    [t('Lower quartile'), box.lowerQuartile],
    [t('Lower whisker'), box.lowerWhisker],
  ]
}
