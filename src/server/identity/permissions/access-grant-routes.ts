import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type * as api from '#shared/permissions/access-grants-api.ts'
import type { AccessType, Grantees } from '#shared/permissions/access-grants-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findMember, loadUsers } from '../users/require-user.ts'
import {
  deleteGrant,
  type GrantedObject,
  insertGrant,
  listGrants,
  type StoredGrant,
} from './access-grant-store.ts'

/** A kind of object with grants: its endpoints and their checks. */
export interface GrantedKind {
  object_type: GrantedObject['object_type']
  /** the table's name in replies (docs/reference/api-access.md#access-lists) */
  table: string
  list: typeof api.listQueryGrants | typeof api.listDashboardGrants
  grant: typeof api.grantQueryAccess | typeof api.grantDashboardAccess
  revoke: typeof api.revokeQueryAccess | typeof api.revokeDashboardAccess
  check: typeof api.checkQueryAccess | typeof api.checkDashboardAccess
  requireOwned(db: Db, actor: Actor, id: number): Promise<unknown>
  requireVisible(db: Db, actor: Actor, id: number): Promise<unknown>
}

/** Grants on queries and dashboards: read and managed by owner and admins (docs/reference/api-access.md#access-lists). */
export function registerAccessGrantRoutes(
  app: FastifyInstance,
  context: ServerContext,
  kinds: readonly GrantedKind[],
): void {
  for (const kind of kinds) registerGrantsOf(kind, app, context)
}

function registerGrantsOf(granted: GrantedKind, app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  const { object_type, requireOwned, requireVisible } = granted

  serve(
    app,
    granted.list,
  )(async ({ actor, params }) => {
    await requireOwned(db, actor, params.id)
    return await listGrantees(context, { object_type, object_id: params.id })
  })

  serve(
    app,
    granted.grant,
  )(async ({ actor, params, body }) => {
    await requireOwned(db, actor, params.id)
    const grantor = requireUserId(actor)
    const object = { object_type, object_id: params.id }
    const grant = await grantAccess(context, { ...actor, user_id: grantor }, object, body)
    const { id, object_id, access_type, grantor_id, grantee_id } = grant
    return {
      id,
      object_id,
      object_type: granted.table,
      access_type,
      grantor: grantor_id,
      grantee: grantee_id,
    }
  })

  serve(
    app,
    granted.revoke,
  )(async ({ actor, params, body }) => {
    await requireOwned(db, actor, params.id)
    await revokeAccess(context, actor, { object_type, object_id: params.id }, body)
    return null
  })

  serve(
    app,
    granted.check,
  )(async ({ actor, params }) => {
    await requireVisible(db, actor, params.id)
    const object = { object_type, object_id: params.id }
    return { response: await holdsGrant(context, actor, object, params.access_type) }
  })
}

interface Needs {
  db: Db
}

/** In the form of replies. */
interface GrantRequest {
  access_type: string
  user_id: number
}

/** Grantees by access type, in the order of granting. */
async function listGrantees({ db }: Needs, object: GrantedObject): Promise<Grantees> {
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
 * Grants a user of the organization access; repeating is not an error. A disabled user gets no new grants; existing
 * ones work again once the user is enabled. Throws access.unknown_type and access.user_not_found.
 */
async function grantAccess(
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
 * Revokes a grant, regardless of who gave it; revoking none is not an error. Throws access.unknown_type and
 * access.user_not_found.
 */
async function revokeAccess(
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
async function holdsGrant(
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

/** The user who acts. Throws auth.forbidden for bearers of query keys. */
export function requireUserId(actor: Actor): number {
  if (actor.user_id === null) throw refuse('auth.forbidden')
  return actor.user_id
}
