import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { findLastProof } from './user-session-store.ts'

const freshness = 10 * 60_000

/**
 * Until when the login of this browser, or a password or code entered since, proves the user's identity; null: no
 * longer. API keys, tokens and remembered logins prove nothing.
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
