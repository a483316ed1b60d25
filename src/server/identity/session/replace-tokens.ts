import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { setCsrfCookie } from './csrf.ts'
import { actBySession } from './identify.ts'
import { hashToken, newToken, readTokenHash, setSessionCookie } from './session-cookies.ts'
import type { SessionKind } from './session-store.ts'
import { ownSessions } from './sign-in.ts'
import { deleteOthersOfLogins, replaceTokenHash } from './user-session-store.ts'
import { endSessions } from './user-sessions.ts'

/** Of a browser; a kind is absent where the browser has none of this user. */
export type NewTokens = Partial<Record<SessionKind, string>>

/**
 * Gives the login of this browser new tokens, if it is one of this user: copies of its cookies end, and the sessions
 * that a copy of the remembered login has opened. Call it in the transaction of a change that the user has proved, after
 * `holdAccount`, and `handOver` once that is committed. `provedAt`: when the user has just proved who they are.
 */
export async function replaceTokens(
  tx: Db,
  request: FastifyRequest,
  userId: number,
  provedAt?: Date,
): Promise<NewTokens> {
  await deleteOthersOfLogins(tx, userId, await ownSessions(tx, request))
  const tokens: NewTokens = {}
  for (const kind of ['session', 'remember'] as const) {
    const former = readTokenHash(request, kind)
    if (former === null) continue
    const token = newToken()
    // a remembered login proves nothing
    const proved = kind === 'session' && provedAt !== undefined ? { proved_at: provedAt } : {}
    const values = { token_hash: hashToken(token), ...proved }
    if (await replaceTokenHash(tx, { userId, kind, former }, values)) tokens[kind] = token
  }
  return tokens
}

/** Ends all sessions of a user except those of this browser, which get new tokens. */
export async function endOtherSessions(tx: Db, request: FastifyRequest, userId: number): Promise<NewTokens> {
  await endSessions({ db: tx }, userId, await ownSessions(tx, request))
  return await replaceTokens(tx, request, userId)
}

/** Sends the new tokens to the browser. Its request goes on with them. */
export function handOver(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, remember }: NewTokens,
): void {
  if (remember !== undefined) setSessionCookie(context.config, request, reply, 'remember', remember)
  if (session === undefined) return
  const hash = hashToken(session)
  setSessionCookie(context.config, request, reply, 'session', session)
  setCsrfCookie(context, request, reply, hash)
  actBySession(context, request, hash)
}
