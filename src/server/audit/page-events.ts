import type { FastifyRequest } from 'fastify'
import { hashKey, redactUrl } from '#server/kernel/index.ts'
import { findDashboardOfToken } from './event-store.ts'
import { onPage, type RecordedEvent } from './recorded-event.ts'

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
