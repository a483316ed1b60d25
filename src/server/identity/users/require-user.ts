import type { FastifyRequest } from 'fastify'
import { type Db, readStoredKey, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, isSelfOrAdmin, mayGovern } from '#shared/permissions/can.ts'
import type { User } from '#shared/users/user.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { findFreshness, isByKey } from '../session/prove-again.ts'
import { holdAccount } from '../session/user-sessions.ts'
import type { StoredUser } from './user-reply.ts'
import { userReply } from './user-reply.ts'
import { type FullUser, findUser, listUsersById } from './user-store.ts'

export type UserWithKey = FullUser

/** The user with this id in the actor's organization. Throws not_found. */
export async function requireUser(db: Db, actor: Actor, id: number): Promise<UserWithKey> {
  const user = await findUser(db, actor.org_id, id)
  if (user === null) throw refuse('not_found')
  return user
}

/**
 * The same, for admins who act on the account. Throws auth.forbidden when it belongs to a super admin and the
 * actor is not one.
 */
export async function requireGoverned(db: Db, actor: Actor, id: number): Promise<UserWithKey> {
  const user = await requireUser(db, actor, id)
  if (actor.user_id !== id && !mayGovern(actor, user.permissions)) throw refuse('auth.forbidden')
  return user
}

/**
 * The same, and locks the account: call it first in the transaction that changes it. Throws auth.required if the
 * actor's session or key has ended in the meantime: disabled admins must not enable themselves again. `request`: absent
 * for the operator.
 */
export async function holdGoverned(
  tx: Db,
  actor: Actor,
  id: number,
  request?: FastifyRequest,
): Promise<UserWithKey> {
  if (request !== undefined) await holdAccount(tx, request, actor.user_id, id)
  return await requireGoverned(tx, actor, id)
}

/** The same as `requireGoverned`, and users may act on their own account. Throws auth.forbidden and not_found. */
export async function requireOwnProfile(db: Db, actor: Actor, id: number): Promise<UserWithKey> {
  if (!isSelfOrAdmin(actor, id)) throw refuse('auth.forbidden')
  return await requireGoverned(db, actor, id)
}

/**
 * Shows the key to the user and to admins who may act on the account, once they have just proved their identity: an
 * unattended browser must reveal no key, as that would go on working after the browser is logged out. Programs see the
 * key that they use: clients of Redash read it here. Keys with scopes see no key: the one key has no scopes.
 */
export async function userDetail(
  context: Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>,
  request: FastifyRequest,
  actor: Actor,
  user: UserWithKey,
): Promise<UserDetail> {
  const { id, encrypted_api_key, permissions } = user
  const isOwn = actor.user_id === id
  const mayAct = isOwn || (isSelfOrAdmin(actor, id) && mayGovern(actor, permissions))
  const isShown =
    (isOwn && isByKey(request) && actor.key === undefined) ||
    (mayAct && (await findFreshness(context, request)) !== null)
  const api_key = isShown ? readStoredKey(context.secrets, encrypted_api_key) : null
  return { ...userReply(user), ...(api_key === null ? {} : { api_key }) }
}

/** The users with these ids in the form shown with objects, by id; unknown ids are absent. */
export async function loadUsers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, User>> {
  if (ids.length === 0) return new Map()
  const users = await listUsersById(db, ids)
  return new Map(users.map((user) => [user.id, userReply(user)]))
}

/** A user of the organization, for other features; null when the id is unknown. */
export async function findMember(db: Db, orgId: number, id: number): Promise<StoredUser | null> {
  return await findUser(db, orgId, id)
}
