import { requestSchemaRefresh } from '../jobs/request-job.ts'
import type { WorkerContext } from '../jobs/worker-context.ts'
import { listRefreshableSources } from './schema-store.ts'

/** Asks for a fresh schema of every data source that is not paused (reference-api 6.6). */
export async function refreshSchemas({ db }: Pick<WorkerContext, 'db'>): Promise<void> {
  for (const source of await listRefreshableSources(db)) {
    await requestSchemaRefresh({ db }, { org_id: source.org_id, user_id: null, name: 'Sextant' }, source.id)
  }
}
