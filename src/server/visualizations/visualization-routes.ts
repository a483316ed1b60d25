import type { FastifyInstance } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import * as api from '#shared/visualizations/visualizations-api.ts'
import { serve } from '../http/serve.ts'
import { demandModifiable } from '../queries/demand-query.ts'
import type { ServerContext } from '../server-context.ts'
import { addVisualization } from './add-visualization.ts'
import { presentVisualization } from './present-visualization.ts'
import {
  findVisualization,
  removeVisualization,
  type StoredVisualization,
  updateVisualization,
} from './visualization-store.ts'

export function registerVisualizationRoutes(app: FastifyInstance, { db }: ServerContext): void {
  /** A visualization may be changed by those who may change its query. */
  const demand = async (actor: Actor, id: number): Promise<StoredVisualization> => {
    const stored = await findVisualization(db, actor.org_id, id)
    if (stored === null) throw refuse('not_found')
    await demandModifiable(db, actor, stored.query_id)
    return stored
  }

  serve(
    app,
    api.createVisualization,
  )(async ({ actor, body }) => {
    const stored = await addVisualization({ db }, actor, body.query_id, body)
    return presentVisualization(stored)
  })

  serve(
    app,
    api.saveVisualization,
  )(async ({ actor, params, body }) => {
    await demand(actor, params.id)
    const stored = await updateVisualization(db, params.id, {
      ...(body.type === undefined ? {} : { type: body.type }),
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.description === undefined ? {} : { description: body.description ?? '' }),
      ...(body.options === undefined ? {} : { options: JSON.stringify(body.options) }),
    })
    if (stored === null) throw refuse('not_found')
    return presentVisualization(stored)
  })

  serve(
    app,
    api.deleteVisualization,
  )(async ({ actor, params }) => {
    await demand(actor, params.id)
    await removeVisualization(db, params.id)
    return null
  })
}
