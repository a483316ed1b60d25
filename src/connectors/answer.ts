import type { Sink } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'

/** Max size of the answer to one of our own queries; a rogue server could fill the memory. */
export interface AnswerLimit {
  /** UTF-16 units of all cells, plus `cellLength` per cell */
  length: number
  rows: number
  message: string
}

export const shortAnswer: AnswerLimit = {
  length: 64_000,
  rows: 1000,
  message: 'The server answered a short question of Sextant with more than 64 kB.',
}
export const listOfTables: AnswerLimit = {
  length: 64_000_000,
  rows: 1_000_000,
  message: 'The list of tables and columns is larger than 64 MB, or has more than a million rows.',
}

const cellLength = 8

export interface Answer {
  sink: Sink
  rows: (readonly unknown[])[]
}

/** Gathers the answer to one of our own queries. Its sink throws QueryFailed at the limit. */
export function gatherAnswer(limit: AnswerLimit): Answer {
  const rows: (readonly unknown[])[] = []
  let length = 0
  const sink: Sink = {
    columns() {},
    async rows(batch) {
      for (const row of batch) {
        length += lengthOf(row)
        rows.push(row)
        if (length <= limit.length && rows.length <= limit.rows) continue
        rows.length = 0
        throw new QueryFailed(limit.message)
      }
      return true
    },
    log() {},
    metadata() {},
  }
  return { sink, rows }
}

function lengthOf(row: readonly unknown[]): number {
  let length = row.length * cellLength
  for (const cell of row) {
    if (typeof cell === 'string' || cell instanceof Uint8Array) length += cell.length
  }
  return length
}
