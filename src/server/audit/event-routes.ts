import type { FastifyInstance } from 'fastify'
import { pageReply, replied, requirePage, serve } from '#server/http/index.ts'
import { limitRate, type ServerContext } from '#server/kernel/index.ts'
import { contentDisposition, delimitedText, sendText } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { describeBrowser } from '#shared/events/describe-browser.ts'
import { eventDetails } from '#shared/events/event-details.ts'
import { eventLimits, maxCounted } from '#shared/events/event-limits.ts'
import type { EventInList, listEvents as endpoint, exportEvents } from '#shared/events/events-api.ts'
import * as api from '#shared/events/events-api.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { EventRecorder } from './event-recorder.ts'
import { countEvents, type EventFilters, listEvents, type StoredEvent } from './event-store.ts'
import { takeReportedEvents } from './take-reported-events.ts'

export function registerEventRoutes(
  app: FastifyInstance,
  context: ServerContext,
  recorder: EventRecorder,
): void {
  const { clock } = context

  serve(
    app,
    api.reportEvents,
  )(async ({ actor, body, request }) => {
    const caller = `user ${actor.user_id}`
    await limitRate(context, { name: 'events', caller, perHour: eventLimits.callsPerHour })
    for (const event of takeReportedEvents(body, actor, request, clock())) recorder.record(event)
    return null
  })

  serve(app, api.listEvents)(({ actor, query }) => listEventPage(context, actor, query))

  serve(
    app,
    api.exportEvents,
  )(({ actor, query, request, reply }) => {
    const filters = readEventFilters(actor.org_id, query)
    reply
      .header('content-type', 'text/csv; charset=UTF-8')
      .header('content-disposition', contentDisposition('events', clock(), 'csv'))
    sendText(request, reply, eventsAsCsv(context, filters))
    return replied
  })
}

const day = 24 * 60 * 60 * 1000

/** The filters of a request. Throws request.invalid, which names the argument. */
function readEventFilters(orgId: number, query: QueryOf<typeof exportEvents>): EventFilters {
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

/**
 * One page of the log. Count and pages stop at `maxCounted`, as both take time that grows with the log. `before`
 * continues after an event, which the indexes find directly.
 */
async function listEventPage(
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

function presentEvent(event: StoredEvent): EventInList {
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

const batchSize = 1000

const columnNames = [
  ...(['created_at', 'user_name', 'user_id', 'action', 'object_type', 'object_id', 'object_name'] as const),
  ...(['browser', 'ip', 'location', 'is_reported', 'details', 'additional_properties'] as const),
] satisfies readonly (keyof EventInList)[]

/**
 * The log as CSV, newest first, streamed: only one batch of events is in memory. Escaped like downloads of
 * results, so that spreadsheets run no cell as a formula (docs/reference/promises.md#s16).
 */
async function* eventsAsCsv(
  { db }: Pick<ServerContext, 'db'>,
  filters: EventFilters,
): AsyncGenerator<Buffer> {
  const text = delimitedText({
    delimiter: ',',
    columns: columnNames.map((name) => ({ name, friendly_name: name, type: 'string' })),
    // instants are written unchanged
    dateFormat: '',
    dateTimeFormat: '',
  })
  yield text.header()
  for (let before: number | undefined; ; ) {
    const events = await listEvents(db, filters, { limit: batchSize, before })
    if (events.length > 0) yield text.convert(Buffer.from(events.map(asRow).join(',')))
    if (events.length < batchSize) return
    before = events.at(-1)?.id
  }
}

/** In the form of result rows: every column, in order. */
function asRow(stored: Parameters<typeof presentEvent>[0]): string {
  const event = presentEvent(stored)
  return JSON.stringify(Object.fromEntries(columnNames.map((name) => [name, event[name]])))
}
