import type { FastifyRequest } from 'fastify'
import { redactUrl } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { eventLimits } from '#shared/events/event-limits.ts'
import type { ReportedEvent } from '#shared/events/events-api.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { NewEvent } from './event-store.ts'
import { actorOf } from './record-requests.ts'

/** Browsers report the last seconds; a time more than a day off is not trusted. */
const oldest = 24 * 60 * 60 * 1000

/** Keys that the server sets, whatever a client sends. */
const ownKeys: ReadonlySet<string> = new Set([
  ...['action', 'object_type', 'object_id', 'timestamp'],
  ...['user_id', 'user_name', 'org_id', 'user_agent', 'ip', 'api_key'],
])
const secretKey = /password|passwd|secret|token|api_?key|authorization|cookie/i

/**
 * Converts a client's records to stored events. Throws request.invalid, which names the record and the key at
 * fault.
 */
export function takeReportedEvents(
  reported: readonly ReportedEvent[],
  { org_id }: Pick<Actor, 'org_id'>,
  request: FastifyRequest,
  now: Date,
): NewEvent[] {
  const actor = actorOf(request)
  return reported.map((record, index) => ({
    ...actor,
    org_id,
    action: record.action,
    object_type: record.object_type,
    object_id: objectIdOf(record),
    additional_properties: extrasOf(record, index),
    is_reported: true,
    created_at: timeOf(record.timestamp, now),
  }))
}

function objectIdOf({ object_type, object_id }: ReportedEvent): string | null {
  if (object_id === undefined || object_id === null) return null
  const text = String(object_id)
  // addresses may hold keys and tokens
  return object_type === 'page' ? redactUrl(text.split(/[?#]/)[0] ?? '') : text
}

function timeOf(seconds: number | undefined, now: Date): Date {
  const told = (seconds ?? Number.NaN) * 1000
  return told <= now.getTime() && told >= now.getTime() - oldest ? new Date(told) : now
}

function extrasOf(record: ReportedEvent, index: number): Record<string, unknown> {
  const extras = Object.entries(record).filter(([key]) => !ownKeys.has(key) && !secretKey.test(key))
  if (extras.length > eventLimits.extraKeys) {
    throw invalid(
      String(index),
      phrase('must have at most {count} further keys', { count: eventLimits.extraKeys }),
    )
  }
  let bytes = 0
  for (const [key, value] of extras) {
    const field = `${index}.${key.slice(0, 100)}`
    if (depthOf(value) > eventLimits.extraDepth) {
      throw invalid(
        field,
        phrase('must not be nested deeper than {count} levels', { count: eventLimits.extraDepth }),
      )
    }
    bytes += Buffer.byteLength(JSON.stringify({ [key]: value }))
    if (bytes > eventLimits.extraBytes) {
      throw invalid(
        field,
        phrase('the further keys must not be larger than {count} bytes', { count: eventLimits.extraBytes }),
      )
    }
  }
  return Object.fromEntries(extras)
}

/** The body parser limits the depth, so the recursion ends. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function invalid(field: string, reason: Phrase) {
  return refuse('request.invalid', { field, reason: phrase('{field}: {reason}.', { field, reason }) })
}
