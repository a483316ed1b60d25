import { type BoundValue, replaceValues } from '#shared/parameters/bound-value.ts'
import { writeLiteral } from '#shared/parameters/sql-literals.ts'
import { QueryFailed } from '../connector-errors.ts'

/** How the server reads literals at this moment. */
export interface ServerMode {
  /** false with sql_mode NO_BACKSLASH_ESCAPES */
  backslash: boolean
}

/** In these the second byte of a character may be a backslash. */
const trickyCharsets = new Set(['big5', 'cp932', 'gb18030', 'gbk', 'sjis'])

/**
 * Throws QueryFailed when the server takes our bytes for another character set, in which a value could swallow the
 * backslash after it: `SET NAMES gbk` in the text, or in the server's init_connect.
 */
export function readServerMode([mode, charset]: readonly unknown[], driverCharset: string): ServerMode {
  const server = textOf(charset).toLowerCase()
  if (trickyCharsets.has(server) && !driverCharset.toLowerCase().startsWith(server)) {
    throw new QueryFailed(
      `The session was switched to the character set ${server}, in which values cannot be sent safely. Please set the character set in the data source instead.`,
    )
  }
  return { backslash: !textOf(mode).toUpperCase().includes('NO_BACKSLASH_ESCAPES') }
}

function textOf(cell: unknown): string {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell ?? '')
}

/** The statement with each value as the server reads it now, in the quotes that the text has there. */
export function writtenStatement(
  statement: string,
  values: readonly BoundValue[],
  { backslash }: ServerMode,
): { text: string; originalOffset(offset: number): number } {
  return replaceValues(statement, values, ({ value, start }) =>
    writeLiteral(value, { quote: statement[start] === '"' ? '"' : "'", backslash }),
  )
}
