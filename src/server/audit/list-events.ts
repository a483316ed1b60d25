import { pageReply, requirePage } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { describeBrowser } from '#shared/events/describe-browser.ts'
import { eventDetails } from '#shared/events/event-details.ts'
import { maxCounted } from '#shared/events/event-limits.ts'
import type { EventInList, listEvents as endpoint } from '#shared/events/events-api.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { readEventFilters } from './event-filters.ts'
import { countEvents, listEvents, type StoredEvent } from './event-store.ts'

/**
 * One page of the log. Count and pages stop at `maxCounted`, as both take time that grows with the log. `before`
 * continues after an event, which the indexes find directly.
 */
export async function listEventPage(
  { db }: Pick<ServerContext, 'db'>,
  { org_id }: { org_id: number },
  query: QueryOf<typeof endpoint>,
): Promise<Page & { count: number; results: EventInList[] }> {
  const page = requirePage(query)
  const filters = readEventFilters(org_id, query)
  const { before } = query
  if (page.offset >= maxCounted) throw refuse('request.invalid', { reason: phrase('Page is out of range.') })
  const [count, events] = await Promise.all([
    countEvents(db, filters, maxCounted),
    listEvents(db, filters, { limit: page.limit, offset: page.offset, before }),
  ])
  const results = events.map(presentEvent)
  // the last page may be empty
  return before === undefined
    ? pageReply(page, count, results)
    : { count, page: page.page, page_size: page.page_size, results }
}

export function presentEvent(event: StoredEvent): EventInList {
  return {
    id: event.id,
    org_id: event.org_id,
    user_id: event.user_id,
    action: event.action,
    object_type: event.object_type,
    object_id: event.object_id,
    created_at: event.created_at.toISOString(),
    user_name: event.stored_name ?? event.actor_name ?? 'Unknown',
    browser: describeBrowser(event.user_agent),
    location: 'Unknown',
    details: eventDetails(event),
    object_name: event.object_name,
    ip: event.ip,
    is_reported: event.is_reported,
    additional_properties: event.additional_properties,
  }
}
