import type { FastifyInstance } from 'fastify'
import { holdUntilTaken, isHolding, smallBytes } from './reading-room.ts'
import { endWhenIdle, replyReader } from './reply-reader.ts'

/**
 * Every large reply that is whole in memory waits for room until its client has received it, whatever route made it.
 * Routes with replies of many megabytes reserve that room before they make them (`holdUntilTaken`).
 */
export function holdLargeReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const bytes = sizeOf(payload)
    if (bytes <= smallBytes) return payload
    endWhenIdle(reply)
    const reader = replyReader(request, reply)
    if (!isHolding(reader)) await holdUntilTaken(reader, bytes)
    return payload
  })
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return Buffer.isBuffer(payload) ? payload.length : 0
}
