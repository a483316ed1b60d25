import { constants, DatabaseSync } from 'node:sqlite'
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

function readTables(database: DatabaseSync) {
  const rows = database
    .prepare(
      `select t.name as table_name, c.name as column_name, c.type as column_type
       from sqlite_master t join pragma_table_info(t.name) c
       where t.type in ('table', 'view') and t.name not like 'sqlite\\_%' escape '\\'
       order by t.name, c.name`,
    )
    .all() as { table_name: string; column_name: string; column_type: string }[]
  const tables = new Map<string, { name: string; columns: { name: string; type?: string }[] }>()
  for (const row of rows) {
    const table = tables.get(row.table_name) ?? { name: row.table_name, columns: [] }
    table.columns.push({
      name: row.column_name,
      ...(row.column_type === '' ? {} : { type: row.column_type }),
    })
    tables.set(row.table_name, table)
  }
  return [...tables.values()]
}
