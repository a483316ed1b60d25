import { type BoundValue, replaceValues } from '#shared/sql/bound-value.ts'
import { type SqlToken, scanSql } from '#shared/sql/scan-sql.ts'
import { readLiteral, writeLiteral } from '#shared/sql/sql-literals.ts'
import { QueryFailed } from '../connector-errors.ts'
import { mysqlDialect } from './mysql-dialect.ts'

/** How the server currently parses literals. */
export interface ServerMode {
  /** false with sql_mode NO_BACKSLASH_ESCAPES */
  backslash: boolean
  /** true with sql_mode ANSI_QUOTES */
  ansiQuotes: boolean
  /** true with MariaDB's sql_mode MSSQL: `[…]` is a name */
  brackets: boolean
}

/** The row that `serverModeText` returns. */
export type ModeRow = readonly unknown[]

/** As bytes, because the answer may use a character set that the driver does not support. */
export const serverModeText = `select ${[
  ...['sql_mode', 'character_set_client', 'character_set_connection', 'character_set_results'],
]
  .map((name) => `cast(@@session.${name} as binary)`)
  .join(', ')}`

/** Whether the server reads our UTF-8 as UTF-8 and keeps every character. */
export function readsUtf8([, client, connection]: ModeRow): boolean {
  return textOf(client) === 'utf8mb4' && textOf(connection) === 'utf8mb4'
}

/** Whether the server keeps every character of a result. No character set: it sends that of the column. */
export function sendsUtf8([, , , results]: ModeRow): boolean {
  return results === null || textOf(results) === 'utf8mb4'
}

/** Names of modes with commas between: it needs no escapes. */
export function sqlModeOf([mode]: ModeRow): string {
  return textOf(mode).replaceAll(/[^\w,]/g, '')
}

export function readServerMode([mode]: ModeRow): ServerMode {
  const modes = textOf(mode).toUpperCase()
  return {
    backslash: !modes.includes('NO_BACKSLASH_ESCAPES'),
    ansiQuotes: modes.includes('ANSI_QUOTES'),
    brackets: modes.includes('MSSQL'),
  }
}

function textOf(cell: unknown): string {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell ?? '')
}

/**
 * Writes each value into the statement as the server parses it now. Always in single quotes: with ANSI_QUOTES `"…"` is
 * a name. Throws QueryFailed when the server would parse backslashes or brackets differently, and so see the values
 * elsewhere.
 */
export function writtenStatement(
  statement: string,
  values: readonly BoundValue[],
  mode: ServerMode,
): { text: string; originalOffset(offset: number): number } {
  if (values.length > 0 && !readsTheSame(statement, mode)) {
    throw new QueryFailed(
      'The server reads quotes, brackets or backslashes of this query in an unusual way (sql_mode), so its values cannot be sent safely.',
    )
  }
  const quoting = { quote: "'", backslash: mode.backslash }
  return replaceValues(statement, values, ({ value }) => writeLiteral(value, quoting))
}

/** Whether `"…"` also ends here when a backslash in it escapes nothing, as in a name. */
function endsAsName(statement: string, { start, end }: SqlToken): boolean {
  return readLiteral(statement.slice(start, end), { quote: '"', backslash: false }) !== null
}

/** Whether the server splits the statement into the same tokens as the scanner that classified its values. */
function readsTheSame(statement: string, { backslash, ansiQuotes, brackets }: ServerMode): boolean {
  if (brackets && statement.includes('[')) return false
  const tokens = scanSql(statement, mysqlDialect)
  const isName = ({ start }: SqlToken) => statement[start] === '"'
  if (ansiQuotes && tokens.some((token) => isName(token) && !endsAsName(statement, token))) return false
  if (backslash) return true
  const others = scanSql(statement, { ...mysqlDialect, backslashEscapes: false })
  return (
    tokens.length === others.length &&
    tokens.every((token, index) => token.end === others[index]?.end && token.kind === others[index]?.kind)
  )
}
