import * as results from '#shared/results/results-api.ts'
import { findRunQuery } from './event-store.ts'
import { type EventFacts, on, type RecordedEvent, type Told } from './recorded-event.ts'

/** Query texts may have a million characters. */
const maxTextLength = 5000
const maxValuesLength = 4000

/** A run and its data source; `cache`: a stored result was used. */
export const runEvents: readonly RecordedEvent[] = [
  on(results.executeText, ({ body, wasSent, request }) => ({
    action: 'execute_query',
    object_type: 'data_source',
    object_id: body.data_source_id,
    properties: {
      cache: wasSent ? 'hit' : 'miss',
      query: cutText(body.query),
      query_id: body.query_id ?? 'adhoc',
      parameters: cutValues(body.parameters ?? valuesOfAddress(request.query)),
    },
  })),
  on(results.executeQuery, (told) =>
    ranQuery(told, told.params.id, { isStored: told.wasSent, parameters: told.body.parameters ?? {} }),
  ),
  on(results.refreshQuery, (told) =>
    ranQuery(told, told.params.id, { isStored: false, parameters: valuesOfAddress(told.request.query) }),
  ),
]

/** The run of a saved query, with the text of the query. */
async function ranQuery(
  { db, actor }: Pick<Told, 'db' | 'actor'>,
  queryId: number,
  { isStored, parameters }: { isStored: boolean; parameters: Record<string, unknown> },
): Promise<EventFacts | null> {
  const query = actor === null ? null : await findRunQuery(db, actor.org_id, queryId)
  if (query === null) return null
  return {
    action: 'execute_query',
    object_type: 'data_source',
    object_id: query.data_source_id,
    properties: {
      cache: isStored ? 'hit' : 'miss',
      query: cutText(query.query_text),
      query_id: queryId,
      parameters: cutValues(parameters),
    },
  }
}

/** Values given as `p_<name>` in the address. */
function valuesOfAddress(query: unknown): Record<string, unknown> {
  const given = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    given.filter(([key]) => key.startsWith('p_')).map(([key, value]) => [key.slice(2), value]),
  )
}

function cutText(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text
}

/** Values that are too large for the log are left out completely. */
function cutValues(values: Record<string, unknown>): Record<string, unknown> | string {
  return JSON.stringify(values).length > maxValuesLength ? 'too long' : values
}
