import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/organizations/organizations-api.ts'
import { mayGovern } from '#shared/permissions/can.ts'
import { getOrganizationStatus } from '#shared/session/session-api.ts'
import { requireProof } from '../session/prove-again.ts'
import { holdAccount } from '../session/user-sessions.ts'
import { countObjects, currentOrganization } from './organization-store.ts'
import { saveSettings, settingsInForce } from './save-settings.ts'

export function registerOrganizationRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  serve(
    app,
    getOrganizationStatus,
  )(async ({ actor }) => {
    return { object_counters: await countObjects(db, actor.org_id, actor) }
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
    requireJson(request)
    const { settings: before } = await currentOrganization(context)
    request.previously = settingsInForce(before)
    const isProved = changesLogins(body, request.previously)
    if (isProved) {
      if (!mayGovern(actor, ['super_admin'])) throw refuse('auth.forbidden')
      await requireProof(context, request)
    }
    const settings = await saveSettings(context, actor, body, {
      // the check of SAML's metadata may have waited for another server
      hold: (tx) => holdAccount(tx, request, actor.user_id, actor.user_id ?? 0),
      requireMay: (present) => {
        // another request changed a login setting in the meantime: without a proof, this one must not change it back
        if (!isProved && changesLogins(body, present)) throw refuse('auth.prove_again')
      },
    })
    return { settings }
  })
}

/** An admin who chooses the identity provider can log in as any user, even as a super admin. */
const decidesLogins = (name: string) =>
  name.startsWith('auth_') || name === 'renew_api_key_with_password' || name === 'api_key_max_days'

function changesLogins(change: object, before: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(change).some(
    ([name, value]) => decidesLogins(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
  )
}

/**
 * Settings must be sent as JSON: nothing is converted from forms or text
 * (docs/reference/api-conventions.md#request-bodies).
 */
function requireJson({ headers }: FastifyRequest): void {
  const isJson = /^\s*application\/json\b/i.test(headers['content-type'] ?? '')
  if (!isJson) throw refuse('request.unsupported_media_type')
}
