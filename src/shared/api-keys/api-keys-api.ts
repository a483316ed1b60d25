import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Nullable, Timestamp } from '../http/schemas.ts'
import { keyScopes } from '../permissions/key-scope.ts'

const Scope = Type.Enum(keyScopes)

export const maxKeyName = 255
const maxKeySources = 100
/** Keys of one user that may exist at a time. */
export const maxKeys = 100

/** An API key with scopes, without the key itself: that is shown once. */
export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  /** its last letters, to tell keys apart */
  ending: Type.String(),
  scopes: Type.Array(Scope),
  /** null: all data sources of the user */
  data_source_ids: Nullable(Type.Array(Id)),
  expires_at: Nullable(Timestamp),
  /** to the minute; null: never */
  used_at: Nullable(Timestamp),
  created_at: Timestamp,
})
export type ApiKey = Static<typeof ApiKey>

/** For the user and admins, not for API keys; newest first. Expired keys are listed until they are revoked. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/users/:id/keys',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  reply: Type.Object({
    keys: Type.Array(ApiKey),
    /** each new key must end within this many days; null: it need not */
    max_days: Nullable(Type.Integer()),
  }),
  errors: ['auth.session_needed'],
})

/** For the user and admins. `api_key` is the key: this reply is the only one that has it. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/users/:id/keys',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  unknownKeys: 'refuse',
  body: Type.Object({
    name: Type.String({ maxLength: maxKeyName }),
    scopes: Type.Array(Scope, { minItems: 1, maxItems: keyScopes.length }),
    /** absent or null: all data sources of the user */
    data_source_ids: Type.Optional(Nullable(Type.Array(Id, { minItems: 1, maxItems: maxKeySources }))),
    /** absent or null: never */
    expires_at: Type.Optional(Nullable(Timestamp)),
  }),
  reply: Type.Object({ ...ApiKey.properties, api_key: Type.String() }),
  errors: ['auth.prove_again', 'auth.session_needed', 'api_key.too_many'],
})

/** For the user and admins: the key stops working at once. */
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/keys/:key_id',
  access: 'signed-in',
  scope: 'admin',
  params: Type.Object({ id: Id, key_id: Id }),
  reply: ApiKey,
  errors: ['auth.prove_again', 'auth.session_needed'],
})
