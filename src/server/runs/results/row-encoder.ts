import type { SinkColumn } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { maxRowLength, rowTooLarge } from '#connectors/result-limits.ts'

/**
 * JSON text of a row as stored and served: every column in order, no white space between the tokens. row-scanner.ts
 * depends on it.
 */
export type EncodeRow = (cells: readonly unknown[]) => string

/** `names` are the column names after renaming duplicates. The encoder throws QueryFailed for a row that is too large. */
export function rowEncoder(columns: readonly SinkColumn[], names: readonly string[]): EncodeRow {
  const prefixes = rowPrefixes(names)
  const encoders = columns.map((column) => column.encode)
  const width = columns.length
  if (width === 0) return () => '{}'
  return (cells) => {
    let text = ''
    for (let i = 0; i < width; i++) {
      const cell = cells[i]
      text += prefixes[i]
      text += cell === null || cell === undefined ? 'null' : (encoders[i] as (cell: unknown) => string)(cell)
      if (text.length > maxRowLength) throw new QueryFailed(rowTooLarge)
    }
    return `${text}}`
  }
}

/** The text before the value of each column: `{"a":`, `,"b":` … */
export function rowPrefixes(names: readonly string[]): string[] {
  return names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
}
