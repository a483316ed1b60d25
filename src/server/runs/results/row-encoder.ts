import type { CellEncoder, SinkColumn } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { maxRowLength, rowTooLarge } from '#connectors/result-limits.ts'
import { rowPrefixes } from '#shared/results/row-scanner.ts'

/**
 * JSON text of a row as stored and served: every column in order, no white space between the tokens. src/shared/results/row-scanner.ts
 * depends on it.
 */
export interface EncodeRow {
  (cells: readonly unknown[]): string
  /** whether its cells are so long that encoding them at once would keep others waiting */
  isLong(cells: readonly unknown[]): boolean
  /** the same in steps; other work gets its turn in `pause` */
  inSteps(cells: readonly unknown[], pause: () => Promise<unknown>): Promise<string>
}

/** UTF-16 units of cells that take more work than a plain text */
const maxLength = 500_000

/** `names` are the column names after renaming duplicates. The encoder throws QueryFailed for a row that is too large. */
export function rowEncoder(columns: readonly SinkColumn[], names: readonly string[]): EncodeRow {
  const prefixes = rowPrefixes(names)
  const encoders = columns.map((column) => column.encode)
  const width = columns.length
  const slow = encoders.flatMap(({ inSteps }, index) => (inSteps === undefined ? [] : [index]))
  const encode = (cells: readonly unknown[]) => {
    if (width === 0) return '{}'
    let text = ''
    for (let i = 0; i < width; i++) {
      const cell = cells[i]
      text += prefixes[i]
      text += cell === null || cell === undefined ? 'null' : (encoders[i] as (cell: unknown) => string)(cell)
      if (text.length > maxRowLength) throw new QueryFailed(rowTooLarge)
    }
    return `${text}}`
  }
  return Object.assign(encode, {
    isLong(cells: readonly unknown[]) {
      let length = 0
      for (const index of slow) length += lengthOf(cells[index])
      return length > maxLength
    },
    async inSteps(cells: readonly unknown[], pause: () => Promise<unknown>) {
      let text = ''
      let length = 0
      for (let i = 0; i < width; i++) {
        const cell = cells[i]
        const { inSteps } = encoders[i] as CellEncoder
        text += prefixes[i]
        if (cell === null || cell === undefined) text += 'null'
        else if (inSteps !== undefined) text += await encodeLong(inSteps(cell), pause)
        else text += (encoders[i] as CellEncoder)(cell)
        if (text.length > maxRowLength) throw new QueryFailed(rowTooLarge)
        length += lengthOf(cell)
        if (length <= maxLength) continue
        length = 0
        await pause()
      }
      return `${text}}`
    },
  })
}

function lengthOf(cell: unknown): number {
  return typeof cell === 'string' ? cell.length : 0
}

async function encodeLong(steps: Generator<void, string>, pause: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}
