import { newScopedKey } from '#server/identity/api-keys/key-format.ts'
import { hashKey } from '#server/kernel/net/secrets.ts'
import type { ServerContext } from '#server/kernel/server-context.ts'
import type { KeyScope } from '#shared/permissions/key-scope.ts'

interface KeyOptions {
  user_id: number
  scopes: KeyScope[]
  data_source_ids?: number[]
  expires_at?: Date
}

/** Stores an API key with scopes. */
export async function createApiKey(
  { db }: Pick<ServerContext, 'db'>,
  { user_id, scopes, data_source_ids, expires_at }: KeyOptions,
): Promise<{ id: number; api_key: string }> {
  const api_key = newScopedKey()
  const { id } = await db
    .insertInto('api_keys')
    .values({
      ...{ user_id, scopes, name: 'Key of a test', key_hash: hashKey(api_key), ending: api_key.slice(-4) },
      data_source_ids: data_source_ids ?? null,
      expires_at: expires_at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, api_key }
}
