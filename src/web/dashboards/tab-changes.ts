import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'

/** Maximum length of a name. */
export const maxTabNameLength = 60

/** Name of the tab for widgets that existed before the first tab was added. */
const firstName = 'Overview'

/** Ids are counters, so that addresses stay short: one more than the greatest id in use. */
function freeId(tabs: readonly DashboardTab[]): string {
  const numbers = tabs.map(({ id }) => (/^\d{1,9}$/.test(id) ? Number(id) : 0))
  return String(Math.max(0, ...numbers) + 1)
}

/** Adds a tab at the end. The first time it adds two: the first takes the existing widgets. */
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

/** Moves a tab one place to the left (-1) or right (1). */
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

/** Removes a tab. If a single one would remain, removes that too: the dashboard becomes one grid. */
export function withoutTab(tabs: readonly DashboardTab[], id: string): DashboardTab[] {
  const left = tabs.filter((tab) => tab.id !== id)
  return left.length === 1 ? [] : left
}
