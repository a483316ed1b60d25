import { isUtf8 } from 'node:buffer'
import { QueryFailed } from './connector-errors.ts'
import { maxRowLength, rowTooLarge } from './result-limits.ts'

/** UTF-16 units take up to three bytes; beside them room for the elements that are kept together. */
const maxBytes = maxRowLength * 3 + 256_000

export interface KeptBytes<Kind> {
  /** null: nothing is kept */
  kind(): Kind | null
  /** from this place in the chunk on */
  begin(kind: Kind, from: number): void
  /** up to this place in the chunk, and on with the next one. Throws QueryFailed for what no row can hold. */
  until(chunk: Uint8Array, to: number): void
  /** with what of the chunk lies before this place */
  length(at: number): number
  /** Everything up to this place, as text; then nothing is kept. Throws QueryFailed for what is not UTF-8. */
  take(chunk: Uint8Array, to: number): string
}

/** A stretch of a document that comes in chunks: pieces of chunks before, and the place in this chunk from where on. */
export function keptBytes<Kind>(): KeptBytes<Kind> {
  let kept: Kind | null = null
  let pieces: Uint8Array[] = []
  let bytes = 0
  let from = 0
  const until = (chunk: Uint8Array, to: number) => {
    if (kept === null) return
    pieces.push(chunk.subarray(from, to))
    bytes += to - from
    from = 0
    if (bytes > maxBytes) throw new QueryFailed(rowTooLarge)
  }
  return {
    kind: () => kept,
    begin(kind, start) {
      kept = kind
      from = start
      bytes = 0
      pieces = []
    },
    until,
    length: (at) => bytes + at - from,
    take(chunk, to) {
      until(chunk, to)
      const whole = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces)
      kept = null
      pieces = []
      if (!isUtf8(whole)) {
        throw new QueryFailed('The answer is not JSON: it has bytes that are not UTF-8.')
      }
      return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('utf8')
    },
  }
}
