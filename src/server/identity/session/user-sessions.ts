import type { FastifyRequest } from 'fastify'
import { requireStanding } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { deleteSessionsOfUser, lockAccount, lockUser, lockUserAlone } from './session-store.ts'

/** After a change of password or email, or when a user is disabled: ends all their sessions except `kept`. */
export async function endSessions(
  { db }: Pick<ServerContext, 'db'>,
  userId: number,
  kept: Buffer[] = [],
): Promise<void> {
  await deleteSessionsOfUser(db, userId, kept)
}

/**
 * Locks a user until the transaction ends, so a change of password, which ends sessions, comes before or after
 * this work, never in between. False when the user is disabled or has another password than this.
 */
export async function holdUser(tx: Db, id: number, passwordHash?: string | null): Promise<boolean> {
  return await lockUser(tx, id, passwordHash)
}

/**
 * As `holdUser`, for a change of how the user logs in: logins under way end before it, and later ones see the change.
 */
export async function holdUserAlone(tx: Db, id: number): Promise<boolean> {
  return await lockUserAlone(tx, id)
}

/**
 * Call first in the transaction of a change to how a user logs in: waits for other such changes, then throws
 * auth.required if one of them has ended the session or key that asks for this one, or has replaced the password
 * that was checked for it. So a request under way changes nothing after its user has taken the account back.
 */
export async function holdAccount(
  tx: Db,
  request: FastifyRequest,
  id: number,
  passwordHash?: string,
): Promise<void> {
  const account = await lockAccount(tx, id)
  await requireStanding(request, tx)
  if (passwordHash !== undefined && account?.password_hash !== passwordHash) throw refuse('auth.required')
}
