import { QueryFailed } from './connector-errors.ts'

/**
 * Columns of a result. Wider than what databases give (PostgreSQL 1,664, SQLite 2,000, MySQL and SQL Server 4,096), so
 * it ends no table of theirs; documents and pivots have no bound of their own, and the work of every reader is rows
 * times columns.
 */
export const maxColumns = 5000
/** of all names together: they stand in every row */
const maxNameLength = 1_000_000
/** A row is held whole by every reader; UTF-16 units of its JSON text */
export const maxRowLength = 16_000_000
/**
 * Bytes of a row as a server sends it: UTF-8 takes up to three for a UTF-16 unit, so nothing that fits is refused, and
 * what does not fit is not gathered in memory first.
 */
export const maxRowBytes = 64_000_000

/** Says `count` where it is known how many there are. Throws QueryFailed. */
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
