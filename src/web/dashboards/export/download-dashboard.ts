import type { PictureHead } from './picture-head.ts'
import { withWholeDashboard } from './whole-dashboard.ts'

/**
 * Downloads an image of all widgets as a PNG file. `page` holds the grid; elements with `data-picture="none"` are left
 * out. Throws an Error with a message for users.
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

/** Opens the browser's print dialog, which also saves PDF files, once every widget is drawn. */
export function printDashboard(page: HTMLElement): Promise<void> {
  return withWholeDashboard(page, async () => window.print())
}
