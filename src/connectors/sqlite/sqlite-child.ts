import { constants, DatabaseSync } from 'node:sqlite'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type Engine, serveEngine } from '../engine-child.ts'
import { runSqlite } from './sqlite-run.ts'

/**
 * Actions that a statement may take: only reads. SQLite asks for each action while it compiles a statement, so ATTACH,
 * writes, extensions and most pragmas are refused before anything runs.
 */
const sqliteRead = 20
const sqliteSelect = 21
const sqliteFunction = 31
const sqliteRecursive = 33
const sqlitePragma = 19
const allowedSteps = new Set([sqliteRead, sqliteSelect, sqliteFunction, sqliteRecursive])
const allowedPragmas = new Set([
  'quick_check',
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'foreign_key_list',
])

serveEngine((path, memoryMb) => {
  const database = new DatabaseSync(path, { readOnly: true, allowExtension: false, readBigInts: true })
  database.exec(`pragma hard_heap_limit = ${memoryMb * 1024 * 1024}`)
  database.exec('pragma temp_store = memory')
  database.exec('pragma trusted_schema = off')
  database.setAuthorizer((step, first) => {
    if (allowedSteps.has(step)) return constants.SQLITE_OK
    return step === sqlitePragma && allowedPragmas.has(String(first).toLowerCase())
      ? constants.SQLITE_OK
      : constants.SQLITE_DENY
  })
  const engine: Engine = {
    ping() {
      database.prepare('pragma quick_check(1)').all()
    },
    tables: () => readTables(database),
    run: (text, values) => runSqlite(database, text, values),
  }
  return engine
})

function readTables(database: DatabaseSync): SchemaTable[] {
  const rows = database
    .prepare(
      `select t.name as table_name, c.name as column_name, c.type as column_type, c.pk as is_key
       from sqlite_master t join pragma_table_info(t.name) c
       where t.type in ('table', 'view') and t.name not like 'sqlite\\_%' escape '\\'
       order by t.name, c.cid`,
    )
    .all() as { table_name: string; column_name: string; column_type: string; is_key: bigint }[]
  const tables = new Map<string, SchemaTable>()
  for (const row of rows) {
    const table = tables.get(row.table_name) ?? { name: row.table_name, columns: [] }
    table.columns.push({
      name: row.column_name,
      ...(row.column_type === '' ? {} : { type: row.column_type }),
      ...(row.is_key > 0 ? { is_key: true } : {}),
    })
    tables.set(row.table_name, table)
  }
  markReferences(database, tables)
  return [...tables.values()]
}

/** A foreign key that names no columns points to the primary key. */
function markReferences(database: DatabaseSync, tables: ReadonlyMap<string, SchemaTable>): void {
  const keys = database
    .prepare(
      `select t.name as table_name, k."from" as own, k."table" as target, k."to" as target_column
       from sqlite_master t join pragma_foreign_key_list(t.name) k where t.type = 'table'`,
    )
    .all() as { table_name: string; own: string; target: string; target_column: string | null }[]
  for (const { table_name, own, target, target_column } of keys) {
    const column = tables.get(table_name)?.columns.find(({ name }) => name === own)
    const pointed = tables.get(target)
    const name = target_column ?? pointed?.columns.find(({ is_key }) => is_key)?.name
    if (column && pointed && name !== undefined) column.references = { table: target, column: name }
  }
}
