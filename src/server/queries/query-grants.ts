import type { GrantedKind } from '#server/identity/index.ts'
import * as api from '#shared/permissions/access-grants-api.ts'
import { requireOwned, requireVisible } from './require-query.ts'

/** Access to a query, granted by its owner or an admin. */
export const queryGrants: GrantedKind = {
  object_type: 'query',
  table: 'queries',
  list: api.listQueryGrants,
  grant: api.grantQueryAccess,
  revoke: api.revokeQueryAccess,
  check: api.checkQueryAccess,
  requireOwned,
  requireVisible,
}
