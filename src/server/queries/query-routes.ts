import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { holdActor, randomKey, requireUserId } from '#server/identity/index.ts'
import { apiKeyColumns, type ServerContext } from '#server/kernel/index.ts'
import { askerOf } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { forkName } from '#shared/queries/fork-name.ts'
import * as api from '#shared/queries/queries-api.ts'
import { forkQuery, regenerateQueryApiKey } from '#shared/queries/query-life-api.ts'
import { formatInThread } from './format-in-thread.ts'
import { presentQuery, presentWithoutVisualizations } from './present-query.ts'
import { copyQuery } from './query-copy-store.ts'
import { lockQuery, type StoredQuery } from './query-store.ts'
import { insertVersion } from './query-version-store.ts'
import { renewQueryKey } from './renew-query-key.ts'
import { querySubject, requireOwned, requireQuery, requireVisible } from './require-query.ts'
import { archiveStoredQuery, changeQuery, createNewQuery } from './save-query.ts'

export function registerQueryRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.formatQuery,
  )(async ({ actor, body }) => {
    const formatted = await formatInThread(body.query ?? '', body.syntax ?? 'sql', askerOf(actor))
    if (formatted.ok) return { query: formatted.text }
    throw refuse('request.invalid', {
      field: 'query',
      reason: phrase('query: {reason}', { reason: formatted.reason }),
    })
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
      can_edit: can(actor, 'change', querySubject(query)),
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

type Needs = Pick<ServerContext, 'db' | 'secrets'>

/**
 * Copies a query to a draft of the actor, without what is bound to the original (docs/reference/api-queries.md#fork).
 * Requires full access to its data source; drafts of others and archived queries can be forked too. Parameters keep
 * their lists, even from data sources that the actor may not see: they can read those values through the original
 * anyway. Throws not_found and auth.forbidden.
 */
async function forkStoredQuery({ db, secrets }: Needs, actor: Actor, id: number): Promise<StoredQuery> {
  const user_id = requireUserId(actor)
  return await db.transaction().execute(async (trx) => {
    await holdActor(trx, actor)
    // read text and visualizations at the same moment
    await lockQuery(trx, actor.org_id, id)
    const original = await requireQuery(trx, actor, id)
    if (!can(actor, 'use_fully', querySubject(original))) throw refuse('auth.forbidden')
    const key = apiKeyColumns(secrets, randomKey())
    const copyId = await copyQuery(trx, id, { name: forkName(original), user_id, key })
    await insertVersion(trx, copyId, 'created', user_id)
    return await requireQuery(trx, actor, copyId)
  })
}

/**
 * Gives the query a new key and revokes the old one. A key opens the data source for viewing, so an owner who has lost
 * that access gets none. Throws not_found, auth.not_owner and auth.forbidden.
 */
async function regenerateApiKey(
  { db, secrets }: Pick<ServerContext, 'db' | 'secrets'>,
  actor: Actor,
  id: number,
): Promise<StoredQuery> {
  return await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    await requireOwned(tx, actor, id)
    await requireVisible(tx, actor, id)
    await renewQueryKey(tx, secrets, id)
    return await requireQuery(tx, actor, id)
  })
}
