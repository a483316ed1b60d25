import { SunburstChart } from 'echarts/charts'
import type { EchartsParts } from '../parts/echarts.ts'

/** What rings are drawn with. */
export const sunburstParts: EchartsParts = [SunburstChart]
