import type { EChartsType } from 'echarts/core'
import type { PictureFormat } from '#visualizations/picture-file.ts'
import type { MeasuredPicture } from './measure-picture.tsx'

declare global {
  interface Window {
    /** for browser tests: the chart instance of a gallery case, to be read and not only looked at */
    chartOfCase(title: string): EChartsType | undefined
    /** for browser tests: a case as the file that people download */
    pictureOfCase(title: string, format: PictureFormat): Promise<Blob>
    /** for the bench: draws a picture and answers how many milliseconds it took */
    measurePicture(picture: MeasuredPicture): Promise<number>
  }
}
