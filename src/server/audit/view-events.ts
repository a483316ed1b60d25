import type { FastifyRequest } from 'fastify'
import { hashKey, redactUrl } from '#server/kernel/index.ts'
import * as results from '#shared/results/results-api.ts'
import { findDashboardOfToken } from './event-store.ts'
import { type EventFacts, on, onPage, type RecordedEvent, type Told } from './recorded-event.ts'

/** Views of embeds and shared dashboards, which need no session. */
export const pageEvents: readonly RecordedEvent[] = [
  onPage('/public/dashboards/:token', async ({ params, db, request }) => {
    const { token } = params as { token: string }
    const shared = await findDashboardOfToken(db, hashKey(token))
    if (shared === null) return null
    return {
      action: 'view',
      object_type: 'dashboard',
      object_id: shared.dashboard_id,
      org_id: shared.org_id,
      properties: {
        public: true,
        headless: 'embed' in (request.query as object),
        referer: refererOf(request),
      },
    }
  }),
  onPage('/embed/query/:query_id/visualization/:visualization_id', ({ params, request }) => {
    const { query_id, visualization_id } = params as { query_id: string; visualization_id: string }
    return {
      action: 'view',
      object_type: 'visualization',
      object_id: visualization_id,
      properties: { query_id: Number(query_id), embed: true, referer: refererOf(request) },
    }
  }),
]

/** The page that framed or linked it, without keys and tokens in its address. */
function refererOf({ headers: { referer } }: FastifyRequest): string | null {
  if (referer === undefined || !URL.canParse(referer)) return null
  const { protocol, host, pathname } = new URL(referer)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${redactUrl(pathname)}`.slice(0, 500) : null
}

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
