import {
  grantQueryAccess,
  listQueryGrants,
  revokeQueryAccess,
} from '#shared/permissions/access-grants-api.ts'
import { call } from '#web/api/call.ts'
import { type GrantsOf, modifyGrants } from '#web/permissions/grants.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { regenerateApiKey } from './query-acts.tsx'
import type { QueryRights } from './query-rights.ts'
import type { QueryDraft } from './use-query-draft.ts'

const ApiKeyDialog = lazy(() =>
  import('./api-key-dialog.tsx').then((module) => ({ default: module.ApiKeyDialog })),
)
const ManagePermissionsDialog = lazy(() =>
  import('#web/permissions/manage-permissions-dialog.tsx').then((module) => ({
    default: module.ManagePermissionsDialog,
  })),
)

export type QueryDialog = 'api-key' | 'permissions'

interface QueryDialogsProps {
  dialog: QueryDialog | null
  draft: QueryDraft
  rights: QueryRights
  onClose(): void
}

/** The dialogs of the more menu, loaded on demand. */
export function QueryDialogs({ dialog, draft, rights, onClose }: QueryDialogsProps) {
  const { id, name, api_key, user } = draft.query
  if (id === null) return null
  const regenerate = async () => {
    const changed = await regenerateApiKey(id, name)
    if (changed) draft.adopt(changed)
  }
  return (
    <Opening>
      {dialog === 'api-key' && api_key !== null && (
        <ApiKeyDialog
          queryId={id}
          apiKey={api_key}
          onRegenerate={rights.mayRegenerateApiKey ? regenerate : null}
          onClose={onClose}
        />
      )}
      {dialog === 'permissions' && user !== null && (
        <ManagePermissionsDialog author={user} grants={grantsOfQuery(id)} onClose={onClose} />
      )}
    </Opening>
  )
}

function grantsOfQuery(id: number): GrantsOf {
  return modifyGrants(['query', id, 'grants'], {
    list: (signal) => call(listQueryGrants, { params: { id }, signal }),
    grant: (body) => call(grantQueryAccess, { params: { id }, body }),
    revoke: (body) => call(revokeQueryAccess, { params: { id }, body }),
  })
}
