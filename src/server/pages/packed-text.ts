import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, addToVary } from '#server/http/index.ts'

/** A text kept in compressed form, because nearly every browser accepts it. */
export interface PackedText {
  contentType: string
  gzip: Buffer
  etag: string
}

export function pack(contentType: string, text: string): PackedText {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27)
  return { contentType, gzip: gzipSync(text), etag: `"${hash}"` }
}

/** Browsers revalidate each time; the content is sent only if it has changed. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, text: PackedText): FastifyReply {
  const { contentType, gzip, etag } = text
  reply.headers({ 'cache-control': 'no-cache', etag })
  addToVary(reply, 'accept-encoding')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.header('content-type', contentType)
  if (acceptedEncodings(request.headers['accept-encoding']).has('gzip')) {
    return reply.header('content-encoding', 'gzip').send(gzip)
  }
  return reply.send(gunzipSync(gzip))
}

/** Runs the work once for all callers; after a failure the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((failure: unknown) => {
      made = undefined
      throw failure
    })
    return made
  }
}
