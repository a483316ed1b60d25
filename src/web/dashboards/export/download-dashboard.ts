import type { ImageHead } from './image-head.ts'
import { withWholeDashboard } from './whole-dashboard.ts'

/**
 * Downloads an image of all widgets as a PNG file. `page` holds the grid; elements with `data-image="none"` are left
 * out. Throws an Error with a message for users.
 */
export async function downloadDashboardImage(page: HTMLElement, head: ImageHead): Promise<void> {
  const [{ dashboardImage, paint }, { imageFileName, saveFile }] = await Promise.all([
    import('./dashboard-image.ts'),
    import('#web/visualizations/download-image.ts'),
  ])
  const image = await withWholeDashboard(page, async () => {
    page.dataset['exporting'] = 'image'
    try {
      return await dashboardImage(page, head)
    } finally {
      delete page.dataset['exporting']
    }
  })
  saveFile(await paint(image), `${imageFileName(head.name)}.png`)
}

/** Opens the browser's print dialog, which also saves PDF files, once every widget is drawn. */
export function printDashboard(page: HTMLElement): Promise<void> {
  return withWholeDashboard(page, async () => window.print())
}
