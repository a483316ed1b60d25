import type { ServerContext } from '#server/kernel/index.ts'
import { startSchemaRefresh } from '#server/runs/index.ts'
import { listRefreshableSources } from '#server/sources/index.ts'

/** Starts a schema refresh of every data source that is not paused (docs/reference/api-queries.md#background-work). */
export async function refreshSchemas({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  for (const source of await listRefreshableSources(db)) {
    await startSchemaRefresh({ db }, source.org_id, source.id)
  }
}
