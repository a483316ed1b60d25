import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { findConnector } from '#connectors/registry.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { endJob, type StoredJob, startSchemaRefresh } from '#server/runs/index.ts'
import { listRefreshableSources, saveSchema, sortSchema } from '#server/sources/index.ts'
import { withSession } from './with-session.ts'
import type { Worker } from './worker.ts'

/** Seconds a schema refresh may take (docs/reference/connectors.md#schema-of-a-data-source). */
const schemaSeconds = 300

const compress = promisify(zstdCompress)

/** Reads the schema and stores it in the form that is sent to browsers: sorted, as one zstd frame. */
export async function runSchemaJob(
  worker: Worker,
  job: StoredJob,
  controller: AbortController,
): Promise<void> {
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  const tables = await withSession(worker, job, controller, {
    seconds: schemaSeconds,
    use: (session, _connector, _source, signal) => session.tables(signal),
  })
  if (tables === null) {
    const error = { code: 1, message: 'Data source type does not support retrieving schema' }
    await endJob(worker.db, attempt, { status: 'failed', error })
    return
  }
  const sorted = sortSchema(tables)
  const text = JSON.stringify(sorted)
  const frame = await compress(`{"schema":${text}}`, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  await worker.db.transaction().execute(async (tx) => {
    await saveSchema(tx, {
      data_source_id: job.data_source_id,
      frame,
      table_count: sorted.length,
      column_count: sorted.reduce((sum, table) => sum + table.columns.length, 0),
    })
    await endJob(tx, attempt, { status: 'finished', result_json: text })
  })
}

/**
 * Starts a schema refresh of every data source that is not paused (docs/reference/api-queries.md#background-work). That
 * of Query Results and of uploaded files is read when it is shown, and so are the parts of others.
 */
export async function refreshSchemas({ db, secrets }: Pick<ServerContext, 'db' | 'secrets'>): Promise<void> {
  for (const source of await listRefreshableSources(db)) {
    const { readsQueries, keepsFiles, hasTablesElsewhere, readsLevels } = findConnector(source.type) ?? {}
    const isShownFresh = keepsFiles && !hasTablesElsewhere?.(secrets.unseal(source.encrypted_options))
    if (readsQueries || isShownFresh || readsLevels) continue
    await startSchemaRefresh({ db }, source.org_id, source.id)
  }
}
