import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from './reading-room.ts'

/** The client as a reader of what it is sent (reading-room.ts). */
export function replyReader(request: FastifyRequest, { raw }: FastifyReply): Reader {
  const gone = new AbortController()
  if (raw.closed || raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return { owner: ownerOf(request), gone: gone.signal, drop: () => raw.destroy() }
}

/** A person, or all who use one key or one public address: these are widely shared. */
function ownerOf({ actor, params }: FastifyRequest): string {
  if (actor === null) return `public ${(params as { token?: string }).token ?? ''}`
  return actor.kind === 'user' ? `user ${actor.user_id}` : `query ${actor.query_id}`
}

/** A client that takes nothing for so long is gone: what is sent to it takes memory, and others wait for the room. */
export const idleLimit = { milliseconds: 120_000 }

/** For every reply that takes some time to send. */
export function endWhenIdle({ raw }: FastifyReply): void {
  const { milliseconds } = idleLimit
  raw.setTimeout(milliseconds, () => {
    if (raw.writableLength > 0) raw.destroy()
    // nothing waits to be taken: the reader is in line for the room itself
    else raw.setTimeout(milliseconds)
  })
}
