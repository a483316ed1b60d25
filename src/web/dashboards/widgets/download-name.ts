import { pictureFileName } from '#web/visualizations/download-picture.ts'

/** Name of a downloaded result (docs/reference/screens.md#result-menu): the query's, and the day its data were made. */
export function downloadName(queryName: string, retrievedAt: string, format: string): string {
  return `${pictureFileName(queryName)}_${retrievedAt.slice(0, 10).replaceAll('-', '_')}.${format}`
}
