import { availableParallelism } from 'node:os'
import type { DuckDBInstance } from '@duckdb/node-api'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import type { DocumentDesk } from '../document-desk.ts'
import { type Engine, EngineError, type EngineRun, serveEngine } from '../engine-child.ts'
import { allowOnly, noOutside, sameZone } from './duckdb-confinement.ts'
import { runTexts } from './duckdb-run.ts'
import { createParquetView } from './lake/parquet-views.ts'
import { findReadFiles } from './lake/read-files.ts'
import { createTable, nameColumns } from './lent-table.ts'
import { requireReadable } from './readable-text.ts'
import { findUsedColumns } from './used-columns.ts'

/** `folder`: where DuckDB may put what does not fit into its memory. It belongs to this process alone. */
export interface TableSubject {
  folder: string
  megabytes: number
  /** the type of the data source, for refusals */
  reader: string
  /** the folder for the Parquet files of a run, which DuckDB opens itself; absent: it opens none */
  objects?: string
}

/** DuckDB's share of the memory of the process: buffers beside its own cap are what the rest is for. */
const shareOfMemory = 0.8

serveEngine((subject, memoryMb) => {
  const spill: TableSubject = JSON.parse(subject)
  let last: DuckDBInstance | null = null
  const engine: Engine = {
    async ping() {
      const instance = await openInstance(spill, memoryMb)
      const connection = await instance.connect()
      await connection.run('select 1')
      instance.closeSync()
    },
    tables: () => [],
    async run(text, values, documents) {
      // nothing of an earlier run is left
      last?.closeSync()
      last = await openInstance(spill, memoryMb)
      return await runOverResults(last, { text, values, documents, subject: spill })
    },
  }
  return engine
})

async function openInstance(
  { folder, megabytes, objects }: TableSubject,
  memoryMb: number,
): Promise<DuckDBInstance> {
  return await openConfined(objects, {
    // must be set first
    temp_directory: folder,
    max_temp_directory_size: `${megabytes}MB`,
    memory_limit: `${Math.floor(memoryMb * shareOfMemory)}MB`,
    threads: String(availableParallelism()),
  })
}

async function openConfined(
  objects: string | undefined,
  settings: Record<string, string>,
): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  if (objects === undefined) return await DuckDBInstance.create(':memory:', { ...settings, ...noOutside })
  const instance = await DuckDBInstance.create(':memory:', settings)
  const connection = await instance.connect()
  await allowOnly(connection, 'allowed_directories', objects)
  connection.closeSync()
  return instance
}

interface Run {
  text: string
  values: readonly BoundValue[]
  documents: Omit<DocumentDesk, 'hear'>
  subject: TableSubject
}

/** Creates the tables that the text reads, then runs it. */
async function runOverResults(
  instance: DuckDBInstance,
  { text, values, documents, subject }: Run,
): Promise<EngineRun> {
  const planner = await openPlanner(subject)
  const planning = await planner.connect()
  await requireReadable(planning, text, subject.reader)
  const tables = (await documents.lend()).map(nameColumns)
  for (const { name, columns, parquet } of tables) {
    if (columns.length === 0 && parquet === undefined)
      throw new EngineError(`Error creating table ${name}: the result has no columns.`, null)
  }
  const used = await findUsedColumns(planning, text, tables)
  planning.closeSync()
  planner.closeSync()
  const connection = await instance.connect()
  for (const [index, table] of tables.entries()) {
    if (table.parquet === undefined)
      await createTable(connection, table, used[index] ?? new Set(), () => documents.borrow(index))
  }
  for (const [index, table] of tables.entries()) {
    if (table.parquet === undefined) continue
    const open = () => openPlanner(subject)
    const files = await findReadFiles({ text, tables, table, parquet: table.parquet }, open)
    // the worker brings them; there are no rows
    for await (const _ of documents.borrow(index, files));
    await createParquetView(connection, table.name, table.parquet, files)
  }
  for (const statement of [...sameZone, 'set lock_configuration = true']) await connection.run(statement)
  return await runTexts(connection, text, values)
}

/** A database beside that of the run, for its settings are others and are never changed back. */
async function openPlanner({ objects }: TableSubject): Promise<DuckDBInstance> {
  return await openConfined(objects, { temp_directory: '', memory_limit: '64MB', threads: '1' })
}
