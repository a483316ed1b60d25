import type { GrantedKind } from '#server/identity/index.ts'
import * as api from '#shared/permissions/access-grants-api.ts'
import { requireOwnedDashboard, requireVisibleDashboard } from './require-dashboard.ts'

/** Access to a dashboard, granted by its owner or an admin. */
export const dashboardGrants: GrantedKind = {
  object_type: 'dashboard',
  table: 'dashboards',
  list: api.listDashboardGrants,
  grant: api.grantDashboardAccess,
  revoke: api.revokeDashboardAccess,
  check: api.checkDashboardAccess,
  requireOwned: requireOwnedDashboard,
  requireVisible: requireVisibleDashboard,
}
