import { mongodbGround, mysqlGround, postgresGround } from './connectors/driver-grounds.ts'
import type { BenchGround } from './connectors/ground.ts'
import { clickhouseGround, influxdbGround, opensearchGround, trinoGround } from './connectors/http-grounds.ts'
import { execute } from './execute.ts'
import { type Figure, mebibytes, milliseconds, percentile } from './figure.ts'
import { memoryOf, resetPeak } from './process-facts.ts'
import { type SextantUnderBench, startSextant } from './sextant-under-bench.ts'
import { runMilliseconds } from './store-result.ts'

const grounds: Record<string, () => Promise<BenchGround>> = {
  pg: postgresGround,
  mysql: mysqlGround,
  clickhouse: clickhouseGround,
  trino: trinoGround,
  mongodb: mongodbGround,
  elasticsearch2: opensearchGround,
  influxdb: influxdbGround,
}
const rounds = 5
const ones = 50

/**
 * `node bench/connectors.ts [type …]`: for each type with a real server, 200,000 x 10 rows until they are stored and one
 * row on a kept session, beside the bare driver or bare HTTP in the same run. Prints rows for docs/benchmarks.md. Needs
 * what the tests of heavy engines need (test/engines).
 */
const asked = process.argv.slice(2)
for (const name of asked) if (grounds[name] === undefined) throw new Error(`There is no bench for ${name}.`)
console.log('| | work | measured | promised | |\n|---|---|---|---|---|')
const sextant = await startSextant()
try {
  for (const [type, start] of Object.entries(grounds)) {
    if (asked.length > 0 && !asked.includes(type)) continue
    const ground = await start()
    try {
      await benchType(type, ground)
    } finally {
      await ground.stop()
    }
  }
} finally {
  await sextant.stop()
}

async function benchType(type: string, ground: BenchGround): Promise<void> {
  const through = { ...sextant, dataSourceId: await createSource(sextant, type, ground.options) }
  const { stored, bare, growth } = await manyRows(through, ground)
  const ratio = stored / bare
  report({
    what: `\`${type}\`: 200,000 x 10 rows: job taken to result stored (bare ${milliseconds(bare)})`,
    value: `${milliseconds(stored)} = ${ratio.toFixed(2)} x`,
    ...{ promised: '<= 2.5 x', ok: ratio <= 2.5 },
  })
  report({
    what: `\`${type}\`: growth of the worker's memory in the meantime`,
    value: mebibytes(growth),
    ...{ promised: '<= 120 MB', ok: growth <= 120 * 1024 },
  })
  if (ground.long !== null) {
    const { peak, seconds } = await longRun(through, ground.long)
    report({
      what: `\`${type}\`: peak memory of the worker with 3,000,000 x 10 rows (${seconds.toFixed(1)} s)`,
      value: mebibytes(peak),
      ...{ promised: '<= 256 MB', ok: peak <= 256 * 1024 },
    })
  }
  if (ground.one === null) return
  const one = await oneRow(through, ground.one)
  report({
    what: `\`${type}\`: one row on a kept session, ${ones} runs: p50 (bare ${milliseconds(one.bare)})`,
    value: milliseconds(one.stored),
    ...{ promised: '<= bare + 10 ms', ok: one.stored <= one.bare + 10 },
  })
}

async function manyRows(through: SextantUnderBench, ground: BenchGround) {
  await ground.bare()
  await execute(through, ground.text)
  const before = memoryOf(through.workerPid).now
  resetPeak(through.workerPid)
  const bare: number[] = []
  const stored: number[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await timeOf(ground.bare))
    stored.push(await runMilliseconds(through, (await execute(through, ground.text)).jobId))
  }
  const growth = memoryOf(through.workerPid).peak - before
  return { bare: percentile(bare, 0.5), stored: percentile(stored, 0.5), growth }
}

async function longRun(through: SextantUnderBench, text: string) {
  resetPeak(through.workerPid)
  const { jobId } = await execute(through, text)
  return {
    peak: memoryOf(through.workerPid).peak,
    seconds: (await runMilliseconds(through, jobId)) / 1000,
  }
}

async function oneRow(through: SextantUnderBench, one: NonNullable<BenchGround['one']>) {
  const bare: number[] = []
  const stored: number[] = []
  for (let round = 0; round < ones; round++) {
    bare.push(await timeOf(one.bare))
    stored.push(await runMilliseconds(through, (await execute(through, one.text)).jobId))
  }
  return { bare: percentile(bare, 0.5), stored: percentile(stored, 0.5) }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function createSource(
  { request }: SextantUnderBench,
  type: string,
  options: Record<string, unknown>,
): Promise<number> {
  const reply = await request('/api/data_sources', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: `Bench of ${type}`, type, options },
      limits: { max_rows: null, max_bytes: null, max_seconds: null, max_runs: null },
    }),
  })
  if (!reply.ok) throw new Error(`${type}: ${await reply.text()}`)
  return ((await reply.json()) as { id: number }).id
}

function report({ what, value, promised, ok }: Omit<Figure, 'promise'>): void {
  console.log(`| P1 | ${what} | ${value} | ${promised} | ${ok ? 'kept' : '**missed**'} |`)
}
