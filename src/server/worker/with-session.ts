import type { BackendReference, Connector, QueryLender, Session } from '#connectors/connector.ts'
import { Cancelled, ConnectionFailed, TimedOut } from '#connectors/connector-errors.ts'
import { findConnector } from '#connectors/registry.ts'
import {
  clearOrphan,
  findDataSourceOf,
  type RunnableSource,
  rememberBackend,
  type StoredJob,
} from '#server/runs/index.ts'
import { lendFiles } from '#server/sources/index.ts'
import { findActingUser } from './acting-user.ts'
import { killOrphan } from './kill-orphan.ts'
import type { Worker } from './worker.ts'

/** How long an aborted session may take to end its query before it is abandoned. */
const abortGraceMilliseconds = 10_000
const closeMilliseconds = 5000

interface SessionUse<T> {
  /** time limit, opening the session included */
  seconds: number | ((source: RunnableSource) => number)
  /** never a session that was kept after an earlier run */
  isFresh?: boolean
  /** what a text of Query Results reads */
  queries?: QueryLender | undefined
  use(session: Session, connector: Connector, source: RunnableSource, signal: AbortSignal): Promise<T>
}

/**
 * Opens a session on the job's data source, passes it to `use` and closes it, all within `seconds`. Throws the
 * connector's errors. If the connector does not react to an abort, ends the query through another connection and throws
 * Cancelled or TimedOut.
 */
export async function withSession<T>(
  worker: Worker,
  job: StoredJob,
  controller: AbortController,
  { seconds, isFresh = false, queries, use }: SessionUse<T>,
): Promise<T> {
  const source = await findDataSourceOf(worker.db, job.data_source_id)
  if (source === null) throw new ConnectionFailed('The data source was deleted.')
  const connector = findConnector(source.type)
  if (connector === undefined) throw new ConnectionFailed(`There is no data source type "${source.type}".`)
  const options = worker.secrets.unseal(source.encrypted_options)
  const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
  let remembered: Promise<unknown> = Promise.resolve()
  const reportBackend = (backend: BackendReference) => {
    job.backend = { ...backend }
    remembered = rememberBackend(worker.db, attempt, backend).catch((error) =>
      worker.log.warn({ err: error, job: job.id }, 'The session of a run could not be noted.'),
    )
  }
  const resumed = connector.resume === undefined || job.kind !== 'query' ? null : job.orphan
  if (resumed !== null) {
    // from now on the job belongs to this attempt
    reportBackend(resumed)
    await remembered
    await clearOrphan(worker.db, { ...job, orphan: resumed })
  }
  const limit = typeof seconds === 'number' ? seconds : seconds(source)
  const timer = setTimeout(() => controller.abort(new TimedOut()), timerMilliseconds(limit))
  const work = async () => {
    controller.signal.throwIfAborted()
    const session = await worker.access.open(connector, options, {
      signal: controller.signal,
      reportBackend,
      isFresh,
      maxSeconds: limit,
      backend: resumed,
      isScheduled: job.is_scheduled,
      actingUser: () => findActingUser(worker.db, job.user_id),
      queries,
      files: lendFiles(worker, source.id),
    })
    try {
      // the worker that takes this run back after the death of this process has to end its query
      await remembered
      return await use(session, connector, source, controller.signal)
    } finally {
      await closeSession(worker, job, session)
    }
  }
  try {
    return await untilAbandoned(work(), controller.signal)
  } catch (error) {
    if (error instanceof Abandoned) {
      await killOrphan(worker, job, job.backend)
      throw controller.signal.reason instanceof TimedOut ? new TimedOut(error) : new Cancelled(error)
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** setTimeout takes at most 2^31 - 1 milliseconds, about 24 days. */
function timerMilliseconds(seconds: number): number {
  return Math.min(seconds * 1000, 2_147_483_647)
}

class Abandoned extends Error {
  constructor() {
    super('The connector did not end in time after the abort.')
    this.name = 'Abandoned'
  }
}

/** The outcome of the work; throws if it does not end in time after an abort. */
export async function untilAbandoned<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const late = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(new Abandoned()), abortGraceMilliseconds)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    if (onAbort) signal.removeEventListener('abort', onAbort)
    work.catch(() => {})
  }
}

export async function closeSession(
  worker: Pick<Worker, 'log'>,
  job: Pick<StoredJob, 'id'>,
  session: Session,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMilliseconds)
  })
  try {
    await Promise.race([session.close(), late])
  } catch (error) {
    worker.log.warn({ err: error, job: job.id }, 'A session could not be closed.')
  } finally {
    clearTimeout(timer)
  }
}
