import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendScrollComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import type { EchartsParts } from '../parts/echarts.ts'

/** What the charts of a pivot are drawn with. */
export const pivotParts: EchartsParts = [
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendScrollComponent,
  TitleComponent,
  TooltipComponent,
]
