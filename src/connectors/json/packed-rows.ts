import { encodeValue } from '../encode-cell.ts'
import type { EngineCell } from '../engine-protocol.ts'
import type { RowBatch } from '../row-batch.ts'

const blockBytes = 1_000_000
/** a column's number, the length of a text */
const numberBytes = 5

/**
 * Rows as bytes: how many cells, then of each its column and its JSON text. What a row lacks costs nothing, and a row
 * is no object that the garbage collector has to follow.
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
    /** `columns` and `values` go together; nulls are left out. */
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
    /** `order`: the position of each column. What is read is let go of. */
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
