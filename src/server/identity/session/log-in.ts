import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitRate, networkOf, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type SignInOutcome, signInOrAskForCode } from '../second-factor/sign-in-or-ask-for-code.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { isPassword } from '../users/password.ts'
import { holdUser } from './hold-user.ts'
import { accountHere, limitGuesses, rememberBrowser } from './known-browser.ts'
import { findCredentials } from './session-store.ts'

export interface LogIn {
  email: string
  password: string
  remember: boolean
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
}

/**
 * Checks e-mail and password, and starts a session or asks for the code of a second factor. Every attempt counts against
 * the limits of its network and of the account until it succeeds, so guessing is limited but an office behind one address is
 * not locked out.
 * Unknown, disabled and external users are refused in the same words and the same time as wrong passwords.
 */
export async function logIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, remember, next }: LogIn,
): Promise<SignInOutcome> {
  const takeBackAttempt = await limitRate(context, {
    name: 'login',
    // unknown once the caller has hung up, whatever the type says
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
    // checking takes a while, in which the password may have been replaced
    if (!(await holdUser(tx, user.id, user.password_hash))) throw refuse('auth.wrong_credentials')
    rememberBrowser(context, request, reply, account)
    return await signInOrAskForCode({ ...context, db: tx }, request, reply, user.id, remember, next)
  })
}
