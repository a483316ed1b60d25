import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { zstdCompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import type { ConnectorHost, LentResult } from '#connectors/connector.ts'
import { results } from '#connectors/duckdb/results-connector.ts'
import { recordingSink } from '#connectors/recording-sink.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import { mebibytes, type Report } from './figure.ts'
import { familyOf, memoryOf } from './process-facts.ts'

const [orders, customers] = [3_000_000, 1_000_000]
const chunkRows = 12_000
/** The default of SEXTANT_ENGINE_MEMORY_MB. */
const engineMemoryMb = 512
const text = `select c.name, count(*) as orders, sum(o.amount) as amount
  from query_1 o join cached_query_2 c on c.id = o.customer_id group by 1 order by amount desc, 1 limit 100`

const orderOf = (id: number) =>
  `{"id":${id},"customer_id":${(id * 7919) % customers},"amount":${id % 1000}.50,"note":"order number ${id}, as its buyer wrote it"}`
const customerOf = (id: number) =>
  `{"id":${id},"name":"customer ${id % 5000}","since":"2026-01-0${(id % 9) + 1}"}`

/**
 * A join of the results of two queries, with 3,000,000 and 1,000,000 rows, from their stored frames to the result. Beside
 * it: DuckDB alone, which reads the same rows from files of JSON, with all the memory it likes.
 */
export async function benchResultsJoin(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'results-join-'))
  try {
    const bare = await timeOfDuckdb(folder)
    const { seconds, peak } = await timeOfResults(folder)
    report({
      promise: 'P2',
      what: `Query Results: 3,000,000 rows joined with 1,000,000, from stored frames (DuckDB from files of JSON ${bare.toFixed(1)} s)`,
      ...{ value: `${seconds.toFixed(1)} s = ${(seconds / bare).toFixed(2)} x`, promised: '', ok: null },
    })
    report({
      promise: 'P2',
      what: 'peak memory of the restricted process in the meantime',
      ...{ value: mebibytes(peak), promised: '<= 1024 MB', ok: peak <= 1024 * 1024 },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lent(
  columns: readonly (readonly [string, ColumnType])[],
  count: number,
  rowOf: (id: number) => string,
): LentResult {
  const frames: Buffer[] = []
  for (let first = 0; first < count; first += chunkRows) {
    const rows = Array.from({ length: Math.min(chunkRows, count - first) }, (_, index) =>
      rowOf(first + index),
    )
    frames.push(zstdCompressSync((first === 0 ? '' : ',') + rows.join(',')))
  }
  return {
    columns: columns.map(([name, type]) => ({ name, type })),
    ...{ row_count: count, truncated: false },
    async *frames() {
      yield* frames
    },
  }
}

async function timeOfResults(folder: string): Promise<{ seconds: number; peak: number }> {
  const given = [
    lent(
      [
        ['id', 'integer'],
        ['customer_id', 'integer'],
        ['amount', 'float'],
        ['note', 'string'],
      ],
      orders,
      orderOf,
    ),
    lent(
      [
        ['id', 'integer'],
        ['name', 'string'],
        ['since', 'date'],
      ],
      customers,
      customerOf,
    ),
  ]
  const host: Partial<ConnectorHost> = {
    ...{ engineMemoryMb, spill: { folder, megabytes: 4096 } },
    queries: { lend: async () => given },
  }
  const { signal } = new AbortController()
  const others = new Set(familyOf(process.pid))
  const session = await results.open({}, host as ConnectorHost, signal)
  const [engine = 0] = familyOf(process.pid).filter((pid) => !others.has(pid))
  const sink = recordingSink()
  const started = performance.now()
  await session.run(text, sink, signal)
  const seconds = (performance.now() - started) / 1000
  const { peak } = memoryOf(engine)
  await session.close()
  if (sink.cells.length !== 100) throw new Error(`The join has ${sink.cells.length} rows.`)
  return { seconds, peak }
}

async function timeOfDuckdb(folder: string): Promise<number> {
  const file = (name: string) => join(folder, `${name}.json`)
  function* lines(count: number, rowOf: (id: number) => string) {
    for (let first = 0; first < count; first += chunkRows) {
      const length = Math.min(chunkRows, count - first)
      yield Array.from({ length }, (_, index) => `${rowOf(first + index)}\n`).join('')
    }
  }
  await pipeline(Readable.from(lines(orders, orderOf)), createWriteStream(file('query_1')))
  await pipeline(Readable.from(lines(customers, customerOf)), createWriteStream(file('cached_query_2')))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const started = performance.now()
  for (const name of ['query_1', 'cached_query_2'])
    await connection.run(`create table ${name} as select * from read_json('${file(name)}')`)
  await connection.runAndReadAll(text)
  const seconds = (performance.now() - started) / 1000
  instance.closeSync()
  return seconds
}
