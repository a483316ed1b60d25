import type { EChartsType } from 'echarts/core'
import type { PictureFormat } from '#visualizations/picture-file.ts'
import type { MeasuredPicture } from './measure-picture.tsx'

declare global {
  interface Window {
    /** for browser tests: the chart instance of a gallery case, to inspect it */
    chartOfCase(title: string): EChartsType | undefined
    /** for browser tests: a case as the file that users download */
    pictureOfCase(title: string, format: PictureFormat): Promise<Blob>
    /** for the bench: draws a visualization and resolves to the milliseconds it took */
    measurePicture(picture: MeasuredPicture): Promise<number>
  }
}
