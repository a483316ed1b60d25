import { QueryFailed } from './connector-errors.ts'
import type { EngineCell } from './engine-protocol.ts'
import { maxRowLength, rowTooLarge } from './result-limits.ts'

const batchRows = 1000
/** UTF-16 units */
const batchLength = 500_000
/** Size counted for each cell in addition to its text, because rows with many empty cells cost time too. */
const cellLength = 8

export interface RowBatch {
  /**
   * returns a full batch to send now, or null if there is room for more. Throws QueryFailed for a row that is too large
   * for a result
   */
  add(row: EngineCell[]): EngineCell[][] | null
  /** the last, partial batch */
  rest(): EngineCell[][]
}

/** Collects rows that go to the worker in one message: limited by size, not only by number. */
export function rowBatch(): RowBatch {
  let rows: EngineCell[][] = []
  let length = 0
  const take = () => {
    const taken = rows
    rows = []
    length = 0
    return taken
  }
  return {
    add(row) {
      let size = row.length * cellLength
      for (const cell of row) if (cell !== null) size += cell.length
      if (size > maxRowLength) throw new QueryFailed(rowTooLarge)
      rows.push(row)
      length += size
      return rows.length >= batchRows || length >= batchLength ? take() : null
    },
    rest: take,
  }
}
