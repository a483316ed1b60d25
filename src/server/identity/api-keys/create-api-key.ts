import { findConnector } from '#connectors/registry.ts'
import { type Db, hashKey } from '#server/kernel/index.ts'
import type { createApiKey as createApiKeyEndpoint } from '#shared/api-keys/api-keys-api.ts'
import { maxKeys } from '#shared/api-keys/api-keys-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { KeyScope } from '#shared/permissions/key-scope.ts'
import { countKeys, findSourceTypes, insertKey, type StoredApiKey } from './api-key-store.ts'
import { newScopedKey } from './key-format.ts'

interface WantedKey {
  name: string
  scopes: KeyScope[]
  data_source_ids: number[] | null
  expires_at: Date | null
}

const day = 24 * 60 * 60 * 1000

/** `maxDays`: each key must end within so many days; null: it need not. Throws request.invalid. */
export function readWantedKey(
  body: BodyOf<typeof createApiKeyEndpoint>,
  maxDays: number | null,
  now: Date,
): WantedKey {
  const name = body.name.trim()
  if (name === '') throw invalid('name', phrase('name: please give the key a name.'))
  const scopes = [...new Set<KeyScope>(['read', ...body.scopes])]
  const sources = body.data_source_ids ?? null
  if (sources !== null && scopes.includes('admin')) {
    throw invalid(
      'scopes',
      phrase('scopes: a key for some data sources cannot have the scope admin, which reaches all of them.'),
    )
  }
  return {
    ...{ name, scopes },
    data_source_ids: sources === null ? null : [...new Set(sources)].sort((a, b) => a - b),
    expires_at: readExpiry(body.expires_at ?? null, maxDays, now),
  }
}

function readExpiry(text: string | null, maxDays: number | null, now: Date): Date | null {
  const field = 'expires_at'
  if (text === null && maxDays === null) return null
  const at =
    text !== null && /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) ? new Date(text) : null
  if (text !== null && (at === null || Number.isNaN(at.getTime())))
    throw invalid(field, phrase('expires_at: must be a time such as 2030-01-31T00:00:00Z.'))
  if (at !== null && at <= now) throw invalid(field, phrase('expires_at: this time is over.'))
  if (maxDays !== null && (at === null || at.getTime() > now.getTime() + maxDays * day))
    throw invalid(
      field,
      phrase('expires_at: in your organization, each key must expire within {days} days.', { days: maxDays }),
    )
  return at
}

/**
 * Stores a new key of this user; answers it with the key itself, which is kept nowhere. Throws request.invalid and
 * api_key.too_many. Requires a transaction that holds the user.
 */
export async function createKey(
  tx: Db,
  owner: { id: number; org_id: number; created_by: number | null },
  { name, scopes, data_source_ids, expires_at }: WantedKey,
  now: Date,
): Promise<{ stored: StoredApiKey; key: string }> {
  if (data_source_ids !== null) await requireSources(tx, owner.org_id, data_source_ids)
  if ((await countKeys(tx, owner.id)) >= maxKeys) throw refuse('api_key.too_many', { count: maxKeys })
  const key = newScopedKey()
  const stored = await insertKey(tx, {
    ...{ user_id: owner.id, created_by: owner.created_by, name, scopes, data_source_ids, expires_at },
    ...{ key_hash: hashKey(key), ending: key.slice(-4), created_at: now },
  })
  return { stored, key }
}

/** Refuses data sources that read the results of other queries: a text could reach all data sources through them. */
async function requireSources(db: Db, orgId: number, ids: readonly number[]): Promise<void> {
  const field = 'data_source_ids'
  const found = await findSourceTypes(db, orgId, ids)
  const missing = ids.find((id) => !found.some((source) => source.id === id))
  if (missing !== undefined)
    throw invalid(field, phrase('data_source_ids: there is no data source {id}.', { id: missing }))
  const reading = found.find(({ type }) => findConnector(type)?.readsQueries === true)
  if (reading === undefined) return
  throw invalid(
    field,
    phrase('data_source_ids: {name} reads results of all data sources, so no key can be limited to it.', {
      name: reading.name,
    }),
  )
}

function invalid(field: string, reason: ReturnType<typeof phrase>) {
  return refuse('request.invalid', { field, reason })
}
