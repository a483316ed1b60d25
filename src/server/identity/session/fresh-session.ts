import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { findLastProof } from './user-session-store.ts'

const freshness = 10 * 60_000

/**
 * Until when the log-in of this browser, or what was entered since, proves who uses it; null: no more. API keys and
 * tokens prove nothing, nor does a log-in that was only remembered.
 */
export async function findFreshness(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { cookieSession }: FastifyRequest,
): Promise<Date | null> {
  if (cookieSession === null) return null
  const provedAt = await findLastProof(db, cookieSession)
  if (provedAt === null) return null
  const until = new Date(provedAt.getTime() + freshness)
  return clock() <= until ? until : null
}
