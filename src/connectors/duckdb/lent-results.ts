import { zstdCompressSync } from 'node:zlib'
import type { ColumnType } from '#shared/results/results-api.ts'
import { rowPrefixes } from '#shared/results/row-scanner.ts'
import type { LentResult, QueryLender, WantedQuery } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'

/** Results for tests, without a server: stored as Sextant stores them. Cells are JSON texts. */
export interface GivenResult {
  columns: readonly (readonly [name: string, type: ColumnType | null])[]
  rows: Iterable<readonly string[]>
  truncated?: boolean
}

export interface RecordedLender extends QueryLender {
  asked: WantedQuery[]
  /** frames that were read */
  readonly framesRead: number
}

/** `results`: by the number of the query. */
export function lenderOf(results: Readonly<Record<number, GivenResult>>): RecordedLender {
  const asked: WantedQuery[] = []
  let framesRead = 0
  return {
    asked,
    get framesRead() {
      return framesRead
    },
    async lend(wanted) {
      asked.push(...wanted)
      return wanted.map(({ id }) => {
        const result = results[id]
        if (result === undefined) throw new QueryFailed(`Query id ${id} not found.`)
        return lentResult(result, () => framesRead++)
      })
    },
  }
}

/** Rows of a chunk: few, so that even small results have several. */
const chunkRows = 1000

function lentResult({ columns, rows, truncated = false }: GivenResult, onFrame: () => void): LentResult {
  const prefixes = rowPrefixes(columns.map(([name]) => name))
  const frames: Buffer[] = []
  let count = 0
  let text = ''
  const cut = () => {
    frames.push(zstdCompressSync(text))
    text = ''
  }
  for (const row of rows) {
    const own = `${prefixes.map((prefix, index) => prefix + (row[index] ?? 'null')).join('')}}`
    text += count === 0 ? own : `,${own}`
    if (++count % chunkRows === 0) cut()
  }
  if (text !== '') cut()
  return {
    columns: columns.map(([name, type]) => ({ name, type })),
    row_count: count,
    truncated,
    async *frames() {
      for (const frame of frames) {
        onFrame()
        yield frame
      }
    },
  }
}
