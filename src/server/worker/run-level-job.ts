import type { SchemaLevels } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { endJob, type StoredJob } from '#server/runs/index.ts'
import { type SchemaLevel, saveLevel, sortSchema } from '#server/sources/index.ts'
import { withSession } from './with-session.ts'
import type { Worker } from './worker.ts'

/** The same time as for a whole schema (docs/reference/connectors.md#schema-of-a-data-source). */
const levelSeconds = 300

/** Reads a part of a schema. Lists of databases, and of tables with their columns, are kept. */
export async function runLevelJob(
  worker: Worker,
  job: StoredJob,
  controller: AbortController,
): Promise<void> {
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  const wanted: SchemaLevel = JSON.parse(job.submitted ?? '')
  const { text, keptAs } = await withSession(worker, job, controller, {
    seconds: levelSeconds,
    use: ({ levels }, _connector, _source, signal) => {
      if (levels === undefined) throw new QueryFailed('This data source does not read its schema in parts.')
      return readLevel(levels, wanted, signal)
    },
  })
  await worker.db.transaction().execute(async (tx) => {
    if (!(await endJob(tx, attempt, { status: 'finished', result_json: text }))) return
    if (keptAs === null) return
    await saveLevel(tx, { data_source_id: job.data_source_id, database_name: keptAs }, text)
  })
}

/** JSON text, and the name under which it is kept; null: it is not. */
async function readLevel(
  levels: SchemaLevels,
  wanted: SchemaLevel,
  signal: AbortSignal,
): Promise<{ text: string; keptAs: string | null }> {
  switch (wanted.level) {
    case 'databases':
      return { text: JSON.stringify(await levels.databases(signal)), keptAs: '' }
    case 'columns':
      return {
        text: JSON.stringify(await levels.columns(wanted.database, wanted.table, signal)),
        keptAs: null,
      }
    case 'tables': {
      const { tables, hasColumns } = await levels.tables(wanted.database, wanted.with_columns, signal)
      const content = { schema: sortSchema(tables), has_columns: hasColumns }
      return { text: JSON.stringify(content), keptAs: hasColumns ? wanted.database : null }
    }
  }
}
