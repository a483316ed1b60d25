import type { EngineCell } from './engine-protocol.ts'
import type { RowBatch } from './row-batch.ts'

export interface PackedRows {
  /** `texts[i]`, which is JSON, belongs to `columns[i]`; nulls are skipped */
  add(columns: readonly number[], texts: readonly EngineCell[]): void
  bytes(): number
  /** `order`: the position of each column. Releases what it has read. */
  read(order: Int32Array, batch: RowBatch): Generator<EngineCell[][]>
}

const blockBytes = 1_000_000
/** max bytes of a number: a column's index or the length of a text */
const numberBytes = 5

/**
 * Rows as bytes: the number of cells, then the column and JSON text of each. Missing cells take no space, and the
 * garbage collector has no object per row to trace.
 */
export function packedRows(): PackedRows {
  const blocks: { bytes: Buffer; used: number }[] = []
  let block = Buffer.alloc(0)
  let used = 0
  /** bytes in the blocks before */
  let full = 0

  const makeRoom = (bytes: number) => {
    if (used + bytes <= block.length) return
    if (used > 0) blocks.push({ bytes: block, used })
    full += used
    block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes))
    used = 0
  }
  const writeNumber = (value: number) => {
    let left = value
    while (left >= 0x80) {
      block[used++] = (left & 0x7f) | 0x80
      left >>>= 7
    }
    block[used++] = left
  }
  return {
    add(columns, texts) {
      let cells = 0
      let bytes = numberBytes
      for (const text of texts) {
        if (text === null) continue
        cells++
        bytes += 2 * numberBytes + Buffer.byteLength(text)
      }
      makeRoom(bytes)
      writeNumber(cells)
      for (let at = 0; at < texts.length; at++) {
        const text = texts[at] as EngineCell
        if (text === null) continue
        writeNumber(columns[at] as number)
        writeNumber(Buffer.byteLength(text))
        used += block.write(text, used, 'utf8')
      }
    },
    bytes: () => full + used,
    *read(order, batch) {
      blocks.push({ bytes: block, used })
      for (let next = blocks.shift(); next !== undefined; next = blocks.shift()) {
        const reader = blockReader(next.bytes)
        while (reader.at() < next.used) {
          const row = new Array<EngineCell>(order.length).fill(null)
          for (let left = reader.number(); left > 0; left--) {
            const column = reader.number()
            row[order[column] as number] = reader.text(reader.number())
          }
          const rows = batch.add(row)
          if (rows !== null) yield rows
        }
      }
      const rest = batch.rest()
      if (rest.length > 0) yield rest
    },
  }
}

function blockReader(block: Buffer) {
  let at = 0
  return {
    at: () => at,
    number(): number {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = block[at++] as number
        value |= (byte & 0x7f) << shift
        if (byte < 0x80) return value
      }
    },
    text(length: number): string {
      at += length
      return block.toString('utf8', at - length, at)
    },
  }
}
