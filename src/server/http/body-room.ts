import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'

/** Bytes of bodies that are being received or handled at once. */
export interface BodyRoom {
  /** of one user, or of one network */
  ofCaller: number
  /** of this process */
  ofProcess: number
}

export const bodyRoom: BodyRoom = { ofCaller: 64 * 1024 * 1024, ofProcess: 512 * 1024 * 1024 }

/** Smaller bodies are not counted. Callers without an account can send no larger ones. */
const smallBody = 256 * 1024

/**
 * Reserves room for each large body before it is read, because a body is held whole, and for two minutes if its sender
 * stops in the middle. Requests beyond the room are refused at once. Call it after the hook that sets `request.actor`.
 */
export function addBodyRoom(app: FastifyInstance, room: BodyRoom = bodyRoom): void {
  const ofCallers = new Map<string, number>()
  let ofAll = 0
  app.addHook('onRequest', async (request, reply) => {
    const size = sizeOf(request)
    if (size <= smallBody) return
    const caller = callerOf(request)
    const own = ofCallers.get(caller) ?? 0
    if (own + size > room.ofCaller) {
      const limit = phrase(
        'You are sending too much at once. Try again when the other requests have arrived.',
      )
      throw refuse('request.rate_limited', { limit })
    }
    if (ofAll + size > room.ofProcess) throw refuse('server.receiving')
    ofCallers.set(caller, own + size)
    ofAll += size
    // also when the client has gone before the reply
    reply.raw.once('close', () => {
      ofAll -= size
      const left = (ofCallers.get(caller) ?? 0) - size
      if (left > 0) ofCallers.set(caller, left)
      else ofCallers.delete(caller)
    })
  })
}

/** Bytes that the body may have: as announced, or what the route takes at most. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return limit
  const announced = Number(headers['content-length'] ?? 0)
  return Number.isFinite(announced) ? Math.min(announced, limit) : limit
}

function callerOf({ actor, ip }: FastifyRequest): string {
  return actor?.user_id == null ? networkOf(ip) : `user ${actor.user_id}`
}
