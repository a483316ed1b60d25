import type { FastifyRequest } from 'fastify'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { limitProofGuesses } from '../session/limit-proof-guesses.ts'
import { isImportedHash, isImportedPassword } from './imported-password.ts'
import { findImportedHash, findPasswordHash } from './user-change-store.ts'

/** argon2id (the library's default algorithm) with 19 MiB and two passes: OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return await hash(password, cost)
}

let decoy: Promise<string> | undefined

/**
 * Does this password match the hash? Without a hash (unknown or external user) the same work is done against a
 * decoy, so the response time tells nothing. While any user has a hash of Redash, a refusal costs both kinds of
 * work, for every address.
 */
export async function isPassword(
  db: Db,
  passwordHash: string | null,
  password: string,
  owner: string,
): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  decoy ??= hashPassword('decoy')
  if (isImportedHash(passwordHash)) {
    if (await isImportedPassword(passwordHash, password, owner)) return true
    await verify(await decoy, password)
    return false
  }
  const matches = await verify(passwordHash ?? (await decoy), password)
  if (matches && passwordHash !== null) return true
  const imported = await findImportedHash(db)
  if (imported !== null) await isImportedPassword(imported, password, owner)
  return false
}

export async function hasPassword(db: Db, userId: number): Promise<boolean> {
  return (await findPasswordHash(db, userId)) !== null
}

/**
 * Throws user.wrong_password, naming the field, unless this is the user's password. Wrong guesses count, as
 * many as at the login. Answers the hash that the password has.
 */
export async function requireCurrentPassword(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  request: FastifyRequest,
  userId: number,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const takeBackAttempt = await limitProofGuesses(context, request, {
    name: 'password',
    userId,
    perHour: context.config.loginsPerHour,
  })
  const passwordHash = await findPasswordHash(context.db, userId)
  const matches = await isPassword(context.db, passwordHash, password, String(userId))
  if (!matches || passwordHash === null) throw refuse('user.wrong_password', { field })
  await takeBackAttempt()
  return passwordHash
}
