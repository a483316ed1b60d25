import { availableParallelism } from 'node:os'
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api'
import { splitStatements } from '#shared/queries/split-statements.ts'
import { type Engine, EngineError, type EngineRun, serveEngine } from '../engine-child.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { cellEncoder, columnType } from './duckdb-cells.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { findErrorPosition } from './error-position.ts'

/**
 * What S6 asks of an engine over user text: no files but the database, no extensions, no network (it comes with
 * extensions only), memory capped, nothing spilled to disk, and no way to change any of it.
 */
const confinement = {
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
}
const lock = ["set max_temp_directory_size = '0GB'", "set timezone = 'UTC'", 'set lock_configuration = true']

serveEngine(async (path, memoryMb) => {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, {
    ...confinement,
    ...(path === ':memory:' ? {} : { access_mode: 'READ_ONLY' }),
    memory_limit: `${memoryMb}MB`,
    threads: String(availableParallelism()),
  })
  const connection = await instance.connect()
  for (const statement of lock) await connection.run(statement)
  const engine: Engine = {
    async ping() {
      await connection.run('select 1')
    },
    tables: () => readTables(connection),
    run: (text) => run(connection, text),
  }
  return engine
})

/** Runs all statements; the last one's rows are the result, streamed. */
async function run(connection: DuckDBConnection, text: string): Promise<EngineRun> {
  const statements = splitStatements(text, duckdbDialect)
  const last = statements.at(-1)
  if (last === undefined) throw new EngineError('Query is empty', null)
  const placed = async <T>(
    statement: { text: string; start: number },
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const message = (error as Error).message
      throw new EngineError(message, findErrorPosition(text, statement, message))
    }
  }
  for (const statement of statements.slice(0, -1))
    await placed(statement, () => connection.run(statement.text))
  const result = await placed(last, () => connection.stream(last.text))
  const { ResultReturnType } = await import('@duckdb/node-api')
  if (result.returnType !== ResultReturnType.QUERY_RESULT) return { columns: null, batches: [] }
  const types = result.columnTypes().map((type) => type.toString())
  const columns = result.columnNames().map((name, index) => ({ name, type: columnType(types[index] ?? '') }))
  return { columns, batches: readBatches(result, types.map(cellEncoder)) }
}

async function* readBatches(
  result: DuckDBResult,
  encoders: readonly ((cell: unknown) => string)[],
): AsyncIterable<EngineCell[][]> {
  for await (const rows of result.yieldRowsJson()) {
    yield rows.map((row) =>
      row.map((cell, index) => (cell === null ? null : (encoders[index]?.(cell) ?? null))),
    )
  }
}

/** Tables of the attached database and of `main`; those in other schemas carry the schema's name. */
async function readTables(connection: DuckDBConnection) {
  const result = await connection.runAndReadAll(
    `select case when table_schema = 'main' then table_name else table_schema || '.' || table_name end as table_name,
            column_name, data_type
     from information_schema.columns
     where table_schema not in ('information_schema', 'pg_catalog')
     order by 1, 2`,
  )
  const tables = new Map<string, { name: string; columns: { name: string; type: string }[] }>()
  for (const [tableName, columnName, type] of result.getRowsJson() as string[][]) {
    if (tableName === undefined || columnName === undefined || type === undefined) continue
    const table = tables.get(tableName) ?? { name: tableName, columns: [] }
    table.columns.push({ name: columnName, type })
    tables.set(tableName, table)
  }
  return [...tables.values()]
}
