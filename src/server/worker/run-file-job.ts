import { QueryFailed } from '#connectors/connector-errors.ts'
import { endJob, RunLost, reportProgress, type StoredJob, WorkerStopping } from '#server/runs/index.ts'
import {
  beginReading,
  dropReading,
  endReading,
  findFile,
  insertFileChunk,
  partFrames,
  removeUnreadFile,
} from '#server/sources/index.ts'
import type { ReadingOptions } from '#shared/data-sources/files-api.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { createResultSink } from './result-sink.ts'
import { withSession } from './with-session.ts'
import type { Worker } from './worker.ts'

/** Rows of one file. Their size has a limit of its own. */
const maxRows = 1_000_000_000

/** Reads an uploaded file into rows. A file that cannot be read, and has no rows yet, is removed. */
export async function runFileJob(worker: Worker, job: StoredJob, controller: AbortController): Promise<void> {
  const { file_id: fileId, options }: { file_id: number; options: ReadingOptions } = JSON.parse(
    job.submitted ?? '',
  )
  const reading = await beginReading(worker.db, fileId)
  if (reading === null) throw new QueryFailed('The file was deleted, or it is a table already.')
  const own = { fileId, reading }
  try {
    await readInto(worker, job, controller, own, options)
  } catch (error) {
    await dropReading(worker.db, own)
    const isOver = !(controller.signal.reason instanceof WorkerStopping || isLost(error, controller))
    if (isOver) await removeUnreadFile(worker.db, own)
    throw error
  }
}

function isLost(error: unknown, { signal }: AbortController): boolean {
  return error instanceof RunLost || signal.reason instanceof RunLost
}

async function readInto(
  worker: Worker,
  job: StoredJob,
  controller: AbortController,
  own: { fileId: number; reading: number },
  options: ReadingOptions,
): Promise<void> {
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  const file = await findFile(worker.db, job.data_source_id, own.fileId)
  if (file === null) throw new QueryFailed('The file was deleted.')
  const sink = createResultSink({
    maxRows,
    maxBytes: worker.config.maxUnpackedBytes,
    async writeChunk(chunk) {
      const lack = await worker.fileRoom.lack(job.org_id, chunk.frame.length)
      if (lack !== null) throw new Error(String(lack))
      await insertFileChunk(worker.pool, own, chunk)
    },
    onProgress: (rows) => reportProgress(worker.db, attempt, rows, null),
  })
  try {
    await withSession(worker, job, controller, {
      seconds: (source) => source.max_seconds ?? worker.config.maxSeconds,
      use: async (session, _connector, _source, signal) => {
        const sent = { format: file.format, options, frames: () => partFrames(worker.pool, file.id) }
        if (session.readFile === undefined) throw new QueryFailed('This data source keeps no files.')
        await session.readFile(sent, sink, signal)
      },
    })
    const { columns_json, row_count, truncated } = await sink.finish()
    if (truncated) throw tooLarge(row_count, worker.config.maxUnpackedBytes)
    const columns: ResultColumn[] = JSON.parse(columns_json)
    const facts = {
      columns_json: JSON.stringify(columns.map(({ name, type }) => ({ name, type }))),
      row_count,
    }
    await worker.db.transaction().execute(async (tx) => {
      if (!(await endReading(tx, own, facts)))
        throw new QueryFailed('The file was read again with other options, or deleted.')
      const result_json = JSON.stringify({ file_id: own.fileId })
      if (!(await endJob(tx, attempt, { status: 'finished', result_json, row_count }))) throw new RunLost()
    })
  } finally {
    await sink.settle()
  }
}

function tooLarge(rowCount: number, maxBytes: number): QueryFailed {
  const count = maxRows.toLocaleString('en-US')
  if (rowCount >= maxRows) return new QueryFailed(`The file has more than ${count} rows.`)
  const megabytes = Math.floor(maxBytes / 1_000_000).toLocaleString('en-US')
  return new QueryFailed(
    `The rows of the file take more than ${megabytes} MB once they are unpacked. Split the file, or ask an admin for a higher SEXTANT_MAX_UNPACKED_BYTES.`,
  )
}
