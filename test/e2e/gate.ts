import { randomInt } from 'node:crypto'
import pg from 'pg'

export interface Gate {
  /** SQL of type void, which waits while the gate is closed */
  readonly waits: string
  open(): Promise<void>
  close(): Promise<void>
  /** opens it for good */
  end(): Promise<void>
}

/** Lets a test decide when a statement in this database goes on, however slow the machine is. It is closed at first. */
export async function gateIn(url: string): Promise<Gate> {
  const key = randomInt(2 ** 31)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ask = (what: string) => client.query(`select ${what}(${key})`)
  await ask('pg_advisory_lock')
  return {
    waits: `pg_advisory_xact_lock_shared(${key})`,
    open: async () => void (await ask('pg_advisory_unlock')),
    close: async () => void (await ask('pg_advisory_lock')),
    end: () => client.end(),
  }
}
