import {
  grantDashboardAccess,
  listDashboardGrants,
  revokeDashboardAccess,
} from '#shared/permissions/access-grants-api.ts'
import { call } from '#web/api/call.ts'
import { type GrantsOf, modifyGrants } from '#web/permissions/grants.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import type { DashboardRights } from './dashboard-rights.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
)
const ManagePermissionsDialog = lazy(() =>
  import('#web/permissions/manage-permissions-dialog.tsx').then((module) => ({
    default: module.ManagePermissionsDialog,
  })),
)

export type DashboardDialog = 'share' | 'permissions'

interface DashboardDialogsProps {
  dialog: DashboardDialog
  draft: DashboardDraft
  rights: DashboardRights
  onClose(): void
}

/** The dialogs of the page's header, loaded when they are opened. */
export function DashboardDialogs({ dialog, draft, rights, onClose }: DashboardDialogsProps) {
  const { id, user } = draft.dashboard
  return (
    <Opening>
      {dialog === 'share' ? (
        <ShareDialog draft={draft} mayShare={rights.mayShare} onClose={onClose} />
      ) : (
        <ManagePermissionsDialog author={user} grants={grantsOfDashboard(id)} onClose={onClose} />
      )}
    </Opening>
  )
}

function grantsOfDashboard(id: number): GrantsOf {
  return modifyGrants(['dashboard', id, 'grants'], {
    list: (signal) => call(listDashboardGrants, { params: { id }, signal }),
    grant: (body) => call(grantDashboardAccess, { params: { id }, body }),
    revoke: (body) => call(revokeDashboardAccess, { params: { id }, body }),
  })
}
