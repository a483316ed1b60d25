import { encodeValue } from '../encode-cell.ts'
import type { EngineCell } from '../engine-protocol.ts'
import type { RowBatch } from '../row-batch.ts'

const blockBytes = 1_000_000
/** max bytes of a number: a column's index or the length of a text */
const numberBytes = 5

/**
 * Rows as bytes: the number of cells, then the column and JSON text of each. Missing cells take no space, and the
 * garbage collector has no object per row to trace.
 */
export function packedRows() {
  const blocks: { bytes: Buffer; used: number }[] = []
  let block = Buffer.alloc(0)
  let used = 0

  const makeRoom = (bytes: number) => {
    if (used + bytes <= block.length) return
    if (used > 0) blocks.push({ bytes: block, used })
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
    /** `values[i]` belongs to `columns[i]`; nulls are skipped. */
    add(columns: readonly number[], values: readonly unknown[]) {
      const texts: string[] = []
      const places: number[] = []
      let bytes = numberBytes
      for (let at = 0; at < values.length; at++) {
        const value = values[at]
        if (value === null) continue
        const text = encodeValue(value)
        texts.push(text)
        places.push(columns[at] as number)
        bytes += 2 * numberBytes + Buffer.byteLength(text)
      }
      makeRoom(bytes)
      writeNumber(texts.length)
      for (let at = 0; at < texts.length; at++) {
        const text = texts[at] as string
        writeNumber(places[at] as number)
        writeNumber(Buffer.byteLength(text))
        used += block.write(text, used, 'utf8')
      }
    },
    /** `order`: the position of each column. Releases what it has read. */
    *read(order: Int32Array, batch: RowBatch): Generator<EngineCell[][]> {
      blocks.push({ bytes: block, used })
      for (let next = blocks.shift(); next !== undefined; next = blocks.shift()) {
        const reader = blockReader(next.bytes)
        while (reader.at() < next.used) {
          const row = new Array<EngineCell>(order.length).fill(null)
          for (let left = reader.number(); left > 0; left--) {
            const column = reader.number()
            row[order[column] as number] = reader.text(reader.number())
          }
          const full = batch.add(row)
          if (full !== null) yield full
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
