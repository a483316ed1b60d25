import type { Dashboard, saveDashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'

/** A dashboard in the state of its page. */
export interface PageDashboard extends Dashboard {
  widgets: Widget[]
  is_favorite: boolean
  can_edit: boolean
}

/** Fields of a save, without the version, which the page adds. */
export type DashboardFields = Omit<BodyOf<typeof saveDashboard>, 'version' | 'layout'>

/** The initial state, as read from the server. */
export function pageDashboard(read: Dashboard): PageDashboard {
  return {
    ...read,
    widgets: read.widgets ?? [],
    is_favorite: read.is_favorite ?? false,
    can_edit: read.can_edit ?? false,
  }
}

/**
 * The state after a save. The response lacks `can_edit` and the public address; widgets stay the page's own, because
 * each is saved separately.
 */
export function afterSave(before: PageDashboard, saved: Dashboard): PageDashboard {
  const { widgets, is_favorite, can_edit, public_url, api_key, is_pinned } = before
  const known = { ...saved, widgets, can_edit, is_favorite: saved.is_favorite ?? is_favorite }
  if (public_url !== undefined) known.public_url = public_url
  if (api_key !== undefined) known.api_key = api_key
  if (is_pinned !== undefined) known.is_pinned = is_pinned
  return known
}

/** Adds or replaces a widget; a replaced one keeps its place. */
export function withWidget(widgets: readonly Widget[], widget: Widget): Widget[] {
  return widgets.some(({ id }) => id === widget.id)
    ? widgets.map((one) => (one.id === widget.id ? widget : one))
    : [...widgets, widget]
}
