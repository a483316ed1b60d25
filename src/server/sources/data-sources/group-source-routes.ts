import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { linkDataSource, requireGroup, setLinkAccess, unlinkDataSource } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/groups/groups-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findSourceOfGroup, hasDataSource, listSourcesOfGroup } from './sources-of-group.ts'

/** The data sources of a group, and its access to each. */
export function registerGroupSourceRoutes(app: FastifyInstance, { db }: ServerContext): void {
  const reply = async (actor: Actor, groupId: number, id: number) => {
    const source = await findSourceOfGroup(db, actor, groupId, id)
    if (source === null) throw refuse('not_found')
    return source
  }

  serve(
    app,
    api.listGroupDataSources,
  )(async ({ actor, params }) => {
    await requireGroup(db, actor, params.id)
    return await listSourcesOfGroup(db, actor, params.id)
  })

  serve(
    app,
    api.addGroupDataSource,
  )(async ({ actor, params, body }) => {
    await requireGroup(db, actor, params.id)
    if (!(await hasDataSource(db, actor, body.data_source_id))) {
      const reason = 'data_source_id: there is no such data source.'
      throw refuse('request.invalid', { field: 'data_source_id', reason })
    }
    await linkDataSource(db, params.id, body.data_source_id)
    return await reply(actor, params.id, body.data_source_id)
  })

  serve(
    app,
    api.changeGroupDataSource,
  )(async ({ actor, params, body }) => {
    await requireGroup(db, actor, params.id)
    if (!(await setLinkAccess(db, params.id, params.data_source_id, body.view_only)))
      throw refuse('not_found')
    return await reply(actor, params.id, params.data_source_id)
  })

  serve(
    app,
    api.removeGroupDataSource,
  )(async ({ actor, params }) => {
    await requireGroup(db, actor, params.id)
    if (!(await unlinkDataSource(db, params.id, params.data_source_id))) throw refuse('not_found')
    return null
  })
}
