import { type BoundValue, replaceValues } from '#shared/parameters/bound-value.ts'
import { writeLiteral } from '#shared/parameters/sql-literals.ts'
import { type SqlToken, scanSql } from '#shared/queries/scan-sql.ts'
import { QueryFailed } from '../connector-errors.ts'
import { mysqlDialect } from './mysql-dialect.ts'

/** How the server reads literals at this moment. */
export interface ServerMode {
  /** false with sql_mode NO_BACKSLASH_ESCAPES */
  backslash: boolean
  /** true with sql_mode ANSI_QUOTES */
  ansiQuotes: boolean
}

/** The answer to `serverModeText`. */
export type ModeRow = readonly unknown[]

/** As bytes, because the answer may come in a character set that the driver does not know. */
export const serverModeText = `select ${['sql_mode', 'character_set_client', 'character_set_connection']
  .map((name) => `cast(@@session.${name} as binary)`)
  .join(', ')}`

/** Whether the server reads what is sent as the UTF-8 it is, and keeps every character of it. */
export function readsUtf8([, client, connection]: ModeRow): boolean {
  return textOf(client) === 'utf8mb4' && textOf(connection) === 'utf8mb4'
}

export function readServerMode([mode]: ModeRow): ServerMode {
  const modes = textOf(mode).toUpperCase()
  return { backslash: !modes.includes('NO_BACKSLASH_ESCAPES'), ansiQuotes: modes.includes('ANSI_QUOTES') }
}

function textOf(cell: unknown): string {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell ?? '')
}

/**
 * The statement with each value as the server reads it now. Always in single quotes: with ANSI_QUOTES `"…"` is a name.
 * Throws QueryFailed when the server reads backslashes of the text otherwise than we do, and so sees the values
 * elsewhere.
 */
export function writtenStatement(
  statement: string,
  values: readonly BoundValue[],
  { backslash, ansiQuotes }: ServerMode,
): { text: string; originalOffset(offset: number): number } {
  if (!readsTheSame(statement, values, { backslash, ansiQuotes })) {
    throw new QueryFailed(
      'The server reads quotes and backslashes of this query otherwise than usual (sql_mode), so its values cannot be sent safely.',
    )
  }
  return replaceValues(statement, values, ({ value }) => writeLiteral(value, { quote: "'", backslash }))
}

function readsTheSame(
  statement: string,
  values: readonly BoundValue[],
  { backslash, ansiQuotes }: ServerMode,
): boolean {
  const tokens = scanSql(statement, mysqlDialect)
  const isName = ({ start }: SqlToken) => statement[start] === '"'
  // a backslash in the quotes of a name escapes nothing
  const hasSlashedName = () =>
    tokens.some((token) => isName(token) && statement.slice(token.start, token.end).includes('\\'))
  if (ansiQuotes && hasSlashedName()) return false
  if (backslash) return true
  const literals = new Map(
    scanSql(statement, { ...mysqlDialect, backslashEscapes: false })
      .filter(({ kind }) => kind === 'quoted')
      .map(({ start, end }) => [start, end]),
  )
  return values.every(({ start, end }) => !/['"]/.test(statement[start] ?? '') || literals.get(start) === end)
}
