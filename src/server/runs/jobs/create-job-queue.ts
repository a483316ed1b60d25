import { makeWorkerUtils, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import type { JobQueue } from '#server/kernel/index.ts'
import { graphileLog } from './graphile-log.ts'
import { openQueuePool } from './queue-pool.ts'

/** Each job counts its own attempts (jobs.attempts), so graphile-worker never repeats one by itself. */
export const queueAttempts = 1

/** Key of the advisory lock for installing the queue's own tables. */
const queueMigrationLock = 7_366_172

/** Installs or updates the tables of graphile-worker. Several processes may call it at once. */
export async function migrateJobQueue(url: string, log?: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'sextant migrate' })
  await client.connect()
  const pool = openQueuePool(url, 2, log)
  try {
    await client.query('select pg_advisory_lock($1)', [queueMigrationLock])
    await runMigrations({ pgPool: pool, ...(log ? { logger: graphileLog(log) } : {}) })
  } finally {
    await pool.end()
    await client.end()
  }
}

type QueueSource = { log: Logger } & ({ pool: pg.Pool } | { databaseUrl: string })

/**
 * The queue for a process that only adds jobs: on an existing pool, or on its own pool for `databaseUrl`. Installs the
 * queue's tables if they are missing.
 */
export async function createJobQueue(source: QueueSource): Promise<JobQueue & { close(): Promise<void> }> {
  const { log } = source
  const owned = 'databaseUrl' in source ? openQueuePool(source.databaseUrl, 2, log) : null
  const pool = 'pool' in source ? source.pool : (owned ?? undefined)
  const utils = await makeWorkerUtils({ ...(pool ? { pgPool: pool } : {}), logger: graphileLog(log) })
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
      await owned?.end()
    },
  }
}
