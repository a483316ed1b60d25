import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'

/** As long as a name may be. */
export const maxTabNameLength = 60

/** What the widgets that were there before the first tab was added stand in. */
const firstName = 'Overview'

/** Ids are counted, so that addresses stay short: the next number that no tab has had the greatest of. */
function freeId(tabs: readonly DashboardTab[]): string {
  const numbers = tabs.map(({ id }) => (/^\d{1,9}$/.test(id) ? Number(id) : 0))
  return String(Math.max(0, ...numbers) + 1)
}

/** With another tab at the end. The first time there are two: what the dashboard shows goes into the other one. */
export function withNewTab(
  tabs: readonly DashboardTab[],
  name: string,
): { tabs: DashboardTab[]; added: string } {
  const before = tabs.length === 0 ? [{ id: '1', name: firstName }] : tabs
  const added = freeId(before)
  return { tabs: [...before, { id: added, name }], added }
}

export function withRenamedTab(tabs: readonly DashboardTab[], id: string, name: string): DashboardTab[] {
  return tabs.map((tab) => (tab.id === id ? { ...tab, name } : tab))
}

/** One place to the left (-1) or to the right (1). */
export function withMovedTab(tabs: readonly DashboardTab[], id: string, by: -1 | 1): DashboardTab[] {
  const from = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[from]
  const other = tabs[from + by]
  if (tab === undefined || other === undefined) return [...tabs]
  const next = [...tabs]
  next[from] = other
  next[from + by] = tab
  return next
}

/** Without a tab; a single one that would be left goes too, as the dashboard is one grid then. */
export function withoutTab(tabs: readonly DashboardTab[], id: string): DashboardTab[] {
  const left = tabs.filter((tab) => tab.id !== id)
  return left.length === 1 ? [] : left
}
