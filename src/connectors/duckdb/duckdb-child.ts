import { availableParallelism } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type Engine, serveEngine } from '../engine-child.ts'
import { noOutside, sameZone } from './duckdb-confinement.ts'
import { runTexts } from './duckdb-run.ts'

/** Any query may read and write the spill folder, so there is none; must be set first. */
const nothingSpilled = { temp_directory: '' }
const lock = ["set max_temp_directory_size = '0GB'", ...sameZone, 'set lock_configuration = true']

serveEngine(async (path, memoryMb) => {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, {
    ...nothingSpilled,
    ...noOutside,
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
    run: (text, values) => runTexts(connection, text, values),
  }
  return engine
})

/** How the schema browser names a table: in other schemas than `main`, the schema stands before it. */
const tableName = (schema: string, table: string) =>
  `case when ${schema} = 'main' then ${table} else ${schema} || '.' || ${table} end`

/** Tables of the attached database and of `main`; names in other schemas include the schema. */
async function readTables(connection: DuckDBConnection): Promise<SchemaTable[]> {
  const result = await connection.runAndReadAll(
    `select ${tableName('table_schema', 'table_name')} as table_name, column_name, data_type
     from information_schema.columns
     where table_schema not in ('information_schema', 'pg_catalog')
     order by 1, ordinal_position`,
  )
  const tables = new Map<string, SchemaTable>()
  for (const [tableName, columnName, type] of result.getRowsJson() as string[][]) {
    if (tableName === undefined || columnName === undefined || type === undefined) continue
    const table = tables.get(tableName) ?? { name: tableName, columns: [] }
    table.columns.push({ name: columnName, type })
    tables.set(tableName, table)
  }
  await markKeys(connection, tables)
  return [...tables.values()]
}

/** Foreign keys stay within a schema. */
async function markKeys(
  connection: DuckDBConnection,
  tables: ReadonlyMap<string, SchemaTable>,
): Promise<void> {
  const result = await connection.runAndReadAll(
    `select ${tableName('schema_name', 'table_name')}, unnest(constraint_column_names),
            ${tableName('schema_name', 'referenced_table')}, unnest(referenced_column_names), constraint_type
     from duckdb_constraints() where constraint_type in ('PRIMARY KEY', 'FOREIGN KEY')`,
  )
  for (const [table, name, target, targetColumn, type] of result.getRowsJson() as (string | null)[][]) {
    const column = tables.get(table ?? '')?.columns.find((one) => one.name === name)
    if (column === undefined) continue
    if (type === 'PRIMARY KEY') column.is_key = true
    else if (target && targetColumn) column.references = { table: target, column: targetColumn }
  }
}
