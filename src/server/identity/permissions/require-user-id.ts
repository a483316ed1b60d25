import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'

/** The user who acts. Throws auth.forbidden for bearers of query keys. */
export function requireUserId(actor: Actor): number {
  if (actor.user_id === null) throw refuse('auth.forbidden')
  return actor.user_id
}
