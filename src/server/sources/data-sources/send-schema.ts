import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/kernel/index.ts'
import { findSchemaFrame } from './data-source-store.ts'

const decompress = promisify(zstdDecompress)

/** Sends the stored schema unchanged (one zstd frame); false if there is none. */
export async function sendSchema(
  db: Db,
  dataSourceId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const frame = await findSchemaFrame(db, dataSourceId)
  if (frame === null) return false
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (/\bzstd\b/.test(request.headers['accept-encoding'] ?? '')) {
    reply.header('content-encoding', 'zstd').send(frame)
  } else {
    reply.send(await decompress(frame))
  }
  return true
}
