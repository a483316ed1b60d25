import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { hashToken, newToken } from '../session/session-cookies.ts'
import { signIn } from '../session/sign-in.ts'
import { findFactor, insertPending } from './second-factor-store.ts'

/** A user who has passed the first step of a sign-in. */
export interface AuthenticatedUser {
  id: number
  remember: boolean
  /** where to go afterwards: has passed `sanitizeNext` */
  next?: string
  /** when they entered their password; null: unknown, as a provider may let them in without asking */
  provedAt: Date | null
}

/** The state of a sign-in. */
export interface SignInOutcome {
  /** where the browser goes next: the requested place, or the page for the code */
  next: string
  /** the token for `enterCode`; null: the session has begun */
  pending: Buffer | null
}

export const codePath = '/login/code'
export const pendingCookie = 'pending_sign_in'
const lifetime = 10 * 60

/**
 * Starts the session of an authenticated user, or asks for the code of their second factor first; until then the
 * previous session of the browser lasts.
 */
export async function signInOrAskForCode(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, remember, next = '', provedAt }: AuthenticatedUser,
): Promise<SignInOutcome> {
  const { db, config, clock } = context
  const factor = await findFactor(db, id)
  if (factor === null || factor.confirmed_at === null) {
    await signIn(context, request, reply, id, remember, provedAt)
    return { next, pending: null }
  }
  const token = newToken()
  const token_hash = hashToken(token)
  const created_at = clock()
  const expires_at = new Date(created_at.getTime() + lifetime * 1000)
  const provider = request.signedInBy ?? null
  await insertPending(db, { token_hash, user_id: id, remember, next, provider, created_at, expires_at })
  const secure = isSecure(config, request)
  reply.setCookie(pendingCookie, token, {
    path: codePath,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: lifetime,
  })
  return { next: codePath, pending: token_hash }
}
