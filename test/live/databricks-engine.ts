import type { DatabaseSync } from 'node:sqlite'
import { databricksDialect } from '#connectors/hive/databricks-dialect.ts'
import { splitStatements } from '#shared/sql/split-statements.ts'
import { doubleDatabase, lazyRows, placeOf } from './lazy-rows.ts'

/** A statement of the double, which has ended when it is begun; only its state says so later. */
export interface Statement {
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED'
  error: { error_code: string; message: string } | null
  columns: object[]
  chunks: (string | null)[][][]
  isInline: boolean
  isLate: boolean
  hangs: boolean
}

export const rowsOfChunk = 30_000
const maxInline = 26_214_400

export function catalogDatabase(): DatabaseSync {
  const database = doubleDatabase()
  database.exec(`attach ':memory:' as information_schema;
    create table information_schema.columns (table_schema, table_name, column_name, full_data_type, comment, ordinal_position);
    insert into information_schema.columns values ('shop', 'orders', 'price', 'decimal(10,2)', 'with tax', 2),
      ('shop', 'orders', 'id', 'bigint', null, 1), ('other', 't', 'x', 'int', null, 1)`)
  return database
}

/** What the catalogue of the double answers; other texts are those of SQLite. */
const catalog: Readonly<Record<string, [names: string[], rows: string[][]]>> = {
  'SHOW DATABASES': [['databaseName'], [['shop'], ['default']]],
  'SHOW TABLES IN `shop`': [
    ['database', 'tableName', 'isTemporary'],
    [
      ['shop', 'orders', 'false'],
      ['shop', 'b`c', 'false'],
      ['', 'of_a_session', 'true'],
    ],
  ],
  'SHOW TABLES IN `old`': [['database', 'tableName', 'isTemporary'], [['old', 'orders', 'false']]],
  'DESCRIBE TABLE `shop`.`orders`': orders(),
  'DESCRIBE TABLE `old`.`orders`': orders(),
}

function orders(): [string[], string[][]] {
  return [
    ['col_name', 'data_type', 'comment'],
    [
      ['id', 'bigint', ''],
      ['price', 'decimal(10,2)', 'with tax'],
      ['# Partition Information', '', ''],
      ['# col_name', 'data_type', 'comment'],
      ['id', 'bigint', ''],
    ],
  ]
}

export function execute(database: DatabaseSync, sql: string, isInline: boolean): Statement {
  const statement: Statement = {
    ...{ state: 'PENDING', error: null, columns: [], chunks: [], isInline },
    ...{ isLate: sql.includes('/* late */'), hangs: sql.includes('/* hangs */') },
  }
  if (statement.hangs) return statement
  const fail = (message: string): Statement => ({
    ...statement,
    error: { error_code: 'BAD_REQUEST', message },
  })
  try {
    if (splitStatements(sql, databricksDialect).length !== 1) throw new Error('near ";": syntax error')
    const known = catalog[sql]
    if (known !== undefined) {
      const [names, rows] = known
      return { ...statement, columns: names.map((name, at) => columnOf(name, 'STRING', at)), chunks: [rows] }
    }
    if (/^\s*(?:--.*\n)?use\b/i.test(sql)) return statement
    if (sql.includes("table_schema = 'old'"))
      return fail('[TABLE_OR_VIEW_NOT_FOUND] information_schema.columns')
    const plain = plainSql(sql)
    if (/^\s*create\b/i.test(plain)) {
      database.exec(plain)
      return statement
    }
    const found = lazyRows(database, plain)
    const chunks: (string | null)[][][] = []
    for (;;) {
      const rows = found.next(rowsOfChunk)
      if (rows.length > 0) chunks.push(rows.map((row) => row.map(textOf)))
      if (rows.length < rowsOfChunk) break
    }
    const columns = found.names.map((name, at) => columnOf(name, typeOf(found.types[at] ?? null), at))
    const length = isInline ? JSON.stringify(chunks).length : 0
    if (length > maxInline)
      return fail(
        'Inline byte limit exceeded. Statements executed with disposition=INLINE can have a result size of at most 26214400 bytes.',
      )
    return { ...statement, columns, chunks }
  } catch (error) {
    const { message } = error as Error
    const place = placeOf(sql, message)
    return fail(
      place === null
        ? message
        : `[PARSE_SYNTAX_ERROR] ${message}. SQLSTATE: 42601 (line ${place.line}, pos ${place.column - 1})`,
    )
  }
}

function columnOf(name: string, type: string, position: number) {
  const word = /^\w+/.exec(type)?.[0] ?? ''
  const names: Readonly<Record<string, string>> = {
    BIGINT: 'LONG',
    TINYINT: 'BYTE',
    SMALLINT: 'SHORT',
    VOID: 'NULL',
  }
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []
  return {
    ...{ name, position, type_text: type, type_name: names[word] ?? word },
    ...(scale === undefined ? {} : { type_precision: Number(precision), type_scale: Number(scale) }),
  }
}

/** Texts of SQLite have no escapes. */
function plainSql(sql: string): string {
  return sql.replace(/'(?:[^'\\]|\\.|'')*'/gs, (literal) =>
    literal.replace(/\\(.)/gs, (_, sign: string) => (sign === "'" ? "''" : sign)),
  )
}

function typeOf(type: string | null): string {
  const known: Readonly<Record<string, string>> = {
    ...{ integer: 'BIGINT', float: 'DOUBLE', string: 'STRING', bytes: 'BINARY' },
  }
  return type === null ? 'VOID' : (known[type] ?? type)
}

function textOf(value: unknown): string | null {
  if (value === null) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
}
