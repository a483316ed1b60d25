import type { Secrets } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { keepingVersion } from './keep-version.ts'
import { createNewQuery, type SaveBody, saveLocked } from './save-query.ts'
import { putVisualizations, type VisualizationValues } from './visualizations/visualization-store.ts'

type Needs = Parameters<typeof createNewQuery>[0] & { secrets: Secrets }

/** A query as content in files describes it. */
export interface WantedQuery {
  /** all that a save may contain, but the version */
  values: SaveBody & { name: string; query: string; options: Record<string, unknown> }
  visualizations: readonly (VisualizationValues & { uuid: string })[]
}

/**
 * Makes a query equal to what is wanted, with its visualizations, as one version. `id` is the stored query; null: it is
 * created, which requires a data source. Returns its id. Throws as a save does.
 */
export async function putQuery(
  needs: Needs,
  actor: Actor,
  id: number | null,
  { values, visualizations }: WantedQuery,
): Promise<number> {
  const queryId = id ?? (await create(needs, actor, values))
  await keepingVersion(needs, actor, queryId, 'saved', async (locked) => {
    await saveLocked(locked, actor, queryId, values)
    await putVisualizations(locked.db, queryId, visualizations)
  })
  return queryId
}

async function create(needs: Needs, actor: Actor, values: WantedQuery['values']): Promise<number> {
  const { name, query, options, data_source_id } = values
  if (!data_source_id) {
    const reason = phrase('data_source: a new query needs a data source.')
    throw refuse('request.invalid', { field: 'data_source', reason })
  }
  return (await createNewQuery(needs, actor, { name, query, options, data_source_id })).id
}
