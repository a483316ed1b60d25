import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { IdParams } from '../http/schemas.ts'
import { User } from './user.ts'

/** A user as he himself and admins see him. */
export const UserDetail = Type.Object({ ...User.properties, api_key: Type.Optional(Type.String()) })
export type UserDetail = Static<typeof UserDetail>

/** Oneself, or anyone with `list_users`; `api_key` only for oneself and admins. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'signed-in',
  params: IdParams,
  reply: UserDetail,
})

/** Oneself, or an admin. */
export const regenerateUserApiKey = endpoint({
  method: 'POST',
  path: '/api/users/:id/regenerate_api_key',
  access: 'signed-in',
  params: IdParams,
  reply: UserDetail,
})
