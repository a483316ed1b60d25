import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { uniqueColumnNames } from '#shared/results/column-names.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import { rowPrefixes } from '#shared/results/row-scanner.ts'
import type { Sink } from '../../connector.ts'
import type { RunRoom } from './run-room.ts'

const compress = promisify(zstdCompress)
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const frameLength = 500_000

/** Rows on the disk as results are stored: frames that the engine reads, maybe more than once. */
export interface FrameSpool {
  sink: Sink
  /** after the last row */
  finish(): Promise<{ columns: { name: string; type: ColumnType | null }[]; row_count: number }>
  /** when no more rows come, whatever the reason */
  close(): Promise<void>
  frames(): AsyncGenerator<Uint8Array>
}

export function frameSpool(path: string, room: RunRoom, what: string): FrameSpool {
  let columns: { name: string; type: ColumnType | null }[] = []
  let prefixes: string[] = []
  let count = 0
  let text = ''
  const lengths: number[] = []
  const writing = open(path, 'w')
  // it is awaited by the first row, or at the end
  writing.catch(() => {})
  const cut = async () => {
    const frame = await compress(text, level)
    text = ''
    room.take(frame.length, what)
    lengths.push(frame.length)
    await (await writing).write(frame)
  }
  return {
    sink: {
      columns(given) {
        const names = uniqueColumnNames(given.map(({ name }) => name))
        columns = given.map(({ type }, at) => ({ name: names[at] ?? '', type }))
        prefixes = [...rowPrefixes(names)]
      },
      async rows(batch) {
        for (const cells of batch) {
          let row = count++ === 0 ? '' : ','
          for (let at = 0; at < prefixes.length; at++) row += `${prefixes[at]}${cells[at] ?? 'null'}`
          text += `${row}}`
          if (text.length > frameLength) await cut()
        }
        return true
      },
      log() {},
      metadata() {},
    },
    async finish() {
      if (text !== '') await cut()
      return { columns, row_count: count }
    },
    async close() {
      const file = await writing.catch(() => null)
      await file?.close()
    },
    async *frames() {
      const file = await open(path, 'r')
      try {
        for (const length of lengths) {
          const frame = Buffer.alloc(length)
          await file.read(frame, 0, length)
          yield frame
        }
      } finally {
        await file.close()
      }
    },
  }
}

/** A file as such frames. */
export async function* framesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const bytes of createReadStream(path, { highWaterMark: 1_000_000 }))
    yield await compress(bytes as Buffer, level)
}
