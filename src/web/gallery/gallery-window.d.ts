import type { EChartsType } from 'echarts/core'
import type { ImageFormat } from '#visualizations/image-file.ts'
import type { MeasuredVisualization } from './measure-visualization.tsx'

declare global {
  interface Window {
    /** for browser tests: the chart instance of a gallery case, to inspect it */
    chartOfCase(title: string): EChartsType | undefined
    /** for browser tests: a case as the file that users download */
    imageOfCase(title: string, format: ImageFormat): Promise<Blob>
    /** for the bench: draws a visualization and resolves to the milliseconds it took */
    measureVisualization(visualization: MeasuredVisualization): Promise<number>
  }
}
