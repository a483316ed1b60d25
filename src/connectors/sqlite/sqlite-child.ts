import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { ColumnType } from '#shared/results/results-api.ts'
import { type BoundValue, type SentStatement, sentStatement, valuesWithin } from '#shared/sql/bound-value.ts'
import { type Statement, splitStatements } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { encodeValue } from '../encode-cell.ts'
import { type Engine, EngineError, type EngineRun, serveEngine } from '../engine-child.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { rowBatch } from '../row-batch.ts'
import { sqliteBinding, sqliteDialect } from './sqlite-dialect.ts'

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
    run: (text, values) => run(database, text, values),
  }
  return engine
})

/** Runs all statements; the last one's rows are the result. */
function run(database: DatabaseSync, text: string, values: readonly BoundValue[]): EngineRun {
  const statements = splitStatements(text, sqliteDialect)
  const last = statements.at(-1)
  if (last === undefined) throw new EngineError('Query is empty', null)
  for (const statement of statements.slice(0, -1)) {
    const { prepared, bound } = prepare(database, text, statement, values)
    prepared.all(...bound)
  }
  const { prepared, bound } = prepare(database, text, last, values)
  const columns = prepared.columns()
  if (columns.length === 0) {
    prepared.all(...bound)
    return { columns: null, batches: [] }
  }
  return {
    columns: columns.map((column) => ({ name: column.name, type: columnType(column.type) })),
    batches: readBatches(prepared, bound),
  }
}

interface Prepared {
  prepared: StatementSync
  bound: SQLInputValue[]
}

/** Uses placeholders where SQLite accepts them, else the literals of the text. */
function prepare(
  database: DatabaseSync,
  text: string,
  statement: Statement,
  values: readonly BoundValue[],
): Prepared {
  const sent = sentStatement(statement.text, valuesWithin(values, statement), sqliteBinding)
  const prepared = sent === null ? null : prepareSent(database, sent)
  if (prepared !== null) return prepared
  try {
    return { prepared: readable(database.prepare(statement.text)), bound: [] }
  } catch (error) {
    const message = (error as Error).message
    throw new EngineError(message, findPosition(text, statement.text, statement.start, message))
  }
}

function prepareSent(database: DatabaseSync, sent: SentStatement): Prepared | null {
  try {
    const prepared = readable(database.prepare(sent.text))
    return {
      prepared,
      bound: sent.values.map(({ value, type }) => (type === 'text' ? value : BigInt(value))),
    }
  } catch {
    // compiling has no effect, so the text with literals can report the error
    return null
  }
}

function readable(prepared: StatementSync): StatementSync {
  prepared.setReturnArrays(true)
  prepared.setReadBigInts(true)
  return prepared
}

/** SQLite names the wrong word; if it occurs once in the statement, its position is known. */
function findPosition(text: string, statement: string, start: number, message: string) {
  const word =
    /^near "(.+)": syntax error/.exec(message)?.[1] ??
    /^no such (?:column|table|function): (?:\w+\.)?(\w+)/.exec(message)?.[1]
  if (word === undefined) return null
  const offset = statement.indexOf(word)
  if (offset === -1 || statement.indexOf(word, offset + 1) !== -1) return null
  return positionAt(text, start + offset)
}

function* readBatches(prepared: StatementSync, bound: readonly SQLInputValue[]): Iterable<EngineCell[][]> {
  const batch = rowBatch()
  for (const row of prepared.iterate(...bound) as Iterable<unknown>) {
    const full = batch.add((row as unknown[]).map((cell) => (cell === null ? null : encodeValue(cell))))
    if (full !== null) yield full
  }
  const rest = batch.rest()
  if (rest.length > 0) yield rest
}

/** SQLite columns may contain any type. Only declared numbers are trusted; other columns are typed by their values. */
function columnType(declared: string | null): ColumnType | null {
  const type = declared?.toUpperCase() ?? ''
  if (/INT/.test(type)) return 'integer'
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(type)) return 'float'
  return null
}

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
