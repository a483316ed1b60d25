import { availableParallelism } from 'node:os'
import type { DuckDBInstance } from '@duckdb/node-api'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import type { DocumentDesk } from '../document-desk.ts'
import { type Engine, EngineError, type EngineRun, serveEngine } from '../engine-child.ts'
import { noOutside, sameZone } from './duckdb-confinement.ts'
import { runTexts } from './duckdb-run.ts'
import { createTable, nameColumns } from './lent-table.ts'
import { requireReadable } from './readable-text.ts'
import { findUsedColumns } from './used-columns.ts'

/** `folder`: where DuckDB may put what does not fit into its memory. It belongs to this process alone. */
export interface TableSubject {
  folder: string
  megabytes: number
  /** the type of the data source, for refusals */
  reader: string
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
      return await runOverResults(last, { text, values, documents, reader: spill.reader })
    },
  }
  return engine
})

async function openInstance({ folder, megabytes }: TableSubject, memoryMb: number): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  return await DuckDBInstance.create(':memory:', {
    // must be set first
    temp_directory: folder,
    max_temp_directory_size: `${megabytes}MB`,
    ...noOutside,
    memory_limit: `${Math.floor(memoryMb * shareOfMemory)}MB`,
    threads: String(availableParallelism()),
  })
}

interface Run {
  text: string
  values: readonly BoundValue[]
  documents: Omit<DocumentDesk, 'hear'>
  reader: string
}

/** Creates the tables that the text reads, then runs it. */
async function runOverResults(
  instance: DuckDBInstance,
  { text, values, documents, reader }: Run,
): Promise<EngineRun> {
  const planner = await openPlanner()
  const planning = await planner.connect()
  await requireReadable(planning, text, reader)
  const tables = (await documents.lend()).map(nameColumns)
  for (const { name, columns } of tables) {
    if (columns.length === 0)
      throw new EngineError(`Error creating table ${name}: the result has no columns.`, null)
  }
  const used = await findUsedColumns(planning, text, tables)
  planning.closeSync()
  planner.closeSync()
  const connection = await instance.connect()
  for (const [index, table] of tables.entries()) {
    await createTable(connection, table, used[index] ?? new Set(), () => documents.borrow(index))
  }
  for (const statement of [...sameZone, 'set lock_configuration = true']) await connection.run(statement)
  return await runTexts(connection, text, values)
}

/** A database beside that of the run, for its settings are others and are never changed back. */
async function openPlanner(): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  return await DuckDBInstance.create(':memory:', {
    temp_directory: '',
    ...noOutside,
    memory_limit: '64MB',
    threads: '1',
  })
}
