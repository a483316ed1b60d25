import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

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
