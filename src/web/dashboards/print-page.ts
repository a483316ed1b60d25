import { printDashboard } from '#web/dashboards/export/download-dashboard.ts'
import { inLightColours } from '#web/ui/forced-theme.ts'

/** Prints in light colours and as wide as paper, once all widgets have been drawn so. */
export async function printPage(page: HTMLElement): Promise<void> {
  const root = document.documentElement
  root.dataset.printing = ''
  try {
    await inLightColours(() => printDashboard(page))
  } finally {
    delete root.dataset.printing
  }
}
