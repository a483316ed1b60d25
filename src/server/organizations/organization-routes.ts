import type { FastifyInstance } from 'fastify'
import { getOrganizationStatus } from '#shared/session/session-api.ts'
import { serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { countObjects } from './organization-store.ts'

export function registerOrganizationRoutes(app: FastifyInstance, { db }: ServerContext): void {
  serve(
    app,
    getOrganizationStatus,
  )(async ({ actor }) => {
    return { object_counters: await countObjects(db, actor.org_id, actor.group_ids) }
  })
}
