import { getDashboardVersion, listDashboardVersions } from '#shared/dashboards/dashboard-versions-api.ts'
import { getDashboard } from '#shared/dashboards/dashboards-api.ts'
import { call } from '#web/api/call.ts'
import type { Versioned } from '#web/versions/versioned.ts'
import { type DashboardState, stateOfDashboard, stateOfSnapshot } from './dashboard-state.ts'

const fields = {
  name: 'name',
  tags: 'tags',
  widgets_added: 'widgets added',
  widgets_removed: 'widgets removed',
  widgets_moved: 'widgets moved',
  widgets_changed: 'widgets changed',
  options: 'parameters or tabs',
  dashboard_filters_enabled: 'dashboard filters',
  is_draft: 'published or not',
  is_archived: 'archived or not',
}

export function dashboardVersions(id: number): Versioned<DashboardState> {
  return {
    ...{ noun: 'dashboard', id, fields, beside: 'before' },
    list: (query, signal) => call(listDashboardVersions, { params: { id }, query, signal }),
    read: async (version_id, signal) => {
      const { snapshot, ...version } = await call(getDashboardVersion, { params: { id, version_id }, signal })
      return { ...version, snapshot: stateOfSnapshot(snapshot) }
    },
    present: async (signal) => {
      const dashboard = await call(getDashboard, { params: { id_or_slug: String(id) }, signal })
      return { version: dashboard.version, snapshot: stateOfDashboard(dashboard) }
    },
  }
}
