import { startSchemaRefresh } from '../runs/jobs/request-job.ts'
import type { ServerContext } from '../kernel/server-context.ts'
import { listRefreshableSources } from '../sources/schemas/schema-store.ts'

/** Asks for a fresh schema of every data source that is not paused (reference-api 6.6). */
export async function refreshSchemas({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  for (const source of await listRefreshableSources(db)) {
    await startSchemaRefresh({ db }, source.org_id, source.id)
  }
}
