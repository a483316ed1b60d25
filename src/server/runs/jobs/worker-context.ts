import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config, Db, Secrets, WorkerMeasures } from '#server/kernel/index.ts'
import type { ResultRoom } from '../results/result-room.ts'

/** What the parts of a worker process share. */
export interface WorkerContext {
  /** id of this worker process, new at each start */
  id: string
  db: Db
  pool: pg.Pool
  config: Config
  secrets: Secrets
  log: Logger
  clock: () => Date
  measures: WorkerMeasures
  room: ResultRoom
  /** runs of this process, by job id */
  running: Map<string, AbortController>
  /** this process runs a single run, which may end it (src/server/worker/run-alone.ts) */
  isAlone?: boolean
}

/** Reason of an abort when the worker process has to stop: the run is requeued. */
export class WorkerStopping extends Error {
  constructor() {
    super('The worker is stopping.')
    this.name = 'WorkerStopping'
  }
}

/** Reason of an abort when this worker has lost the run: it writes nothing more. */
export class RunLost extends Error {
  constructor() {
    super('The run does not belong to this worker any more.')
    this.name = 'RunLost'
  }
}
