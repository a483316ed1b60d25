import { type ColumnFacts, createFactsCounter } from '#shared/results/column-facts.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { type CellKind, cellKind, rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import { storedValue } from './cell-value.ts'

export interface FactsTask {
  columns: readonly ResultColumn[]
  /** place of the column whose facts are wanted */
  column: number
  /** how its values are read */
  type: string | null
}

export interface FactsReading {
  /** reads the text of the next chunk. Throws TooLargeToOrder. */
  read(chunk: Buffer): void
  finish(): ColumnFacts
}

/** Reads the chunks of a result one by one and returns what one of its columns holds. */
export function factsReading({ columns, column: wanted, type }: FactsTask): FactsReading {
  const prefixes = rowPrefixes(columns.map(({ name }) => name))
  const counter = createFactsCounter(type)
  return {
    read(chunk) {
      let kind: CellKind = cellKind.null
      let start = 0
      let end = 0
      scanRows(chunk, prefixes, {
        cell(column, found, from, to) {
          if (column !== wanted) return
          kind = found
          start = from
          end = to
        },
        endRow() {
          counter.add(storedValue(chunk, kind, start, end))
        },
      })
    },
    finish: () => counter.facts(),
  }
}
