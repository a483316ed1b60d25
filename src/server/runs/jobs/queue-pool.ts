import pg from 'pg'
import type { Logger } from 'pino'

/** A pool for the queue's own statements. Lost connections are logged and never end the process. */
export function openQueuePool(url: string, max: number, log: Logger | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    application_name: 'sextant queue',
  })
  const onError = (error: Error) => log?.warn({ err: error }, 'A connection of the job queue was lost.')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
