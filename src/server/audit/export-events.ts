import type { ServerContext } from '#server/kernel/index.ts'
import { delimitedText } from '#server/runs/index.ts'
import type { EventInList } from '#shared/events/events-api.ts'
import { type EventFilters, listEvents } from './event-store.ts'
import { presentEvent } from './list-events.ts'

const batchSize = 1000

const columnNames = [
  ...(['created_at', 'user_name', 'user_id', 'action', 'object_type', 'object_id', 'object_name'] as const),
  ...(['browser', 'ip', 'location', 'is_reported', 'details', 'additional_properties'] as const),
] satisfies readonly (keyof EventInList)[]

/**
 * The log as CSV, newest first, streamed: only one batch of events is in memory. Escaped like downloads of
 * results, so that spreadsheets run no cell as a formula (docs/reference/promises.md#s16).
 */
export async function* eventsAsCsv(
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
