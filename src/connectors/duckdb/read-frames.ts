import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'

const decompress = promisify(zstdDecompress)
/** Most stored chunks in one piece. */
const chunkSize = 1024 * 1024

/** Decompresses the next frame while one is read. */
export async function* readFrames(frames: () => AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let coming: Promise<Buffer> | null = null
  for await (const frame of frames()) {
    const next = decompress(frame, { chunkSize })
    // awaited in the next round
    next.catch(() => {})
    if (coming !== null) yield await coming
    coming = next
  }
  if (coming !== null) yield await coming
}
