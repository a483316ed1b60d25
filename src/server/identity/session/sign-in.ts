import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { setCsrfCookie } from './csrf.ts'
import { openSession } from './identify.ts'
import { sessionUse } from './prolong-session.ts'
import { hashToken, newToken, readTokenHash, setSessionCookie } from './session-cookies.ts'
import { deleteSessions, insertSession } from './session-store.ts'

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
  const { db, config, clock } = context
  await deleteSessions(db, ownSessions(request))
  const loginId = randomUUID()
  const sessionHash = await openSession(context, request, reply, userId, { loginId, provedAt })
  setCsrfCookie(context, request, reply, sessionHash)
  request.signedInUser = userId
  if (!remember) return sessionHash
  const token = newToken()
  const now = clock()
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: userId,
    kind: 'remember',
    login_id: loginId,
    // only the browser's session: a remembered login proves nothing
    proved_at: null,
    expires_at: new Date(now.getTime() + config.rememberSeconds * 1000),
    ...sessionUse(request, now),
  })
  setSessionCookie(config, request, reply, 'remember', token)
  return sessionHash
}

/** Hashes of the session and the remembered login that this browser presents. */
export function ownSessions(request: FastifyRequest): Buffer[] {
  const hashes = [readTokenHash(request, 'session'), readTokenHash(request, 'remember')]
  return hashes.filter((hash) => hash !== null)
}
