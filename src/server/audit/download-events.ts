import * as results from '#shared/results/results-api.ts'
import { type EventFacts, on, type RecordedEvent, type Told } from './recorded-event.ts'

/**
 * Results downloaded as files or by a program: `api_get`. Pages read results as JSON all the time; the view of the
 * page covers that.
 */
export const downloadEvents: readonly RecordedEvent[] = [
  on(results.getQueryResult, (told) => taken(told, 'query', told.params.id, 'json')),
  on(results.getQueryResultFile, (told) => taken(told, 'query', told.params.id, told.params.format)),
  on(results.getQueryResultById, (told) =>
    taken(told, 'query', told.params.id, formatIn(told.params.id_and_format)),
  ),
  on(results.getResult, (told) => {
    const { id_and_format } = told.params
    return taken(told, 'query_result', Number.parseInt(id_and_format, 10), formatIn(id_and_format))
  }),
]

function taken(
  { request, actor }: Pick<Told, 'request' | 'actor'>,
  object_type: string,
  object_id: number,
  file_type: string,
): EventFacts | null {
  const isByKey = request.cookieSession === null && !request.isByToken
  if (!isByKey && file_type === 'json') return null
  return {
    action: 'api_get',
    object_type,
    object_id,
    // the name of the key, never the key
    properties: { file_type, ...(isByKey ? { api_key: actor?.name ?? null } : {}) },
  }
}

/** `12` or `12.csv`. */
function formatIn(idAndFormat: string): string {
  return /\.(\w+)$/.exec(idAndFormat)?.[1] ?? 'json'
}
