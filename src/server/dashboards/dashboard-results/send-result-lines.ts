import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addToVary } from '#server/http/index.ts'
import { acceptedEncoding, sendParts, sendText } from '#server/runs/index.ts'
import { type LinePiece, linesAsText } from './result-lines.ts'

/**
 * Sends lines as they are made. Clients that accept zstd get stored frames unchanged, and a generated frame for the
 * text between two of them.
 */
export function sendResultLines(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: Iterable<LinePiece>,
): void {
  reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    // buffering proxies would delay the first widgets
    .header('x-accel-buffering', 'no')
  if (acceptedEncoding(request.headers['accept-encoding']) !== 'zstd') {
    sendText(request, reply, linesAsText(pieces))
    return
  }
  addToVary(reply, 'accept-encoding')
  reply.header('content-encoding', 'zstd')
  sendParts(reply, inWrites(asFrames(pieces)))
}

const compress = promisify(zstdCompress)
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

async function* asFrames(pieces: Iterable<LinePiece>): AsyncGenerator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    if ('text' in piece) {
      text += piece.text
      continue
    }
    if (text !== '') yield await compress(text, quickly)
    text = ''
    yield piece.frame
  }
  if (text !== '') yield await compress(text, quickly)
}

/** Many small frames are sent in few writes. */
const writeBytes = 64 * 1024

async function* inWrites(parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    waiting.push(part)
    bytes += part.length
    if (bytes < writeBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (waiting.length > 0) yield Buffer.concat(waiting)
}
