import { createZstdDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/kernel/index.ts'
import { holdUntilTaken, replyReader, sendText } from '#server/runs/index.ts'
import { findSchemaFrame, sizeSchemaFrame } from '../data-sources/data-source-store.ts'

/**
 * Sends the stored schema (one zstd frame); false if there is none. Its text may take 64 MB, so it is never whole in
 * memory: clients that do not accept zstd get it piece by piece.
 */
export async function sendSchema(
  db: Db,
  dataSourceId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const size = await sizeSchemaFrame(db, dataSourceId)
  if (size === null) return false
  await holdUntilTaken(replyReader(request, reply), size * 2)
  const frame = await findSchemaFrame(db, dataSourceId)
  if (frame === null) return false
  reply.header('content-type', 'application/json; charset=utf-8')
  if (/\bzstd\b/.test(request.headers['accept-encoding'] ?? '')) {
    reply.header('vary', 'accept-encoding').header('content-encoding', 'zstd').send(frame)
  } else sendText(request, reply, textOf(frame))
  return true
}

async function* textOf(frame: Buffer): AsyncGenerator<Buffer> {
  const pieces = createZstdDecompress({ chunkSize: 64 * 1024 })
  pieces.end(frame)
  yield* pieces
}
