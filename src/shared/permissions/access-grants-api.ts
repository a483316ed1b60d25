import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams } from '../http/schemas.ts'
import { User } from '../users/user.ts'

/** Only `modify` has an effect; the others are kept for clients that store them (reference-api 3.3). */
export const AccessType = Type.Union([Type.Literal('view'), Type.Literal('modify'), Type.Literal('delete')])
export type AccessType = Static<typeof AccessType>

/** Grantees by access type; `{}` when there are none. */
export const Grantees = Type.Record(Type.String(), Type.Array(User))
export type Grantees = Static<typeof Grantees>

/** Types are checked by the handler: the reference answers its own messages (reference-api 5.12). */
const GrantBody = Type.Object({ access_type: Type.String({ maxLength: 20 }), user_id: Id })

/** For the owner and admins (specification part 1, section 6). */
export const listQueryGrants = endpoint({
  method: 'GET',
  path: '/api/queries/:id/acl',
  access: 'signed-in',
  params: IdParams,
  reply: Grantees,
})

export const grantQueryAccess = endpoint({
  method: 'POST',
  path: '/api/queries/:id/acl',
  access: 'signed-in',
  params: IdParams,
  body: GrantBody,
  reply: Type.Object({
    id: Id,
    object_id: Id,
    object_type: Type.String(),
    access_type: AccessType,
    grantor: Id,
    grantee: Id,
  }),
  errors: ['access.unknown_type', 'access.user_not_found'],
})

export const revokeQueryAccess = endpoint({
  method: 'DELETE',
  path: '/api/queries/:id/acl',
  access: 'signed-in',
  params: IdParams,
  body: GrantBody,
  reply: Type.Null(),
  errors: ['access.unknown_type', 'access.user_not_found'],
})

/** Does the caller hold an explicit grant of this type? */
export const checkQueryAccess = endpoint({
  method: 'GET',
  path: '/api/queries/:id/acl/:access_type',
  access: 'signed-in',
  params: Type.Object({ id: Id, access_type: Type.String({ maxLength: 20 }) }),
  reply: Type.Object({ response: Type.Boolean() }),
  errors: ['access.unknown_type'],
})
