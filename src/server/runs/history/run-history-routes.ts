import type { FastifyInstance } from 'fastify'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import { requireUserId } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { listRunHistory } from '#shared/results/run-history-api.ts'
import { findRunHistory } from './run-history-store.ts'

/** Runs are listed for the person who requested them, and for no one else: not even admins. */
export function registerRunHistoryRoutes(app: FastifyInstance, { db }: ServerContext): void {
  serve(
    app,
    listRunHistory,
  )(async ({ actor, query }) => {
    const user_id = requireUserId(actor)
    const page = requirePage(query)
    const { rows, count } = await findRunHistory(db, {
      ...{ org_id: actor.org_id, user_id, data_source_ids: actor.key?.data_source_ids ?? null },
      q: query.q === undefined || query.q.trim() === '' ? null : query.q.trim(),
      id: query.id === undefined ? null : idOf(query.id),
      limit: page.limit,
      offset: page.offset,
    })
    const results = rows.map((row) => ({ ...row, asked_at: row.asked_at.toISOString() }))
    return pageReply(page, count, results)
  })
}

/** Anything that is not an id finds nothing. */
function idOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}
