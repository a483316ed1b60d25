import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Timestamp } from '../http/schemas.ts'

/** One log-in of a user: a browser, for as long as it stays logged in. */
export const UserSession = Type.Object({
  id: Type.String(),
  /** device, system and program */
  browser: Type.String(),
  /** where it was last used from; empty when that is not known */
  ip: Type.String(),
  created_at: Timestamp,
  used_at: Timestamp,
  expires_at: Timestamp,
  /** the one that asks */
  is_current: Type.Boolean(),
  /** "Remember me" */
  is_remembered: Type.Boolean(),
})
export type UserSession = Static<typeof UserSession>

/** Oneself, or an admin; used last first. */
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Array(UserSession),
})

/** Oneself, or an admin: ends all but the one that asks. */
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.prove_again', 'auth.session_needed'],
})

/** Oneself, or an admin. */
export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session_id',
  access: 'signed-in',
  params: Type.Object({
    id: Id,
    session_id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  }),
  reply: Type.Null(),
  errors: ['auth.prove_again', 'auth.session_needed'],
})
