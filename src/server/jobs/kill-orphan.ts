import { findConnector } from '#connectors/registry.ts'
import { connectorHost } from './connector-host.ts'
import { findDataSourceOf, type StoredJob } from './job-store.ts'
import type { WorkerContext } from './worker-context.ts'

const killOrphanMilliseconds = 5000

/** The query that a dead worker left in the database must not go on; if it cannot be reached, we go on without. */
export async function killOrphan(worker: WorkerContext, job: StoredJob): Promise<void> {
  if (job.backend === null) return
  try {
    const source = await findDataSourceOf(worker.db, job.data_source_id)
    const connector = source === null ? undefined : findConnector(source.type)
    if (source === null || connector?.killOrphan === undefined) return
    const host = connectorHost(worker, () => {})
    await withinTime(
      connector.killOrphan(worker.secrets.unseal(source.encrypted_options), host, job.backend),
      killOrphanMilliseconds,
    )
  } catch (error) {
    worker.log.warn(
      { err: error, job: job.id },
      'The query of a dead run could not be ended in its database.',
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
