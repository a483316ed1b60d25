import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/api-keys/api-keys-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { apiKeyDays } from '#shared/organizations/organization-settings.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { refuseKey, requireProof } from '../session/prove-again.ts'
import { holdAccount } from '../session/user-sessions.ts'
import { requireOwnProfile } from '../users/require-user.ts'
import { deleteKey, listKeys, type StoredApiKey } from './api-key-store.ts'
import { createKey, readWantedKey } from './create-api-key.ts'

/** The keys of a user: for that user and for admins. No key makes, shows or ends keys. */
export function registerApiKeyRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, clock } = context
  const maxDays = async () => apiKeyDays((await currentOrganization({ db })).settings)

  serve(
    app,
    api.listApiKeys,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    refuseKey(request)
    return { keys: (await listKeys(db, params.id)).map(presentKey), max_days: await maxDays() }
  })

  serve(
    app,
    api.createApiKey,
  )(async ({ actor, params, body, request }) => {
    await requireOwnProfile(db, actor, params.id)
    await requireProof(context, request)
    const wanted = readWantedKey(body, await maxDays(), clock())
    const { stored, key } = await db.transaction().execute(async (tx) => {
      await holdAccount(tx, request, actor.user_id, params.id)
      const user = await requireOwnProfile(tx, actor, params.id)
      if (user.disabled_at !== null) throw refuse('not_found')
      const owner = { id: user.id, org_id: actor.org_id, created_by: actor.user_id }
      return await createKey(tx, owner, wanted, clock())
    })
    return { ...presentKey(stored), api_key: key }
  })

  serve(
    app,
    api.revokeApiKey,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    await requireProof(context, request)
    const revoked = await db.transaction().execute(async (tx) => {
      await holdAccount(tx, request, actor.user_id, params.id)
      return await deleteKey(tx, params.id, params.key_id)
    })
    if (revoked === null) throw refuse('not_found')
    return presentKey(revoked)
  })
}

function presentKey(key: StoredApiKey): api.ApiKey {
  const { id, name, ending, scopes, data_source_ids } = key
  return {
    ...{ id, name, ending, scopes, data_source_ids },
    expires_at: key.expires_at?.toISOString() ?? null,
    used_at: key.used_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
  }
}
