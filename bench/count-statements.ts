import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SextantUnderBench } from './sextant-under-bench.ts'

const samples = 9

/**
 * How many SQL statements a request costs, from the log of PostgreSQL: the min of several requests, because the
 * worker's heartbeat interferes and the first requests of a connection do more.
 */
export async function countStatements(
  { pool }: SextantUnderBench,
  request: () => Promise<unknown>,
): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  // next to the data folder (test/test-postgres.ts)
  const log = join(dirname(rows[0]?.folder ?? ''), 'log')
  await setLogging(pool, { log_statement: `'all'`, log_line_prefix: `'%a|'` })
  try {
    const counts: number[] = []
    for (let sample = 0; sample < samples; sample++) {
      const before = (await readFile(log)).length
      await request()
      const written = (await readFile(log)).subarray(before).toString()
      counts.push(written.match(/^sextant\|LOG: +(statement|execute)/gm)?.length ?? 0)
    }
    return Math.min(...counts)
  } finally {
    await setLogging(pool, { log_statement: 'default', log_line_prefix: 'default' })
  }
}

async function setLogging(
  pool: SextantUnderBench['pool'],
  settings: Record<'log_statement' | 'log_line_prefix', string>,
): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await pool.query(`alter system set ${name} = ${value}`)
  await pool.query('select pg_reload_conf()')
  // connections reload the setting at different times
  await new Promise((resolve) => setTimeout(resolve, 300))
}
