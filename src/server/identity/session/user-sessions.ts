import type { FastifyRequest } from 'fastify'
import { requireStanding } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { lockUser, lockUserAlone, lockUsersAlone } from './credential-store.ts'
import { deleteSessionsOfUser, loginsOfTokens } from './session-store.ts'
import { deleteLogin } from './user-session-store.ts'

/**
 * Ends all sessions of a user except `kept`: after a change of password or email, or when the user is disabled.
 * Requires a transaction: it locks the user, so that a login under way, also a remembered one, has begun its session
 * before, or begins none.
 */
export async function endSessions(
  { db: tx }: Pick<ServerContext, 'db'>,
  userId: number,
  kept: Buffer[] = [],
): Promise<void> {
  await lockUserAlone(tx, userId)
  await deleteSessionsOfUser(tx, userId, kept)
}

/** Ends one login of a user, as `endSessions` does. False when there is none. */
export async function endLogin(tx: Db, userId: number, loginId: string): Promise<boolean> {
  await lockUserAlone(tx, userId)
  return await deleteLogin(tx, userId, loginId)
}

/**
 * Ends the logins of these tokens, as `endSessions` does, also of tokens that were replaced: a person may log out with a
 * page from before a proof, or after a thief has given one.
 */
export async function endLogins(tx: Db, tokenHashes: Buffer[]): Promise<void> {
  const logins = await loginsOfTokens(tx, tokenHashes)
  if (logins.length === 0) return
  const owners = logins.map(({ user_id }) => user_id)
  await lockUsersAlone(tx, owners)
  // by login: a proof under way may have replaced the tokens in the meantime, too
  for (const { user_id, login_id } of logins) await deleteLogin(tx, user_id, login_id)
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
 * Call first in each transaction that leaves something open to others (keys, shares, schedules, alerts). Disabling the
 * actor, which ends what they have opened, then comes before or after it. Throws auth.required for disabled users.
 */
export async function holdActor(tx: Db, { user_id }: Pick<Actor, 'user_id'>): Promise<void> {
  if (user_id !== null && !(await lockUser(tx, user_id))) throw refuse('auth.required')
}

/**
 * Call first in the transaction of each change of an account: `actorId` changes `userId`. The caller was identified,
 * and gave proofs, before it. In the meantime the owner may have taken the account back, or an admin may have disabled
 * the actor. Locks both users, and throws auth.required if the actor's session or key has ended, or if
 * `passwordHash`, of the password that the actor proved, is no longer theirs.
 */
export async function holdAccount(
  tx: Db,
  request: FastifyRequest,
  actorId: number | null,
  userId: number,
  passwordHash?: string,
): Promise<void> {
  const active = await lockUsersAlone(tx, actorId === null ? [userId] : [actorId, userId])
  const actor = active.find(({ id }) => id === actorId)
  if (actor === undefined) throw refuse('auth.required')
  await requireStanding(request, tx)
  if (passwordHash !== undefined && actor.password_hash !== passwordHash) throw refuse('auth.required')
}
