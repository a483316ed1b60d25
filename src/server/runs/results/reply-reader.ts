import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from './reading-room.ts'

const readers = new WeakMap<object, Reader>()

/** The client as a reader of its reply (reading-room.ts): one for each reply. */
export function replyReader(request: FastifyRequest, { raw }: FastifyReply): Reader {
  const known = readers.get(raw)
  if (known !== undefined) return known
  const gone = new AbortController()
  if (raw.closed || raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  const reader = { owner: ownerOf(request), gone: gone.signal, drop: () => raw.destroy() }
  readers.set(raw, reader)
  return reader
}

/** A user, or all clients of one key or public address, because these are widely shared. */
function ownerOf({ actor, params }: FastifyRequest): string {
  if (actor === null) return `public ${(params as { token?: string } | undefined)?.token ?? ''}`
  if (actor.kind === 'user') return `user ${actor.user_id}`
  // the token of a shared dashboard is no key of a query: its name says which dashboard
  return actor.query_id === null ? actor.name : `query ${actor.query_id}`
}

/**
 * A client that receives nothing for this long counts as disconnected: its data takes memory, and others wait for the
 * room.
 */
export const idleLimit = { milliseconds: 120_000 }

/** For every reply that takes some time to send. */
export function endWhenIdle({ raw }: FastifyReply): void {
  const { milliseconds } = idleLimit
  raw.setTimeout(milliseconds, () => {
    if (raw.writableLength > 0) raw.destroy()
    // no pending data: the reader itself waits for the room (injected requests have no real socket)
    else if (raw.socket instanceof Socket) raw.socket.setTimeout(milliseconds)
  })
}
