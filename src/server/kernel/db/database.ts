import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The metadata database. Stores take it as their first argument, so a transaction can be passed instead. */
export type Db = Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

const int8Oid = 20

/** Opens a pool on `url`. Errors of idle connections go to `onError` and never end the process. */
export function openDatabase(
  url: string,
  options: { max: number; name?: string; onError(error: Error): void },
): Database {
  const types = new pg.TypeOverrides()
  // row and byte counts are all below 2^53
  types.setTypeParser(int8Oid, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: options.name ?? 'sextant',
  })
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    async close() {
      // destroy() ends the pool only if a statement used it
      await db.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

/** PostgreSQL lists a closed connection for a moment longer. */
const attempts = 20
const pauseMilliseconds = 100

/** Whether other Sextant processes use this database, besides the connections called `ownName`. */
export async function isInUse(client: pg.ClientBase, ownName: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::integer as others from pg_stat_activity
       where datname = current_database() and application_name like 'sextant%' and application_name <> $1
         and pid <> pg_backend_pid()`,
      [ownName],
    )
    if (rows[0]?.others === 0) return false
    if (attempt === attempts) return true
    // inside a transaction the statistics are a snapshot
    await client.query('select pg_stat_clear_snapshot()')
    await delay(pauseMilliseconds)
  }
}
