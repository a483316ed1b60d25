import { QueryFailed } from './connector-errors.ts'
import type { EngineCell } from './engine-protocol.ts'
import { maxRowLength, rowTooLarge } from './result-limits.ts'

const batchRows = 1000
/** UTF-16 units */
const batchLength = 500_000
/** Size counted for each cell in addition to its text, because rows with many empty cells cost time too. */
const cellLength = 8

export interface RowBatch {
  /** a full batch, to be sent now; null: there is room for more. Throws QueryFailed for a row that no result can hold */
  add(row: EngineCell[]): EngineCell[][] | null
  /** what is left */
  rest(): EngineCell[][]
}

/** Rows that go to the worker in one message: bounded by what they weigh, not by their number alone. */
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
