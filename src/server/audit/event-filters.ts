import { refuse } from '#shared/errors/refusal.ts'
import type { exportEvents } from '#shared/events/events-api.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { EventFilters } from './event-store.ts'

const day = 24 * 60 * 60 * 1000

/** The filters of a request. Throws request.invalid, which names the argument. */
export function readEventFilters(orgId: number, query: QueryOf<typeof exportEvents>): EventFilters {
  const { user_id, action, object_type, from, to } = query
  return {
    org_id: orgId,
    user_id,
    action,
    object_type,
    from: from === undefined ? undefined : readInstant('from', from, 0),
    // includes the whole last day
    to: to === undefined ? undefined : readInstant('to', to, day),
  }
}

const onlyDay = /^\d{4}-\d{2}-\d{2}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

/** An instant, or a day in UTC. */
function readInstant(field: string, text: string, ofDay: number): Date {
  const isDay = onlyDay.test(text)
  const epoch = isDay || instant.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(epoch) || !isOfCalendar(text.slice(0, 10))) {
    throw refuse('request.invalid', {
      field,
      reason: phrase(
        '{field}: must be a day such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z.',
        { field },
      ),
    })
  }
  return new Date(epoch + (isDay ? ofDay : 0))
}

/** JavaScript turns 30 February into 1 March. */
function isOfCalendar(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}
