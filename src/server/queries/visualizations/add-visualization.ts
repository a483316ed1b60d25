import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { keepingVersion } from '../keep-version.ts'
import { requireModifiable } from '../require-query.ts'
import { insertVisualization, type StoredVisualization } from './visualization-store.ts'

export interface NewVisualization {
  type: string
  name: string
  description?: string | null | undefined
  options: Record<string, unknown>
}

/** Adds a visualization to a query that the actor may change. Throws not_found and auth.forbidden. */
export async function addVisualization(
  needs: { db: Db },
  actor: Actor,
  queryId: number,
  visualization: NewVisualization,
): Promise<StoredVisualization> {
  return await keepingVersion(needs, actor, queryId, 'visualization', async ({ db }) => {
    await requireModifiable(db, actor, queryId)
    return await insertVisualization(db, queryId, {
      type: visualization.type,
      name: visualization.name,
      description: visualization.description ?? '',
      options: JSON.stringify(visualization.options),
    })
  })
}
