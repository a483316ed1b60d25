import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** A connection that has just been closed is listed for a moment. */
const attempts = 20
const pauseMilliseconds = 100

/** Do processes of Sextant use this database, beside the connections called `ownName`? */
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
    // in a transaction the list would stay as it was
    await client.query('select pg_stat_clear_snapshot()')
    await delay(pauseMilliseconds)
  }
}
