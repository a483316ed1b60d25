import type { Db } from '#server/kernel/index.ts'
import { type KeptVisualization, planRestore } from '#shared/visualizations/plan-restore.ts'
import {
  insertVisualization,
  listShownVisualizations,
  listVisualizations,
  removeVisualization,
  updateVisualization,
  type VisualizationValues,
} from './visualization-store.ts'

/** Replaces the visualizations of a query with those of a version. Requires the transaction that restores the query. */
export async function restoreVisualizations(
  db: Db,
  queryId: number,
  kept: readonly KeptVisualization[],
): Promise<void> {
  const present = await listVisualizations(db, queryId)
  const shown = await listShownVisualizations(db, queryId)
  const plan = planRestore(
    kept,
    present.map(({ id, type, name }) => ({ id, type, name, isShown: shown.has(id) })),
  )
  for (const id of plan.remove) await removeVisualization(db, id)
  for (const { id, values } of plan.update) await updateVisualization(db, id, valuesOf(values))
  for (const values of plan.create) await insertVisualization(db, queryId, valuesOf(values))
}

function valuesOf({ type, name, description, options }: KeptVisualization): VisualizationValues {
  return { type, name, description, options: JSON.stringify(options) }
}
