import pg from 'pg'
import Cursor from 'pg-cursor'
import { createBenchRows } from './bench-rows.ts'
import { execute } from './execute.ts'
import { mebibytes, milliseconds, percentile, type Report } from './figure.ts'
import { memoryOf, resetPeak } from './process-facts.ts'
import type { SextantUnderBench } from './sextant-under-bench.ts'

const rounds = 5
const batchSize = 5000

/**
 * docs/reference/promises.md#p1: 200,000 rows x 10 from taking the job to the stored result, compared with the driver
 * alone reading the same rows.
 */
export async function benchStoreResult(sextant: SextantUnderBench, report: Report): Promise<void> {
  await createBenchRows(sextant.pool, 'bench_200k', 200_000)
  const query = 'select * from bench_200k'
  await readWithBareCursor(sextant.databaseUrl, query)
  await execute(sextant, query)
  const before = memoryOf(sextant.workerPid).now
  resetPeak(sextant.workerPid)
  const bare: number[] = []
  const stored: number[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await readWithBareCursor(sextant.databaseUrl, query))
    stored.push(await runMilliseconds(sextant, (await execute(sextant, query)).jobId))
  }
  const ratio = percentile(stored, 0.5) / percentile(bare, 0.5)
  const growth = memoryOf(sextant.workerPid).peak - before
  report({
    promise: 'P1',
    what: `200,000 x 10 rows: job taken to result stored (bare text cursor ${milliseconds(percentile(bare, 0.5))})`,
    value: `${milliseconds(percentile(stored, 0.5))} = ${ratio.toFixed(2)} x`,
    promised: '<= 2.5 x',
    ok: ratio <= 2.5,
  })
  report({
    promise: 'P1',
    what: `growth of the worker's memory in the meantime (from ${mebibytes(before)})`,
    value: mebibytes(growth),
    promised: '<= 120 MB',
    ok: growth <= 120 * 1024,
  })
}

/** Milliseconds from the worker taking the job to its stored result, from the job's row. */
export async function runMilliseconds(sextant: SextantUnderBench, jobId: string): Promise<number> {
  const { rows } = await sextant.pool.query<{ ms: number }>(
    'select (extract(epoch from finished_at - started_at) * 1000)::float8 as ms from jobs where id = $1',
    [jobId],
  )
  return rows[0]?.ms ?? Number.NaN
}

/** The driver's own speed: every row read as text in batches, nothing done with it. */
async function readWithBareCursor(databaseUrl: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const asText = { getTypeParser: () => (text: string) => text }
  const started = performance.now()
  const cursor = client.query(new Cursor(query, [], { rowMode: 'array', types: asText as never }))
  while ((await cursor.read(batchSize)).length > 0);
  const taken = performance.now() - started
  await client.end()
  return taken
}
