import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/visualizations/visualizations-api.ts'
import { addVisualization } from './add-visualization.ts'
import { changeVisualization, deleteVisualization } from './change-visualization.ts'
import { presentVisualization } from './present-visualization.ts'

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
