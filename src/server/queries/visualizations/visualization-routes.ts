import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import * as api from '#shared/visualizations/visualizations-api.ts'
import { keepingVersion } from '../keep-version.ts'
import { querySubject, requireModifiable } from '../require-query.ts'
import { addVisualization, type NewVisualization } from './add-visualization.ts'
import { presentVisualization } from './present-visualization.ts'
import {
  findVisualization,
  removeVisualization,
  type StoredVisualization,
  updateVisualization,
} from './visualization-store.ts'

export function registerVisualizationRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.createVisualization,
  )(async ({ actor, body }) =>
    presentVisualization(await addVisualization(context, actor, body.query_id, body)),
  )

  serve(
    app,
    api.saveVisualization,
  )(async ({ actor, params, body }) =>
    presentVisualization(await changeVisualization(context, actor, params.id, body)),
  )

  serve(
    app,
    api.deleteVisualization,
  )(async ({ actor, params }) => {
    await deleteVisualization(context, actor, params.id)
    return null
  })
}

type Changes = { [Field in keyof NewVisualization]?: NewVisualization[Field] | undefined }

/** The reply to an owner who has lost the data source: empty except for the fields they sent. */
const unseen = { type: '', name: '', description: '', options: '{}' }

/** Saves the given fields; a visualization never moves to another query. Throws not_found and auth.forbidden. */
async function changeVisualization(
  needs: { db: Db },
  actor: Actor,
  id: number,
  { type, name, description, options }: Changes,
): Promise<StoredVisualization> {
  const changes = {
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(options === undefined ? {} : { options: JSON.stringify(options) }),
  }
  return await onQueryOf(needs, actor, id, async (db, isSeen) => {
    const stored = await updateVisualization(db, id, changes)
    // deleted by another request while this save waited
    if (stored === null) throw refuse('not_found')
    return isSeen ? stored : { ...stored, ...unseen, ...changes }
  })
}

/** Deletes it and the widgets that show it. Throws not_found and auth.forbidden. */
async function deleteVisualization(needs: { db: Db }, actor: Actor, id: number): Promise<void> {
  await onQueryOf(needs, actor, id, (db) => removeVisualization(db, id))
}

/** Users who may change the query may change its visualizations; each change is a version of the query. */
async function onQueryOf<T>(
  needs: { db: Db },
  actor: Actor,
  id: number,
  change: (db: Db, isSeen: boolean) => Promise<T>,
): Promise<T> {
  const visualization = await findVisualization(needs.db, actor.org_id, id)
  if (visualization === null) throw refuse('not_found')
  const queryId = visualization.query_id
  return await keepingVersion(needs, actor, queryId, 'visualization', async ({ db }) => {
    const query = await requireModifiable(db, actor, queryId)
    return await change(db, can(actor, 'view', querySubject(query)))
  })
}
