import type { PictureHead } from './picture-head.ts'
import { withWholeDashboard } from './whole-dashboard.ts'

/**
 * Hands a picture of all widgets to the browser as a PNG file. `page` holds the grid; what carries `data-picture="none"`
 * is not drawn. Throws an error with a text for people.
 */
export async function downloadDashboardPicture(page: HTMLElement, head: PictureHead): Promise<void> {
  const [{ dashboardPicture, paint }, { pictureFileName, saveFile }] = await Promise.all([
    import('./dashboard-picture.ts'),
    import('#web/visualizations/download-picture.ts'),
  ])
  const picture = await withWholeDashboard(page, async () => {
    page.dataset['exporting'] = 'picture'
    try {
      return await dashboardPicture(page, head)
    } finally {
      delete page.dataset['exporting']
    }
  })
  saveFile(await paint(picture), `${pictureFileName(head.name)}.png`)
}

/** Opens the browser's dialog, which also saves PDF files, once every widget is drawn. */
export function printDashboard(page: HTMLElement): Promise<void> {
  return withWholeDashboard(page, async () => window.print())
}
