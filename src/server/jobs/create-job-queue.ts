import { makeWorkerUtils, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import { graphileLog } from './graphile-log.ts'
import type { JobQueue } from './job-queue.ts'

/** Every job counts its own attempts (jobs.attempts), so the queue below never repeats one by itself. */
export const queueAttempts = 1

/** Key of the advisory lock under which the queue's own tables are installed. */
const queueMigrationLock = 7_366_172

/** Installs or updates the tables of graphile-worker. Any number of processes may call it at once. */
export async function migrateJobQueue(url: string, log?: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'sextant migrate' })
  await client.connect()
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'sextant migrate' })
  pool.on('error', (error) => log?.warn({ err: error }, 'A connection was lost while migrating the job queue.'))
  try {
    await client.query('select pg_advisory_lock($1)', [queueMigrationLock])
    await runMigrations({ pgPool: pool, ...(log ? { logger: graphileLog(log) } : {}) })
  } finally {
    await pool.end()
    await client.end()
  }
}

interface QueueSource {
  pool?: pg.Pool
  databaseUrl?: string
  log: Logger
}

/**
 * The queue for a process that only adds jobs: on a pool that stands already, or on one of its own for `databaseUrl`.
 * The queue's tables are installed when they are missing.
 */
export async function createJobQueue({
  pool,
  databaseUrl,
  log,
}: QueueSource): Promise<JobQueue & { close(): Promise<void> }> {
  const owned = pool ?? new pg.Pool({ connectionString: databaseUrl, max: 2, application_name: 'sextant queue' })
  if (pool === undefined) {
    owned.on('error', (error) => log.warn({ err: error }, 'A connection of the job queue was lost.'))
  }
  const utils = await makeWorkerUtils({ pgPool: owned, logger: graphileLog(log) })
  return {
    async add(name, payload, options = {}) {
      const task: string = name
      await utils.addJob(task, payload, {
        maxAttempts: queueAttempts,
        ...(options.jobKey === undefined ? {} : { jobKey: options.jobKey }),
        ...(options.runAt === undefined ? {} : { runAt: options.runAt }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
      })
    },
    async close() {
      await utils.release()
      if (pool === undefined) await owned.end()
    },
  }
}
