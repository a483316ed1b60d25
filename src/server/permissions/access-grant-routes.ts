import type { FastifyInstance } from 'fastify'
import * as api from '#shared/permissions/access-grants-api.ts'
import { serve } from '../http/serve.ts'
import { demandOwned, demandUserId, demandVisible } from '../queries/demand-query.ts'
import type { ServerContext } from '../server-context.ts'
import type { GrantedObject } from './access-grant-store.ts'
import { grantAccess, holdsGrant, listGrantees, revokeAccess } from './grant-access.ts'

const queryWith = (id: number): GrantedObject => ({ object_type: 'query', object_id: id })

/** Grants on queries: read and managed by owner and admins (part 1, section 6). */
export function registerAccessGrantRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.listQueryGrants,
  )(async ({ actor, params }) => {
    await demandOwned(db, actor, params.id)
    return await listGrantees(context, queryWith(params.id))
  })

  serve(
    app,
    api.grantQueryAccess,
  )(async ({ actor, params, body }) => {
    await demandOwned(db, actor, params.id)
    const grantor = demandUserId(actor)
    const grant = await grantAccess(context, { ...actor, user_id: grantor }, queryWith(params.id), body)
    const { id, object_id, access_type, grantor_id, grantee_id } = grant
    // the name that clients know of the table (reference-api 5.12)
    return { id, object_id, object_type: 'queries', access_type, grantor: grantor_id, grantee: grantee_id }
  })

  serve(
    app,
    api.revokeQueryAccess,
  )(async ({ actor, params, body }) => {
    await demandOwned(db, actor, params.id)
    await revokeAccess(context, actor, queryWith(params.id), body)
    return null
  })

  serve(
    app,
    api.checkQueryAccess,
  )(async ({ actor, params }) => {
    await demandVisible(db, actor, params.id)
    return { response: await holdsGrant(context, actor, queryWith(params.id), params.access_type) }
  })
}
