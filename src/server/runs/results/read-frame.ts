import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'

/**
 * Room for the text of nearly every chunk (result-sink.ts) in one piece. In the pieces of 16 kB that are usual, a result
 * of a million rows leaves some 80 MB of small holes in the memory, which stay with the process
 * (docs/reference/promises.md#p2).
 */
const chunkSize = 1024 * 1024
/** A dashboard reads many small ones. */
const small = { frame: 8 * 1024, chunkSize: 64 * 1024 }
const decompress = promisify(zstdDecompress)

/** The text of a stored frame. */
export function readFrame(frame: Uint8Array): Promise<Buffer> {
  return decompress(frame, { chunkSize: frame.length < small.frame ? small.chunkSize : chunkSize })
}

/** The same at once, for a thread that has nothing else to do. */
export function readFrameNow(frame: Uint8Array): Buffer {
  return zstdDecompressSync(frame, { chunkSize })
}

/**
 * Gives the memory of a text or frame that nobody looks at any more back at once: the collector sees only small objects
 * and would let tens of MB pile up beside them.
 */
export function giveBack({ buffer }: Uint8Array): void {
  // small ones may share their memory with others
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
