import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'

/**
 * Enough for the text of nearly every chunk (result-sink.ts) in one piece. With the default pieces of 16 kB, a result
 * of a million rows fragments some 80 MB of memory, which the process keeps (docs/reference/promises.md#p2).
 */
const chunkSize = 1024 * 1024
/** A dashboard reads many small frames. */
const small = { frame: 8 * 1024, chunkSize: 64 * 1024 }
const decompress = promisify(zstdDecompress)

/** The text of a stored frame. */
export function readFrame(frame: Uint8Array): Promise<Buffer> {
  return decompress(frame, { chunkSize: frame.length < small.frame ? small.chunkSize : chunkSize })
}

/** The same synchronously, for a thread with nothing else to do. */
export function readFrameNow(frame: Uint8Array): Buffer {
  return zstdDecompressSync(frame, { chunkSize })
}

/**
 * Releases the memory of an unused text or frame at once: the collector sees only small objects and would let tens of
 * MB accumulate.
 */
export function giveBack({ buffer }: Uint8Array): void {
  // small ones may share their memory with others
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
