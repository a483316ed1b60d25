import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config, Db, Secrets, WorkerMeasures } from '#server/kernel/index.ts'
import type { ResultRoom } from '../results/result-room.ts'

/** What runs in a worker process are made from. */
export interface WorkerContext {
  /** id of this worker process, fresh at each start */
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
}

/** Reason of an abort when the worker process is asked to end: the run goes back into line. */
export class WorkerStopping extends Error {
  constructor() {
    super('The worker is stopping.')
    this.name = 'WorkerStopping'
  }
}

/** Reason of an abort when the run was taken away from this worker: it writes nothing more. */
export class RunLost extends Error {
  constructor() {
    super('The run does not belong to this worker any more.')
    this.name = 'RunLost'
  }
}
