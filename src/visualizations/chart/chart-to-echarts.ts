import type {
  AxisPointerComponentOption,
  BarSeriesOption,
  ComposeOption,
  CustomSeriesOption,
  DataZoomComponentOption,
  GridComponentOption,
  LineSeriesOption,
  PieSeriesOption,
  ScatterSeriesOption,
  TitleComponentOption,
  TooltipComponentOption,
} from 'echarts'
import { formatNumber } from '#shared/format/numbers.ts'
import { t } from '#shared/messages/translate.ts'
import type { Size } from '../parts/use-box-size.ts'
import { type VisualizationTheme, visualizationTextSize } from '../parts/visualization-theme.ts'
import type { CartesianModel } from './chart-model.ts'
import type { PieModel } from './chart-pie.ts'
import type { Trace } from './chart-traces.ts'
import { axisOptions, type ZoomWindow } from './echarts-axes.ts'
import { barPlaces, barSeries } from './echarts-bars.ts'
import { type BoxPlace, boxSeries } from './echarts-boxes.ts'
import { type Drawing, maxLabels, startDrawing } from './echarts-drawing.ts'
import { errorBars } from './echarts-error-bars.ts'
import { lineSeries } from './echarts-lines.ts'
import { pieOptions } from './echarts-pie.ts'
import { bubbleSeries, scaleOfBubbles, scatterSeries } from './echarts-points.ts'
import type { Places } from './echarts-sampling.ts'

export type ChartEchartsOption = ComposeOption<
  | CartesianSeriesOption
  | CustomSeriesOption
  | PieSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | TitleComponentOption
  | AxisPointerComponentOption
  | DataZoomComponentOption
>

/** Everything besides the model that decides the chart. */
export interface Surroundings {
  theme: VisualizationTheme
  /** of the plot, without the legend */
  size: Size
  /** dragging, two fingers, and the wheel with Ctrl zoom in */
  zoom: boolean
  /** the part of the X axis to show, in axis values (categories: indexes); absent: all */
  zoomedTo?: ZoomWindow | null
}

/** A chart ready to be drawn. */
export interface ChartDrawing {
  option: ChartEchartsOption
  /** by id of an ECharts series that drops or reorders points: the index of the point of each datum */
  placesOf: ReadonlyMap<string, Places>
}

/**
 * The model as an ECharts option, without the content of tooltips, which the renderer builds from text nodes. Animation is
 * off, because charts are redrawn often.
 */
export function drawChart(model: CartesianModel | PieModel, surroundings: Surroundings): ChartDrawing {
  const { theme, size } = surroundings
  const common = {
    animation: false,
    useUTC: true,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, fontSize: visualizationTextSize, color: theme.text },
    tooltip: tooltipOption(model, theme),
  }
  if (model.kind === 'pie')
    return { option: { ...common, ...pieOptions(model, theme, size) }, placesOf: new Map() }
  const drawing = startDrawing(model, { theme, size, zoomedTo: surroundings.zoomedTo })
  return { option: { ...common, ...cartesianOptions(drawing, surroundings) }, placesOf: drawing.placesOf }
}

export function chartToEcharts(
  model: CartesianModel | PieModel,
  surroundings: Surroundings,
): ChartEchartsOption {
  return drawChart(model, surroundings).option
}

const noteHeight = 18

function cartesianOptions(drawing: Drawing, { zoom, zoomedTo }: Surroundings): ChartEchartsOption {
  const { model, theme, size } = drawing
  const series = seriesOptions(drawing)
  const notes = notesOf(drawing)
  const { xAxis, yAxis } = axisOptions(model, theme, size, zoomedTo)
  return {
    grid: {
      left: 10,
      right: 14,
      top: 20,
      bottom: notes === '' ? 8 : 8 + noteHeight,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
      outerBoundsClampWidth: '30%',
      outerBoundsClampHeight: '30%',
    },
    ...(notes === '' ? {} : { title: noteTitle(notes, theme, size) }),
    xAxis: xAxis as ChartEchartsOption['xAxis'],
    yAxis: yAxis as ChartEchartsOption['yAxis'],
    series,
    ...(zoom ? { dataZoom: [zoomOption(model, zoomedTo)] } : {}),
  }
}

