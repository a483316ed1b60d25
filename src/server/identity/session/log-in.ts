import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitRate, networkOf, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type SignInOutcome, signInOrAskForCode } from '../second-factor/sign-in-or-ask-for-code.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { isPassword } from '../users/password.ts'
import { accountHere, limitGuesses, rememberBrowser } from './known-browser.ts'
import { findCredentials } from './session-store.ts'
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
    caller: networkOf((request.ip as string | undefined) ?? 'unknown'),
    perHour: context.config.loginsPerHour,
  })
  if (!(await isPasswordLogin(context))) throw refuse('auth.password_login_disabled')
  const name = email.trim().toLowerCase()
  const user = await findCredentials(context.db, name)
  const account = accountHere(name, user?.password_hash ?? null)
  const takeBackGuess = await limitGuesses(context, request, account)
  const matches = await isPassword(user?.password_hash ?? null, password)
  if (user === null || user.disabled_at !== null || !matches) throw refuse('auth.wrong_credentials')
  await takeBackAttempt()
  await takeBackGuess()
  return await context.db.transaction().execute(async (tx) => {
    // the password may have been replaced during the slow check
    if (!(await holdUser(tx, user.id, user.password_hash))) throw refuse('auth.wrong_credentials')
    rememberBrowser(context, request, reply, account)
    const provedAt = context.clock()
    const authenticated = { id: user.id, remember, next, provedAt }
    return await signInOrAskForCode({ ...context, db: tx }, request, reply, authenticated)
  })
}
