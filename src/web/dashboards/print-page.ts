import { printDashboard } from '#web/dashboards/export/download-dashboard.ts'
import { inLightColours } from '#web/ui/forced-theme.ts'

/** Prints in light colors and at paper width, once all widgets have been redrawn that way. */
export async function printPage(page: HTMLElement): Promise<void> {
  const root = document.documentElement
  root.dataset.printing = ''
  try {
    await inLightColours(() => printDashboard(page))
  } finally {
    delete root.dataset.printing
  }
}
