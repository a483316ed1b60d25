import { zstdCompressSync } from 'node:zlib'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { Sink } from '../../connector.ts'
import { QueryFailed } from '../../connector-errors.ts'
import type { EngineSession } from '../../engine-process.ts'
import { bytesOfObject, eachOf } from './bring-object.ts'
import type { LakeRequest } from './lake-child.ts'
import type { LakeTable, LogTable } from './lake-tables.ts'
import { lendTable } from './lend-lake.ts'
import type { LakeRun, LentLake } from './lend-parquet.ts'
import { logTypeText } from './logs/log-table.ts'
import { readLog } from './logs/read-log.ts'

/** Tables whose columns are read: each needs a request or two. The others have none in the schema, and can be read. */
const maxDescribed = 1000
const sampleBytes = 262_144

/** The tables with the columns of one of their files each: by the end of Parquet files, and the first bytes of texts. */
export async function schemaOfLake(
  run: LakeRun,
  tables: readonly (LakeTable | LogTable)[],
  engine: EngineSession,
): Promise<SchemaTable[]> {
  const described = tables.slice(0, maxDescribed)
  const columns = new Map<string, SchemaTable['columns']>()
  const parquet: LentLake[] = []
  await eachOf(described, async (table, index) => {
    if (table.kind !== 'parquet') return
    await forgiving(async () => {
      parquet.push(await lendTable(run, table, index))
    })
  })
  const isRead = await forgiving(() => describe(run, parquet, engine, columns))
  // one damaged file is no reason to show no table
  if (!isRead) for (const one of parquet) await forgiving(() => describe(run, [one], engine, columns))
  for (const [index, table] of described.entries()) {
    if ('base' in table)
      await forgiving(async () => {
        const { log } = await readLog(run, table, index)
        const found = log?.columns.map(({ name, type }) => ({ name, type: logTypeText(type).toLowerCase() }))
        columns.set(table.name, found ?? [])
      })
    else if (table.kind !== 'parquet') await forgiving(() => sample(run, table, columns))
  }
  return tables.map((table) => ({ name: table.name, columns: columns.get(table.name) ?? [] }))
}

/** Whether it could be done: a file that cannot be read says so when it is read. */
async function forgiving(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof QueryFailed) return false
    throw error
  }
}

async function describe(
  { signal }: LakeRun,
  lent: readonly LentLake[],
  engine: EngineSession,
  columns: Map<string, SchemaTable['columns']>,
): Promise<void> {
  if (lent.length === 0) return
  const rows: string[][] = []
  const sink = gathering((cells) => rows.push(cells.map((cell) => JSON.parse(cell ?? 'null'))))
  const text = 'select table_name, column_name, data_type from duckdb_columns() where not internal'
  await engine.run(text, sink, signal, [], {
    tables: async () => lent.map(({ table }) => table),
    // columns are known without any rows
    frames: async function* () {},
  })
  for (const [table = '', name = '', type = ''] of rows)
    columns.set(table, [...(columns.get(table) ?? []), { name, type: type.toLowerCase() }])
}

async function sample(
  { files: store, signal, reader }: LakeRun,
  { name, kind, partitions, files }: LakeTable,
  columns: Map<string, SchemaTable['columns']>,
): Promise<void> {
  const [file] = files
  if (file === undefined) return
  const { path, format, partition, size } = file
  const bytes = await bytesOfObject(store, file, { start: 0, end: sampleBytes - 1 }, signal)
  const request: LakeRequest = {
    ...{ kind, partitions, files: [{ path, format, partition }] },
    isCut: bytes.length < size,
  }
  const sink = gathering(() => {})
  sink.columns = (found) => {
    columns.set(
      name,
      found.map((each) => ({ name: each.name, ...(each.type && { type: each.type }) })),
    )
  }
  await (await reader()).run(JSON.stringify(request), sink, signal, [], {
    tables: async () => [],
    async *frames() {
      yield zstdCompressSync(bytes)
    },
  })
}

function gathering(each: (cells: readonly (string | null)[]) => void): Sink {
  return {
    columns() {},
    async rows(batch) {
      for (const cells of batch) each(cells as (string | null)[])
      return true
    },
    log() {},
    metadata() {},
  }
}