function zoomOption(model: CartesianModel, zoomedTo: Surroundings['zoomedTo']): DataZoomComponentOption {
  return {
    type: 'inside',
    id: 'zoom',
    ...(model.swapped ? { yAxisIndex: 0 } : { xAxisIndex: 0 }),
    ...(zoomedTo ? { startValue: zoomedTo[0], endValue: zoomedTo[1] } : {}),
    filterMode: 'filter',
    // chart-drag-zoom.ts and chart-wheel-zoom.ts choose the window; the gestures of ECharts would swallow the wheel
    disabled: true,
  }
}

type CartesianSeriesOption = LineSeriesOption | BarSeriesOption | ScatterSeriesOption | CustomSeriesOption

/** The ECharts series of every visible trace, in drawing order. */
function seriesOptions(drawing: Drawing): CartesianSeriesOption[] {
  const bars = barPlaces(drawing)
  const edges = new Map()
  const scale = scaleOfBubbles(drawing)
  const draw = (trace: Trace, index: number): CartesianSeriesOption[] => {
    switch (trace.type) {
      case 'column':
        return [barSeries(trace, index, drawing, bars)]
      case 'scatter':
        return [scatterSeries(trace, index, drawing)]
      case 'bubble':
        return bubbleSeries(trace, index, drawing, scale)
      case 'box':
        return [boxSeries(trace, index, drawing, boxPlace(index, drawing))]
      default:
        return lineSeries(trace, index, drawing, edges)
    }
  }
  return drawing.visible.flatMap(({ trace, index }) => {
    const errors = errorBars(trace, index, drawing)
    return errors ? [...draw(trace, index), errors] : draw(trace, index)
  })
}

function boxPlace(index: number, { visible, model }: Drawing): BoxPlace {
  const boxes = visible.filter(({ trace }) => trace.type === 'box')
  return {
    index: boxes.findIndex((one) => one.index === index),
    count: boxes.length,
    step: model.x.step ?? 1,
  }
}

/** Says what the chart leaves out. */
function notesOf({ model, part, labels }: Drawing): string {
  const count = (value: number) => formatNumber(value, '0,0', model.text.settings)
  const [drawn, of] = [count(part.drawn), count(part.of)]
  const hasOnlyBoxes = model.traces.every(({ type }) => type === 'box')
  const drawnFrom = hasOnlyBoxes
    ? t('Drawn from {drawn} of {of} boxes', { drawn, of })
    : t('Drawn from {drawn} of {of} points', { drawn, of })
  return [
    part.drawn < part.of ? drawnFrom : '',
    model.showLabels && !labels
      ? t('No labels: more than {maxLabels} points', { maxLabels: count(maxLabels) })
      : '',
  ]
    .filter((note) => note !== '')
    .join(' · ')
}

function noteTitle(text: string, theme: VisualizationTheme, { width }: Size): TitleComponentOption {
  return {
    id: 'note',
    text,
    left: 8,
    bottom: 2,
    padding: 0,
    textStyle: {
      color: theme.muted,
      fontSize: visualizationTextSize - 1,
      // without it ECharts measures too little height, and cuts the text
      lineHeight: visualizationTextSize + 4,
      fontWeight: 400,
      width: width - 8,
      overflow: 'truncate',
    },
  }
}

function tooltipOption(model: CartesianModel | PieModel, theme: VisualizationTheme): TooltipComponentOption {
  const common: TooltipComponentOption = {
    show: true,
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.ground,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { color: theme.text, fontSize: visualizationTextSize, fontFamily: theme.fontFamily },
    extraCssText: 'box-shadow: 0 4px 12px rgb(0 0 0 / 18%); border-radius: 6px; max-width: min(360px, 90%);',
  }
  const together =
    model.kind === 'cartesian' &&
    model.traces.some(({ type }) => type !== 'scatter' && type !== 'bubble' && type !== 'box')
  if (!together) return { ...common, trigger: 'item' }
  return {
    ...common,
    trigger: 'axis',
    axisPointer: {
      type:
        model.x.scale === 'category' && model.traces.some(({ type }) => type === 'column')
          ? 'shadow'
          : 'line',
      axis: model.swapped ? 'y' : 'x',
      lineStyle: { color: theme.muted, type: 'solid', width: 1, opacity: 0.5 },
      shadowStyle: { color: theme.muted, opacity: 0.12 },
    },
  }
}
