/** The id of the element that holds the shown grid. */
export const tabPanelId = 'dashboard-tab-panel'

export function tabElementId(id: string): string {
  return `dashboard-tab-${id}`
}
