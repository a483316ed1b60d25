import { SankeyChart } from 'echarts/charts'
import { TooltipComponent } from 'echarts/components'
import type { EchartsParts } from '../parts/echarts.ts'

/** What flows are drawn with. */
export const sankeyParts: EchartsParts = [SankeyChart, TooltipComponent]
