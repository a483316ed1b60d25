import type { Db } from '#server/kernel/index.ts'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { listVisualizations, type StoredVisualization } from './visualization-store.ts'

export type { StoredVisualization }

export function presentVisualization(stored: StoredVisualization): Visualization {
  return {
    id: stored.id,
    type: stored.type,
    name: stored.name,
    description: stored.description,
    options: JSON.parse(stored.options),
    updated_at: stored.updated_at.toISOString(),
    created_at: stored.created_at.toISOString(),
  }
}

/** The visualizations of a query for its detail. */
export async function presentVisualizations(db: Db, queryId: number): Promise<Visualization[]> {
  return (await listVisualizations(db, queryId)).map(presentVisualization)
}
