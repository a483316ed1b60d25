import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../http/schemas.ts'

/**
 * A user as shown in other objects (docs/reference/api-conventions.md#user). `api_key` is present only where stated.
 */
export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  profile_image_url: Type.String(),
  groups: Type.Array(Id),
  updated_at: Timestamp,
  created_at: Timestamp,
  disabled_at: Nullable(Timestamp),
  is_disabled: Type.Boolean(),
  active_at: Nullable(Timestamp),
  is_invitation_pending: Type.Boolean(),
  is_email_verified: Type.Boolean(),
  auth_type: Type.Union([Type.Literal('password'), Type.Literal('external')]),
})
export type User = Static<typeof User>
