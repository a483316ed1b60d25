import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { AccessType, Grantees } from '#shared/permissions/access-grants-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findMember } from '../users/find-member.ts'
import { loadUsers } from '../users/load-users.ts'
import {
  deleteGrant,
  type GrantedObject,
  insertGrant,
  listGrants,
  type StoredGrant,
} from './access-grant-store.ts'

interface Needs {
  db: Db
}

/** In the form of replies. */
export interface GrantRequest {
  access_type: string
  user_id: number
}

/** Grantees by access type, in the order of granting. */
export async function listGrantees({ db }: Needs, object: GrantedObject): Promise<Grantees> {
  const grants = await listGrants(db, object)
  const users = await loadUsers(db, [...new Set(grants.map(({ grantee_id }) => grantee_id))])
  const grantees: Grantees = {}
  for (const { access_type, grantee_id } of grants) {
    const user = users.get(grantee_id)
    if (user !== undefined) grantees[access_type] = [...(grantees[access_type] ?? []), user]
  }
  return grantees
}

/**
 * Grants a user of the organization access; repeating is no error. A disabled user gets no new grants; existing
 * ones work again once the user is enabled. Throws access.unknown_type and access.user_not_found.
 */
export async function grantAccess(
  { db }: Needs,
  actor: Actor & { user_id: number },
  object: GrantedObject,
  request: GrantRequest,
): Promise<StoredGrant> {
  const access_type = requireAccessType(request.access_type)
  const grantee = await findMember(db, actor.org_id, request.user_id)
  if (grantee === null || grantee.disabled_at !== null) throw refuse('access.user_not_found')
  return await insertGrant(db, {
    ...object,
    access_type,
    grantor_id: actor.user_id,
    grantee_id: grantee.id,
  })
}

/**
 * Revokes a grant, regardless of who gave it; none is no error. Throws access.unknown_type and
 * access.user_not_found.
 */
export async function revokeAccess(
  { db }: Needs,
  actor: Actor,
  object: GrantedObject,
  request: GrantRequest,
): Promise<void> {
  const access_type = requireAccessType(request.access_type)
  const grantee = await findMember(db, actor.org_id, request.user_id)
  if (grantee === null) throw refuse('access.user_not_found')
  await deleteGrant(db, { ...object, access_type, grantee_id: grantee.id })
}

/** Does the actor hold an explicit grant? Owners and admins need none. Throws access.unknown_type. */
export async function holdsGrant(
  { db }: Needs,
  actor: Actor,
  object: GrantedObject,
  accessType: string,
): Promise<boolean> {
  const access_type = requireAccessType(accessType)
  const grants = await listGrants(db, object)
  return grants.some((grant) => grant.access_type === access_type && grant.grantee_id === actor.user_id)
}

const accessTypes: readonly string[] = ['view', 'modify', 'delete'] satisfies AccessType[]

function requireAccessType(text: string): AccessType {
  if (!isAccessType(text)) throw refuse('access.unknown_type')
  return text
}

function isAccessType(text: string): text is AccessType {
  return accessTypes.includes(text)
}
