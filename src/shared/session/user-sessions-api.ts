import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Timestamp } from '../http/schemas.ts'

/** One session of a user in one browser. */
export const UserSession = Type.Object({
  id: Type.String(),
  /** device, system and program */
  browser: Type.String(),
  /** where it was last used from; empty if unknown */
  ip: Type.String(),
  created_at: Timestamp,
  used_at: Timestamp,
  expires_at: Timestamp,
  /** the session of this request */
  is_current: Type.Boolean(),
  /** "Remember me" */
  is_remembered: Type.Boolean(),
})
export type UserSession = Static<typeof UserSession>

/** For the user and admins, not for API keys; last used first. */
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  reply: Type.Array(UserSession),
  errors: ['auth.session_needed'],
})

/** For the user and admins: ends all sessions except the one of this request. */
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.prove_again', 'auth.session_needed'],
})

/** For the user and admins. */
export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session_id',
  access: 'signed-in',
  scope: 'admin',
  params: Type.Object({
    id: Id,
    session_id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  }),
  reply: Type.Null(),
  errors: ['auth.prove_again', 'auth.session_needed'],
})
