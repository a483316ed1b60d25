import type { Db, ServerContext } from '#server/kernel/index.ts'
import { deleteSessionsOfUser, lockUser, lockUserAlone } from './session-store.ts'

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
