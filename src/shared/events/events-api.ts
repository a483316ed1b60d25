import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, JsonObject, Nullable, Timestamp } from '../http/schemas.ts'
import { eventLimits } from './event-limits.ts'

const Name = Type.String({ minLength: 1, maxLength: eventLimits.name })

/** An event reported by a client. Unknown keys are stored with it. */
export const ReportedEvent = Type.Object({
  action: Name,
  object_type: Name,
  object_id: Type.Optional(
    Type.Union([Type.String({ maxLength: eventLimits.objectId }), Type.Number(), Type.Null()]),
  ),
  /** seconds since 1970 */
  timestamp: Type.Optional(Type.Number()),
})
export type ReportedEvent = Static<typeof ReportedEvent>

/** Stored in the background: the reply does not wait for it. */
export const reportEvents = endpoint({
  method: 'POST',
  path: '/api/events',
  access: 'signed-in',
  scope: 'read',
  body: Type.Array(ReportedEvent, { maxItems: eventLimits.records }),
  reply: Type.Null(),
  errors: ['request.rate_limited'],
})

/** One event of the log (docs/reference/api-administration.md#event-log), with derived facts. */
export const EventInList = Type.Object({
  id: Type.Integer(),
  org_id: Id,
  user_id: Nullable(Id),
  action: Type.String(),
  object_type: Type.String(),
  object_id: Nullable(Type.String()),
  created_at: Timestamp,
  /** of the user or the API key; otherwise `Unknown` */
  user_name: Type.String(),
  /** device / system / program */
  browser: Type.String(),
  /** always `Unknown`: addresses are not looked up */
  location: Type.String(),
  details: JsonObject,
  /** of the query, dashboard or data source; null for other objects and deleted ones */
  object_name: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  /** reported by a client, not recorded by the server */
  is_reported: Type.Boolean(),
  additional_properties: JsonObject,
})
export type EventInList = Static<typeof EventInList>

/** `from` (inclusive) and `to` (exclusive) are instants, or days in UTC; as a day, `to` is inclusive. */
const filters = {
  user_id: Type.Optional(Id),
  action: Type.Optional(Name),
  object_type: Type.Optional(Name),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
}

/**
 * The log, newest first. `count` and the pages end at 10,000 (`maxCounted`); `before` (the `id` of an event) continues
 * from any event at the same speed.
 */
export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: ['admin'],
  query: Type.Object({
    page: PagingQuery.page,
    page_size: PagingQuery.page_size,
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    ...filters,
  }),
  reply: Paged(EventInList),
})

/** The log as a file, with the same filters. */
export const exportEvents = endpoint({
  method: 'GET',
  path: '/api/events.csv',
  access: ['admin'],
  query: Type.Object(filters),
  reply: Type.Unknown(),
  replyMedia: ['text/csv'],
})
