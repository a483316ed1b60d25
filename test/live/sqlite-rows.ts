import type { DatabaseSync } from 'node:sqlite'

export type Cell = string | number | bigint | null | Uint8Array

export interface SqliteRows {
  names: string[]
  /** declared in the table; '': of an expression */
  declared: string[]
  /** read while they are asked for */
  rows: Iterator<Cell[]>
}

/** The rows of one statement, for doubles of servers that speak SQL; integers are read with all their digits. */
export function sqliteRows(
  database: DatabaseSync,
  sql: string,
  values: readonly (string | number | null)[] = [],
): SqliteRows {
  const prepared = database.prepare(sql)
  prepared.setReadBigInts(true)
  prepared.setReturnArrays(true)
  const columns = prepared.columns()
  return {
    names: columns.map(({ name }) => name),
    declared: columns.map(({ type }) => type ?? ''),
    rows: prepared.iterate(...values) as unknown as Iterator<Cell[]>,
  }
}

/** So many rows, or fewer if there are no more. */
export function takeRows(rows: Iterator<Cell[]>, count: number): Cell[][] {
  const taken: Cell[][] = []
  while (taken.length < count) {
    const { value, done } = rows.next()
    if (done === true) break
    taken.push(value)
  }
  return taken
}

/** JSON with integers of any size. */
export function cellJson(cell: unknown): string {
  if (typeof cell === 'bigint') return cell.toString()
  if (cell instanceof Uint8Array) return JSON.stringify(Buffer.from(cell).toString('base64'))
  return JSON.stringify(cell)
}
