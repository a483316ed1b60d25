import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { linkDataSource, requireGroup, setLinkAccess, unlinkDataSource } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { GroupDataSource } from '#shared/groups/groups-api.ts'
import * as api from '#shared/groups/groups-api.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findDataSource, listDataSources, type StoredDataSource } from './data-source-store.ts'
import { presentDataSource } from './present-data-source.ts'

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
      const reason = phrase('data_source_id: there is no such data source.')
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

/** The data sources of a group by name, with the group's access to each. */
async function listSourcesOfGroup(db: Db, actor: Actor, groupId: number): Promise<GroupDataSource[]> {
  const stored = await listDataSources(db, actor.org_id)
  return stored.map((source) => presentForGroup(actor, source, groupId)).filter((source) => source !== null)
}

/** One of them; null if the group does not have it, or its type is no longer supported. */
async function findSourceOfGroup(
  db: Db,
  actor: Actor,
  groupId: number,
  id: number,
): Promise<GroupDataSource | null> {
  const stored = await findDataSource(db, actor.org_id, id)
  return stored === null ? null : presentForGroup(actor, stored, groupId)
}

function presentForGroup(actor: Actor, source: StoredDataSource, groupId: number): GroupDataSource | null {
  const viewOnly = source.groups.view_only[groupId]
  const presented = viewOnly === undefined ? null : presentDataSource(actor, source)
  return presented === null || viewOnly === undefined ? null : { ...presented, view_only: viewOnly }
}

/** Does the organization have this data source? */
async function hasDataSource(db: Db, actor: Actor, id: number): Promise<boolean> {
  return (await findDataSource(db, actor.org_id, id)) !== null
}
