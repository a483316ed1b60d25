import type { EChartsType } from 'echarts/core'

declare global {
  interface Window {
    /** for browser tests: the chart instance of a gallery case, to be read and not only looked at */
    chartOfCase(title: string): EChartsType | undefined
  }
}
