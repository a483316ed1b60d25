import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import type * as api from '#shared/permissions/access-grants-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { GrantedObject } from './access-grant-store.ts'
import { grantAccess, holdsGrant, listGrantees, revokeAccess } from './grant-access.ts'
import { requireUserId } from './require-user-id.ts'

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
