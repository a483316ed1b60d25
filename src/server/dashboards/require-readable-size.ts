import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { sizeOfWidgets } from './widget-size-store.ts'

/**
 * Max size of what the widgets of one dashboard hold together: options of widgets, visualizations and queries, and
 * texts. Everyone who opens the dashboard reads all of it. 500 widgets of a usual size hold a few megabytes.
 */
const maxMegabytes = 16

/** Checked before anything of it is read. Throws dashboard.too_large. */
export async function requireReadableSize(db: Db, dashboardId: number): Promise<void> {
  if ((await sizeOfWidgets(db, dashboardId)) <= maxMegabytes * 1_000_000) return
  throw refuse('dashboard.too_large', { limit: `${maxMegabytes} MB` })
}
