import { useClientConfig, useCurrentUser } from '#web/session/use-session.ts'
import type { PageDashboard } from './page-dashboard.ts'

export interface DashboardRights {
  /** name, tags, widgets, layout; never for an archived dashboard */
  mayEdit: boolean
  mayRefresh: boolean
  mayPublish: boolean
  mayFork: boolean
  mayArchive: boolean
  mayUnarchive: boolean
  /** manages who else may edit, besides the owner and admins */
  mayManagePermissions: boolean
  /** sees whether it is shared, and its public address */
  maySeeSharing: boolean
  /** switches sharing on and off: the owner and admins */
  mayShare: boolean
  maySeeHistory: boolean
}

interface Viewer {
  id: number
  permissions: readonly string[]
}

interface Organization {
  showPermissionsControl: boolean
  disablePublicUrls: boolean
}

type JudgedDashboard = Pick<
  PageDashboard,
  'user_id' | 'can_edit' | 'is_archived' | 'is_draft' | 'public_url' | 'from_git'
>

/**
 * The actions offered to the viewer of a dashboard (docs/reference/dashboards.md#dashboard-rights). The server checks
 * the same rights.
 */
export function dashboardRights(
  dashboard: JudgedDashboard,
  viewer: Viewer,
  organization: Organization,
): DashboardRights {
  const has = (permission: string) => viewer.permissions.includes(permission)
  const { is_archived, is_draft } = dashboard
  const canEdit = dashboard.can_edit && has('edit_dashboard')
  const isOwner = has('admin') || dashboard.user_id === viewer.id
  const mayEdit = canEdit && !is_archived
  // what comes from git is changed there, but its owner still forks and shares it here
  const isKept = canEdit || (isOwner && dashboard.from_git !== undefined && has('edit_dashboard'))
  const isShared = dashboard.public_url !== undefined
  return {
    mayEdit,
    mayRefresh: !is_archived,
    mayPublish: mayEdit,
    mayFork: isKept,
    mayArchive: mayEdit,
    mayUnarchive: canEdit && is_archived,
    mayManagePermissions: isOwner && organization.showPermissionsControl,
    maySeeSharing: !organization.disablePublicUrls && !is_archived && (isShared || (isKept && !is_draft)),
    mayShare: isOwner && isKept && !is_archived,
    maySeeHistory: isKept,
  }
}

export function useDashboardRights(dashboard: PageDashboard): DashboardRights {
  return dashboardRights(dashboard, useCurrentUser(), useClientConfig())
}
