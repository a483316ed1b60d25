import { BarChart, CustomChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { DataZoomInsideComponent, GridComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import type { EchartsParts } from '../parts/echarts.ts'

/** What charts with axes and pies are drawn with. */
export const chartParts: EchartsParts = [
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
]
