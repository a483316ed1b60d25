import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Db } from './db/database.ts'
import type { JobQueue, JobWatch } from './job-queue.ts'
import type { Secrets } from './net/secrets.ts'

/** The dependencies of a web process (main.ts, test/app-under-test.ts). Use cases take the parts they need. */
export interface ServerContext {
  db: Db
  pool: pg.Pool
  config: Config
  secrets: Secrets
  jobs: JobQueue
  jobWatch: JobWatch
  log: Logger
  clock: () => Date
}
