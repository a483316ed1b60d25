import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { setCsrfCookie } from './csrf.ts'
import { openSession, sessionUse } from './identify.ts'
import { hashToken, newToken, readTokenHash, setSessionCookie } from './session-cookies.ts'
import { deleteSessions, insertSession } from './session-store.ts'

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

/**
 * Starts the session of a user who has proved who he is, ending the one this browser had (session fixation). Whoever may
 * have a second factor goes through `signInOrAskForCode` (server/second-factor) instead.
 */
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
