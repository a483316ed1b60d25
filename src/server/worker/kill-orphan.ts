import type { BackendReference } from '#connectors/connector.ts'
import { findConnector } from '#connectors/registry.ts'
import {
  clearOrphan,
  findDataSourceOf,
  listOrphans,
  type Orphan,
  type StoredJob,
  underOrphanLock,
} from '#server/runs/index.ts'
import type { Worker } from './worker.ts'

const killOrphanMilliseconds = 5000

/**
 * Ends queries of lost runs that still run in their databases. Sweepers record them, because web processes sweep too but
 * never talk to data sources. Workers end them all at once, so that an unresponsive database does not delay others.
 */
export async function endOrphans(worker: Worker): Promise<void> {
  await underOrphanLock(worker.db, async (db) => {
    await Promise.all((await listOrphans(db)).map((orphan) => endOrphan(worker, orphan)))
  })
}

/** Ends what is left of a run's earlier attempt, before it is tried again. */
export async function endOrphanOf(worker: Worker, job: StoredJob): Promise<void> {
  if (job.orphan !== null) await endOrphan(worker, { ...job, orphan: job.orphan })
}

async function endOrphan(worker: Worker, orphan: Orphan): Promise<void> {
  if (await isContinued(worker, orphan)) return
  await killOrphan(worker, orphan, orphan.orphan)
  await clearOrphan(worker.db, orphan)
}

/** Whether the next attempt goes on reading what the lost one has left behind. */
async function isContinued(worker: Worker, orphan: Orphan): Promise<boolean> {
  const goesOn = orphan.status === 'queued' || orphan.status === 'started'
  return goesOn && (await leavesJob(worker, orphan))
}

/** Whether the job of a run in its data source can be left to the next attempt. */
export async function leavesJob(
  worker: Worker,
  { data_source_id }: Pick<StoredJob, 'data_source_id'>,
): Promise<boolean> {
  const source = await findDataSourceOf(worker.db, data_source_id)
  return source !== null && findConnector(source.type)?.resume !== undefined
}

/** Ends an abandoned query in its database. Errors are only logged, for example when the database cannot be reached. */
export async function killOrphan(
  worker: Worker,
  job: Pick<StoredJob, 'id' | 'data_source_id'>,
  backend: BackendReference | null,
): Promise<void> {
  if (backend === null) return
  try {
    const source = await findDataSourceOf(worker.db, job.data_source_id)
    const connector = source === null ? undefined : findConnector(source.type)
    if (source === null || connector?.killOrphan === undefined) return
    const options = worker.secrets.unseal(source.encrypted_options)
    await withinTime(worker.access.killOrphan(connector, options, backend), killOrphanMilliseconds)
  } catch (error) {
    worker.log.warn(
      { err: error, job: job.id },
      'The query of a lost run could not be ended in its database.',
    )
  }
}

async function withinTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
