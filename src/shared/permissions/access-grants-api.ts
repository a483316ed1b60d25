import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams } from '../http/schemas.ts'
import { User } from '../users/user.ts'

/**
 * Only `modify` has an effect; the others are stored for clients that send them
 * (docs/reference/api-access.md#owners-and-grants).
 */
export const AccessType = Type.Union([Type.Literal('view'), Type.Literal('modify'), Type.Literal('delete')])
export type AccessType = Static<typeof AccessType>

/** Grantees by access type; `{}` when there are none. */
export const Grantees = Type.Record(Type.String(), Type.Array(User))
export type Grantees = Static<typeof Grantees>

/** The handler checks the types, with Redash's messages (docs/reference/api-access.md#access-lists). */
const GrantBody = Type.Object({ access_type: Type.String({ maxLength: 20 }), user_id: Id })

const Grant = Type.Object({
  id: Id,
  object_id: Id,
  object_type: Type.String(),
  access_type: AccessType,
  grantor: Id,
  grantee: Id,
})
const GrantParams = Type.Object({ id: Id, access_type: Type.String({ maxLength: 20 }) })
const unknownGrant = ['access.unknown_type', 'access.user_not_found'] as const

/** For the owner and admins (docs/reference/api-access.md#access-lists). */
export const listQueryGrants = endpoint({
  method: 'GET',
  path: '/api/queries/:id/acl',
  access: 'signed-in',
  params: IdParams,
  reply: Grantees,
})

export const listDashboardGrants = endpoint({ ...listQueryGrants, path: '/api/dashboards/:id/acl' })

export const grantQueryAccess = endpoint({
  method: 'POST',
  path: '/api/queries/:id/acl',
  access: 'signed-in',
  params: IdParams,
  body: GrantBody,
  reply: Grant,
  errors: unknownGrant,
})

export const grantDashboardAccess = endpoint({ ...grantQueryAccess, path: '/api/dashboards/:id/acl' })

export const revokeQueryAccess = endpoint({
  method: 'DELETE',
  path: '/api/queries/:id/acl',
  access: 'signed-in',
  params: IdParams,
  body: GrantBody,
  reply: Type.Null(),
  errors: unknownGrant,
})

export const revokeDashboardAccess = endpoint({ ...revokeQueryAccess, path: '/api/dashboards/:id/acl' })

/** Whether the caller has an explicit grant of this type. */
export const checkQueryAccess = endpoint({
  method: 'GET',
  path: '/api/queries/:id/acl/:access_type',
  access: 'signed-in',
  params: GrantParams,
  reply: Type.Object({ response: Type.Boolean() }),
  errors: ['access.unknown_type'],
})

export const checkDashboardAccess = endpoint({
  ...checkQueryAccess,
  path: '/api/dashboards/:id/acl/:access_type',
})
