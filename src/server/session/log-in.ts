import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import { limitRate, networkOf } from '../rate-limits/limit-rate.ts'
import type { ServerContext } from '../server-context.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { isPassword } from '../users/password.ts'
import { setCsrfCookie } from './csrf.ts'
import { openSession, sessionUse } from './identify.ts'
import { hashToken, newToken, readTokenHash, setSessionCookie } from './session-cookies.ts'
import { deleteSessions, findCredentials, insertSession } from './session-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** who has proved with this request who he is */
    signedInUser?: number
    /** the provider that has vouched for him; absent: his password */
    signedInBy?: string
    /** a sign-in that came to nothing: by which provider, and what an admin has to know */
    failedSignIn?: { provider: string; reason: string }
  }
}

export interface LogIn {
  email: string
  password: string
  remember: boolean
}

/**
 * Checks e-mail and password and starts a session; answers the user's id. Every attempt counts against the limit of
 * its address until it succeeds, so guessing is limited but an office behind one address is not locked out. Unknown,
 * disabled and external users are refused in the same words and the same time as wrong passwords.
 */
export async function logIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, remember }: LogIn,
): Promise<number> {
  const takeBackAttempt = await limitRate(context, {
    name: 'login',
    // unknown once the caller has hung up, whatever the type says
    caller: networkOf((request.ip as string | undefined) ?? 'unknown'),
    perHour: context.config.loginsPerHour,
  })
  if (!(await isPasswordLogin(context))) throw refuse('auth.password_login_disabled')
  const user = await findCredentials(context.db, email.trim().toLowerCase())
  const matches = await isPassword(user?.password_hash ?? null, password)
  if (user === null || user.disabled_at !== null || !matches) throw refuse('auth.wrong_credentials')
  await takeBackAttempt()
  await signIn(context, request, reply, user.id, remember)
  return user.id
}

/** Starts the session of a user who has proved who he is, ending the one this browser had (session fixation). */
export async function signIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  remember: boolean,
): Promise<void> {
  const { db, config, clock } = context
  await deleteSessions(db, ownSessions(request))
  const loginId = randomUUID()
  const sessionHash = await openSession(context, request, reply, userId, loginId)
  setCsrfCookie(context, request, reply, sessionHash)
  request.signedInUser = userId
  if (!remember) return
  const token = newToken()
  const now = clock()
  await insertSession(db, {
    ...{ token_hash: hashToken(token), user_id: userId, kind: 'remember', login_id: loginId },
    expires_at: new Date(now.getTime() + config.rememberSeconds * 1000),
    ...sessionUse(request, now),
  })
  setSessionCookie(config, request, reply, 'remember', token)
}

/** Hashes of the session and the remembered log-in that this browser presents. */
export function ownSessions(request: FastifyRequest): Buffer[] {
  const hashes = [readTokenHash(request, 'session'), readTokenHash(request, 'remember')]
  return hashes.filter((hash) => hash !== null)
}
