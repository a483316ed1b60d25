import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '../server-context.ts'
import { findLoginStart } from './user-session-store.ts'

const freshness = 10 * 60_000

/** Has this browser logged in within the last minutes? Never true of API keys, nor of a log-in that was only remembered. */
export async function hasFreshSession(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { cookieSession }: FastifyRequest,
): Promise<boolean> {
  if (cookieSession === null) return false
  const startedAt = await findLoginStart(db, cookieSession)
  return startedAt !== null && clock().getTime() - startedAt.getTime() <= freshness
}
