import { BarChart, CustomChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { DataZoomInsideComponent, GridComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

/** The parts of ECharts that charts need, and no others: they decide the size of the bundle. */
use([
  BarChart,
  CustomChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomInsideComponent,
  GridComponent,
  TitleComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
])

export type { EChartsType }

export function openChart(box: HTMLElement): EChartsType {
  return init(box, null, { renderer: 'canvas' })
}
