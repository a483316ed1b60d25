import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/organizations/organizations-api.ts'
import { getOrganizationStatus } from '#shared/session/session-api.ts'
import { serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { currentOrganization } from './organization.ts'
import { countObjects } from './organization-store.ts'
import { saveSettings, settingsInForce } from './save-settings.ts'

export function registerOrganizationRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  serve(
    app,
    getOrganizationStatus,
  )(async ({ actor }) => {
    return { object_counters: await countObjects(db, actor.org_id, actor.group_ids) }
  })

  serve(
    app,
    api.getOrganizationSettings,
  )(async () => {
    const { settings } = await currentOrganization(context)
    return { settings: settingsInForce(settings) }
  })

  serve(
    app,
    api.saveOrganizationSettings,
  )(async ({ actor, body, request }) => {
    demandJson(request)
    const { settings: before } = await currentOrganization(context)
    request.previously = settingsInForce(before)
    return { settings: await saveSettings(context, actor, body) }
  })
}

/** Settings are sent on purpose, so nothing is guessed from a form or a text (reference-api 1.1). */
function demandJson({ headers }: FastifyRequest): void {
  const isJson = /^\s*application\/json\b/i.test(headers['content-type'] ?? '')
  if (!isJson) throw refuse('request.unsupported_media_type')
}
