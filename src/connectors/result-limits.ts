import { QueryFailed } from './connector-errors.ts'

/**
 * Max columns of a result. More than databases return (PostgreSQL 1,664, SQLite 2,000, MySQL and SQL Server 4,096); the
 * limit is for documents and pivots, because the work of every reader is rows times columns.
 */
export const maxColumns = 5000
/** total length of all names: every row repeats them */
const maxNameLength = 1_000_000
/** UTF-16 units of a row's JSON text: every reader holds a whole row in memory. */
export const maxRowLength = 16_000_000
/**
 * Bytes of a row as a server sends it. UTF-8 takes up to three per UTF-16 unit, so no valid row is refused, and a
 * larger one is not buffered first.
 */
export const maxRowBytes = 64_000_000

/**
 * Throws QueryFailed if there are too many columns or their names are too long; the message includes `count` if known.
 */
export function requireColumns(names: readonly string[]): void {
  if (names.length > maxColumns) throw new QueryFailed(tooManyColumns(names.length))
  let length = 0
  for (const name of names) length += name.length
  if (length > maxNameLength) {
    throw new QueryFailed(
      `The names of the columns take ${length.toLocaleString('en-US')} characters together; a result can have ${maxNameLength.toLocaleString('en-US')}. Name them shorter, or select fewer.`,
    )
  }
}

export function tooManyColumns(count: number | string): string {
  const found = typeof count === 'number' ? count.toLocaleString('en-US') : count
  return `The result has ${found} columns; the limit is ${maxColumns.toLocaleString('en-US')}. Select fewer of them.`
}

export const rowTooLarge = `A row of the result is larger than ${maxRowLength / 1_000_000} MB. Select less of its columns, or cut long values.`
