import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/** How long a busy or restarting PostgreSQL is waited for, and how often it is asked. */
export const patience = { milliseconds: 60_000, betweenMilliseconds: 500 }

/**
 * A pool for the queue's own statements. Lost connections are logged and never end the process. The queue's library
 * does not wait for its report that a job is complete, so a refused connection there would end the process and count
 * against all its runs: connecting is tried for a while.
 */
export function openQueuePool(url: string, max: number, log: Logger | undefined): pg.Pool {
  const pool = new PatientPool({
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

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnected): void
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback)
    return this.#connectPatiently()
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    const until = performance.now() + patience.milliseconds
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (this.ending || !mayPass(error) || performance.now() > until) throw error
        await delay(patience.betweenMilliseconds)
      }
    }
  }
}

/** Not a refusal by PostgreSQL itself, except that it starts, stops or has too many connections. */
function mayPass(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(57P0|53300)/.test(code)
}
