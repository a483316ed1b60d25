import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { setSessionCookie } from './session-cookies.ts'
import { extendSession, isSession, type SessionUse } from './session-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** hash of the session whose cookie is renewed with the reply; null: none */
    prolonged: Buffer | null
  }
}

/** Sessions are prolonged and visits recorded at most once per this time, so that not every read writes. */
export const writePause = 60_000

/** What the list of a user's sessions shows of a request. */
export function sessionUse({ headers, ip }: FastifyRequest, now: Date): SessionUse {
  return {
    used_at: now,
    user_agent: headers['user-agent']?.slice(0, 500) ?? null,
    // undefined once the caller has disconnected, whatever the type says
    ip: (ip as string | undefined)?.slice(0, 45) ?? null,
  }
}

/** Sliding lifetime: the full span counts from the last request. */
export async function prolong(
  { db, config, clock }: ServerContext,
  request: FastifyRequest,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  const now = clock()
  const full = now.getTime() + config.sessionSeconds * 1000
  if (full - expiresAt.getTime() < writePause) return
  await extendSession(db, tokenHash, new Date(full), sessionUse(request, now))
  request.prolonged = tokenHash
}

/**
 * Only with the reply: another request may have replaced the token since (`replace-tokens.ts`), and the browser must not
 * get the former one back.
 */
export async function renewCookie(
  { db, config, clock }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { prolonged } = request
  // a failure must not replace the answer
  if (prolonged === null || !(await isSession(db, prolonged, clock()).catch(() => false))) return
  setSessionCookie(config, request, reply, 'session', request.cookies['session'] ?? '')
}
