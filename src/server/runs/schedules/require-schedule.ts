import { isDeepStrictEqual } from 'node:util'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { checkSchedule } from '#shared/schedules/check-schedule.ts'

type Given = Record<string, unknown> | null

/**
 * The schedule of a save as it is stored: JSON text, or null. A client that sends back what is stored changes nothing,
 * whatever that is. Throws request.invalid naming the key at fault, and auth.forbidden for people who may not schedule.
 */
export function requireSchedule(actor: Actor, given: Given, stored: Given): string | null {
  if (isDeepStrictEqual(given, stored)) return given === null ? null : JSON.stringify(given)
  const checked = checkSchedule(given)
  if (!checked.ok) throw refuse('request.invalid', { field: checked.field, reason: checked.reason })
  if (isDeepStrictEqual(checked.schedule, stored)) return stored === null ? null : JSON.stringify(stored)
  if (!hasPermission(actor, 'schedule_query')) throw refuse('auth.forbidden')
  return checked.schedule === null ? null : JSON.stringify(checked.schedule)
}
