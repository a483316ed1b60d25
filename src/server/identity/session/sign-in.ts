import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { setCsrfCookie } from './csrf.ts'
import { openSession } from './identify.ts'
import { readTokenHash, tokenHashesOf } from './session-cookies.ts'
import { deleteSessions } from './session-store.ts'
import { findTokens } from './user-session-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the user who authenticated with this request */
    signedInUser?: number
    /** the provider that authenticated the user; absent: their password */
    signedInBy?: string
    /** a failed sign-in: its provider, and the reason for the admin */
    failedSignIn?: { provider: string; reason: string }
  }
}

/**
 * Starts the session of an authenticated user and ends the previous one of this browser (session fixation). Users
 * who may have a second factor go through `signInOrAskForCode` (server/second-factor) instead. `provedAt`: when the
 * user last entered a password or code; null: unknown, so the session proves nothing. Answers its token's hash.
 */
export async function signIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  remember: boolean,
  provedAt: Date | null,
): Promise<Buffer> {
  await deleteSessions(context.db, tokenHashesOf(request))
  const loginId = randomUUID()
  const sessionHash = await openSession(context, request, reply, userId, {
    kind: 'session',
    loginId,
    provedAt,
  })
  setCsrfCookie(context, request, reply, sessionHash)
  request.signedInUser = userId
  // only the browser's session has a proof: a remembered login proves nothing
  if (remember)
    await openSession(context, request, reply, userId, { kind: 'remember', loginId, provedAt: null })
  return sessionHash
}

/**
 * Hashes of the session and the remembered login of this browser: at most one of each kind, from the cookie of its kind. A
 * thief could have put the token of a session that they hold into the other cookie, so that it is kept.
 */
export async function ownSessions(db: Db, request: FastifyRequest): Promise<Buffer[]> {
  const [session, remember] = [readTokenHash(request, 'session'), readTokenHash(request, 'remember')]
  return await findTokens(db, { session, remember })
}
