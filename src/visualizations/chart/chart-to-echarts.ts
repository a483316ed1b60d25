import type {
  AxisPointerComponentOption,
  ComposeOption,
  CustomSeriesOption,
  DataZoomComponentOption,
  GridComponentOption,
  PieSeriesOption,
  TitleComponentOption,
  TooltipComponentOption,
} from 'echarts'
import { type PictureTheme, pictureTextSize } from '../parts/picture-theme.ts'
import type { Size } from '../parts/use-box-size.ts'
import type { CartesianModel } from './chart-model.ts'
import type { PieModel } from './chart-pie.ts'
import { axisOptions } from './echarts-axes.ts'
import { pieOptions } from './echarts-pie.ts'
import { type CartesianSeriesOption, seriesOptions } from './echarts-series.ts'

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

/** What the picture depends on besides the model. */
export interface Surroundings {
  theme: PictureTheme
  /** of the plot, legend excluded */
  size: Size
  /** dragging over the plot zooms in */
  zoom: boolean
  /** the part of the X axis to show, in its values (categories: their indexes); absent: all of it */
  zoomedTo?: ZoomWindow | null
}

export type ZoomWindow = readonly [low: number, high: number]

/**
 * The model as an ECharts option, without the tooltip's content, which the renderer builds from text nodes.
 * Nothing is animated: a chart that is drawn again explains nothing by moving.
 */
export function chartToEcharts(
  model: CartesianModel | PieModel,
  surroundings: Surroundings,
): ChartEchartsOption {
  const { theme } = surroundings
  return {
    animation: false,
    useUTC: true,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, fontSize: pictureTextSize, color: theme.text },
    tooltip: tooltipOption(model, theme),
    ...(model.kind === 'pie'
      ? pieOptions(model, theme, surroundings.size)
      : cartesianOptions(model, surroundings)),
  }
}

function cartesianOptions(model: CartesianModel, surroundings: Surroundings): ChartEchartsOption {
  const { theme, size, zoom, zoomedTo } = surroundings
  const base = model.swapped ? { yAxisIndex: 0 } : { xAxisIndex: 0 }
  const { xAxis, yAxis } = axisOptions(model, theme, size)
  return {
    grid: {
      left: 10,
      right: 14,
      top: 20,
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
      outerBoundsClampWidth: '30%',
      outerBoundsClampHeight: '30%',
    },
    xAxis: xAxis as ChartEchartsOption['xAxis'],
    yAxis: yAxis as ChartEchartsOption['yAxis'],
    series: seriesOptions(model, theme),
    ...(zoom
      ? {
          dataZoom: [
            {
              type: 'inside' as const,
              id: 'zoom',
              ...base,
              ...(zoomedTo ? { startValue: zoomedTo[0], endValue: zoomedTo[1] } : {}),
              filterMode: 'filter' as const,
              zoomOnMouseWheel: false,
              moveOnMouseMove: false,
              moveOnMouseWheel: false,
              preventDefaultMouseMove: false,
            },
          ],
        }
      : {}),
  }
}

function tooltipOption(model: CartesianModel | PieModel, theme: PictureTheme): TooltipComponentOption {
  const common: TooltipComponentOption = {
    show: true,
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.ground,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { color: theme.text, fontSize: pictureTextSize, fontFamily: theme.fontFamily },
    extraCssText: 'box-shadow: 0 4px 12px rgb(0 0 0 / 18%); border-radius: 6px; max-width: min(360px, 90%);',
  }
  const together = model.kind === 'cartesian' && model.traces.some(({ type }) => type !== 'scatter')
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
