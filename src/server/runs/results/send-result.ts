import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGzip, createZstdCompress, zstdCompress, zstdCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addToVary } from '#server/http/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { headRows } from '#shared/results/large-result.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { endWhenIdle, replyReader } from './reply-reader.ts'
import { type Envelope, headEnvelope } from './result-envelope.ts'
import type { FrameReader } from './result-frames.ts'
import type { StoredResult } from './result-store.ts'
import { firstRowsText } from './row-window.ts'

const compress = promisify(zstdCompress)

/**
 * Sends a result as JSON without parsing it: head, stored rows, tail. Clients that accept zstd get consecutive frames,
 * the middle ones as stored; others get the text, gzipped if they accept that.
 */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  frames: FrameReader,
  result: StoredResult,
  envelope: Envelope,
): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const reader = replyReader(request, reply)
  addToVary(reply, 'accept-encoding')
  reply.header('content-type', 'application/json; charset=utf-8')
  if (encoding === 'zstd') {
    reply.header('content-encoding', 'zstd')
    const inMemory = frames.inMemory(result)
    if (inMemory === null) sendParts(reply, zstdParts(frames.frames(result, reader), envelope))
    else sendAtOnce(reply, [zstdCompressSync(envelope.head), inMemory, zstdCompressSync(envelope.tail)])
    return
  }
  sendText(request, reply, textParts(frames.texts(result, reader), envelope))
}

/** Sends the head of a large result: the envelope around its first rows. */
export async function sendHead(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Db,
  result: StoredResult,
  envelope: Envelope,
): Promise<void> {
  const { head, tail } = headEnvelope(result, envelope)
  const rows = await firstRowsText(db, result, headRows, replyReader(request, reply))
  reply.header('content-type', 'application/json; charset=utf-8')
  sendWhole(request, reply, Buffer.concat([Buffer.from(head), rows, Buffer.from(tail)]))
}

/** Sends an existing text, compressed as the client accepts. */
export function sendWhole(request: FastifyRequest, reply: FastifyReply, text: Buffer): void {
  async function* parts() {
    yield text
  }
  sendText(request, reply, parts())
}

/** Sends text while it is generated, compressed as the client accepts. */
export function sendText(request: FastifyRequest, reply: FastifyReply, parts: AsyncGenerator<Buffer>): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  addToVary(reply, 'accept-encoding')
  if (encoding === 'identity') {
    sendParts(reply, parts)
    return
  }
  endWhenIdle(reply)
  const encoder =
    encoding === 'zstd'
      ? createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
      : createGzip({ level: constants.Z_BEST_SPEED })
  // an error while generating ends the encoder, and with it the reply
  pipeline(stream(parts), encoder).catch((error) => encoder.destroy(error as Error))
  reply.header('content-encoding', encoding).send(encoder)
}

/** Sends parts unchanged. */
export function sendParts(reply: FastifyReply, parts: AsyncGenerator<Buffer>): void {
  endWhenIdle(reply)
  reply.send(stream(parts))
}

/** Sends parts that are already in memory: their length is known, and they go out in one write. */
function sendAtOnce(reply: FastifyReply, parts: readonly Buffer[]): void {
  endWhenIdle(reply)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  reply.header('content-length', length).hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.cork()
  for (const part of parts) reply.raw.write(part)
  reply.raw.end()
}

/** Few large parts, so a buffer of one is enough. */
function stream(parts: AsyncGenerator<Buffer>): Readable {
  return Readable.from(parts, { objectMode: true, highWaterMark: 1 })
}

async function* zstdParts(frames: AsyncGenerator<Buffer>, { head, tail }: Envelope): AsyncGenerator<Buffer> {
  yield await compress(head)
  yield* frames
  yield await compress(tail)
}

async function* textParts(texts: AsyncGenerator<Buffer>, { head, tail }: Envelope): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  yield* texts
  yield Buffer.from(tail)
}
