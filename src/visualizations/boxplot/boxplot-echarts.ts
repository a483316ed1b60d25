import { BoxplotChart, ScatterChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import type { EchartsParts } from '../parts/echarts.ts'

/** What boxes and their outliers are drawn with. */
export const boxplotParts: EchartsParts = [BoxplotChart, ScatterChart, GridComponent, TooltipComponent]
