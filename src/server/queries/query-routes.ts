import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { askerOf } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { can } from '#shared/permissions/can.ts'
import * as api from '#shared/queries/queries-api.ts'
import { forkQuery, regenerateQueryApiKey } from '#shared/queries/query-life-api.ts'
import { archiveStoredQuery } from './archive-query.ts'
import { forkStoredQuery } from './fork-query.ts'
import { formatInThread } from './format-in-thread.ts'
import { presentQuery, presentWithoutVisualizations } from './present-query.ts'
import { regenerateApiKey } from './regenerate-api-key.ts'
import { querySubject, requireVisible } from './require-query.ts'
import { changeQuery, createNewQuery } from './save-query.ts'

export function registerQueryRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.formatQuery,
  )(async ({ actor, body }) => {
    const formatted = await formatInThread(body.query ?? '', body.syntax ?? 'sql', askerOf(actor))
    if (formatted.ok) return { query: formatted.text }
    throw refuse('request.invalid', { field: 'query', reason: `query: ${formatted.reason}` })
  })

  serve(
    app,
    api.createQuery,
  )(async ({ actor, body }) => presentQuery(context, actor, await createNewQuery(context, actor, body)))

  serve(
    app,
    api.getQuery,
  )(async ({ actor, params }) => {
    const query = await requireVisible(db, actor, params.id)
    return {
      ...(await presentQuery(context, actor, query)),
      can_edit: can(actor, 'modify', querySubject(query)),
    }
  })

  serve(
    app,
    api.saveQuery,
  )(async ({ actor, params, body }) =>
    presentQuery(context, actor, await changeQuery(context, actor, params.id, body)),
  )

  serve(
    app,
    api.archiveQuery,
  )(async ({ actor, params }) => {
    await archiveStoredQuery(context, actor, params.id)
    return null
  })

  serve(
    app,
    forkQuery,
  )(async ({ actor, params }) =>
    presentQuery(context, actor, await forkStoredQuery(context, actor, params.id)),
  )

  serve(
    app,
    regenerateQueryApiKey,
  )(async ({ actor, params }) =>
    presentWithoutVisualizations(context, actor, await regenerateApiKey(context, actor, params.id)),
  )
}
