import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitRate, networkOf, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type SignInOutcome, signInOrAskForCode } from '../second-factor/sign-in-or-ask-for-code.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { isImportedHash } from '../users/imported-password.ts'
import { hashPassword, isPassword } from '../users/password.ts'
import { replaceHash } from '../users/user-change-store.ts'
import { findCredentials, findCredentialsOf } from './credential-store.ts'
import { accountHere, limitGuesses, rememberBrowser } from './known-browser.ts'
import { holdUser } from './user-sessions.ts'

export interface LogIn {
  email: string
  password: string
  remember: boolean
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
}

/**
 * Checks email and password, and starts a session or asks for the code of a second factor. Every attempt counts
 * against the limits of its network and of the account until it succeeds: this limits guessing without locking out
 * an office behind one address. Unknown, disabled and external users get the same answer in the same time as wrong
 * passwords.
 */
export async function logIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, remember, next }: LogIn,
): Promise<SignInOutcome> {
  const takeBackAttempt = await limitRate(context, {
    name: 'login',
    // undefined once the caller has disconnected, whatever the type says
    caller: networkOf(request.ip),
    perHour: context.config.loginsPerHour,
  })
  if (!(await isPasswordLogin(context))) throw refuse('auth.password_login_disabled')
  const name = email.trim().toLowerCase()
  const user = await findCredentials(context.db, name)
  const tried = accountHere(name, user?.password_hash ?? null)
  const takeBackGuess = await limitGuesses(context, request, tried)
  const matches = await isPassword(context.db, user?.password_hash ?? null, password, tried.name)
  if (user === null || user.disabled_at !== null || !matches) throw refuse('auth.wrong_credentials')
  await takeBackAttempt()
  await takeBackGuess()
  const passwordHash = await renewedHash(context, user, password)
  const account = accountHere(name, passwordHash)
  return await context.db.transaction().execute(async (tx) => {
    // the password may have been replaced during the slow check
    if (!(await holdUser(tx, user.id, passwordHash))) throw refuse('auth.wrong_credentials')
    rememberBrowser(context, request, reply, account)
    const provedAt = context.clock()
    const authenticated = { id: user.id, remember, next, provedAt }
    return await signInOrAskForCode({ ...context, db: tx }, request, reply, authenticated)
  })
}

/** The hash of the password that was just proved: one that came from Redash is replaced by ours. */
async function renewedHash(
  { db }: Pick<ServerContext, 'db'>,
  { id, password_hash: before }: { id: number; password_hash: string | null },
  password: string,
): Promise<string | null> {
  if (!isImportedHash(before)) return before
  const after = await hashPassword(password)
  if (await replaceHash(db, id, before, after)) return after
  // another login with the same password was first, or the password was changed
  const present = (await findCredentialsOf(db, id))?.password_hash ?? null
  return (await isPassword(db, present, password, String(id))) ? present : before
}
