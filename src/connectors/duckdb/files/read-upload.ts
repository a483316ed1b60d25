import { zstdCompressSync } from 'node:zlib'
import type { FileFormat, ReadingOptions } from '#shared/data-sources/files-api.ts'
import type { ConnectorHost } from '../../connector.ts'
import { type RecordingOptions, recordingSink } from '../../recording-sink.ts'
import { files } from './files-connector.ts'

export interface GivenFile extends ReadingOptions {
  sink?: RecordingOptions
  memoryMb?: number
  signal?: AbortSignal
  spill?: ConnectorHost['spill']
  partBytes?: number
}

/** For tests, without a server: reads a file that was sent in parts of `partBytes`. */
export async function readUpload(
  format: FileFormat,
  content: string | Uint8Array | Iterable<Uint8Array>,
  given: GivenFile = {},
) {
  const { sink: options = {}, memoryMb = 256, spill, partBytes = 1_000_000, ...rest } = given
  const { signal = AbortSignal.timeout(240_000), ...reading } = rest
  const sink = recordingSink({ refusesLargeRows: true, ...options })
  const pieces =
    typeof content === 'string' || content instanceof Uint8Array ? [Buffer.from(content)] : content
  const host = { engineMemoryMb: memoryMb, ...(spill && { spill }) } as ConnectorHost
  const file = {
    format,
    options: reading,
    async *frames() {
      for (const piece of pieces) {
        for (let at = 0; at < piece.length; at += partBytes)
          yield zstdCompressSync(piece.subarray(at, at + partBytes))
      }
    },
  }
  const session = await files.open({}, host, signal)
  try {
    await session.readFile?.(file, sink, signal)
  } finally {
    await session.close()
  }
  return sink
}
