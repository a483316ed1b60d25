import { isDeepStrictEqual } from 'node:util'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { checkSchedule } from '#shared/schedules/check-schedule.ts'

type Given = Record<string, unknown> | null

/**
 * The schedule of a save in its stored form: JSON text, or null. Sending back the stored value changes nothing, even if
 * it is invalid. Throws request.invalid naming the invalid key, and auth.forbidden for users who may not schedule.
 */
export function requireSchedule(actor: Actor, given: Given, stored: Given): string | null {
  if (isDeepStrictEqual(given, stored)) return given === null ? null : JSON.stringify(given)
  const checked = checkSchedule(given)
  if (!checked.ok) throw refuse('request.invalid', { field: checked.field, reason: checked.reason })
  if (isDeepStrictEqual(checked.schedule, stored)) return stored === null ? null : JSON.stringify(stored)
  if (!hasPermission(actor, 'schedule_query')) throw refuse('auth.forbidden')
  return checked.schedule === null ? null : JSON.stringify(checked.schedule)
}
