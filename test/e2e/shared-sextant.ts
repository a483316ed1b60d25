import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type SextantUnderTest, sextantUnderTest } from './sextant-under-test.ts'

/** What running processes have stored about themselves, and the schema's own state. */
const kept = ['migrations', 'secret_key_checks', 'workers', 'schedule_looks', 'version_checks']
/** max wait for work that a file has left running; then its instance is not used again */
const patience = 3000

let idle: SextantUnderTest | undefined

/**
 * An instance without settings of its own, with an empty database. The files of a Vitest worker use the same one, one
 * after the other: `stop()` empties it for the next file. It really ends, and the next file starts a new one, when it
 * logged an error, has ended, or is still busy.
 */
export async function sharedSextant(): Promise<SextantUnderTest> {
  const sextant = idle ?? (await sextantUnderTest())
  idle = undefined
  return {
    ...sextant,
    async stop() {
      if (sextant.fault() === null && (await isQuiet(sextant.pool)) && (await empty(sextant.pool))) {
        idle = sextant
      } else {
        await sextant.stop()
      }
    },
  }
}

const busy = `select
  exists (select from jobs where status in ('queued', 'started'))
  or exists (select from graphile_worker._private_jobs where locked_at is not null or run_at <= now())
  or exists (select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as busy`

/** Whether nothing is going on, twice in a row; waits for a moment. */
async function isQuiet(pool: pg.Pool): Promise<boolean> {
  let quiet = 0
  for (const end = Date.now() + patience; Date.now() < end && quiet < 2; await delay(50)) {
    const { rows } = await pool.query<{ busy: boolean }>(busy)
    quiet = rows[0]?.busy === false ? quiet + 1 : 0
  }
  return quiet === 2
}

/**
 * Numbers go on from where they are: what the processes remember by number is never another file's. false: the processes
 * did something in the moment, and PostgreSQL chose our statement to end the deadlock.
 */
async function empty(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ tables: string }>(
    `select string_agg(format('%I', tablename), ', ') as tables from pg_tables
      where schemaname = 'public' and tablename <> all ($1)`,
    [kept],
  )
  try {
    await pool.query(`truncate ${rows[0]?.tables}; delete from graphile_worker._private_jobs`)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '40P01') return false
    throw error
  }
}
