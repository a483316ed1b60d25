import type { Duplex } from 'node:stream'

/**
 * Tells how many bytes come, before a driver sees them: `count` is called for each piece, as it comes. A listener would
 * make the stream flow, perhaps before the driver reads it.
 */
export function countBytes(stream: Duplex, count: (bytes: number) => void): void {
  const push = stream.push
  stream.push = (piece: unknown, encoding?: BufferEncoding) => {
    if (piece instanceof Uint8Array) count(piece.length)
    return !stream.destroyed && push.call(stream, piece, encoding)
  }
}
