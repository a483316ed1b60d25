import type { FastifyInstance } from 'fastify'
import { listGroups as listGroupsEndpoint } from '#shared/groups/groups-api.ts'
import { hasPermission } from '#shared/permissions/can.ts'
import { serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { listGroups } from './group-store.ts'

export function registerGroupRoutes(app: FastifyInstance, { db }: ServerContext): void {
  serve(
    app,
    listGroupsEndpoint,
  )(async ({ actor }) => {
    const groups = await listGroups(db, actor.org_id, hasPermission(actor, 'admin') ? null : actor.group_ids)
    return groups.map((group) => ({ ...group, created_at: group.created_at.toISOString() }))
  })
}
