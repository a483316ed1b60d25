import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Replied, replied } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { SignedIn } from '#shared/session/session-api.ts'
import { hashToken } from '../session/session-cookies.ts'
import { isForm, redirectTo, signedInUser } from '../session/session-reply.ts'
import { signIn } from '../session/sign-in.ts'
import { holdUser } from '../session/user-sessions.ts'
import { takeCode } from './check-code.ts'
import { countAttempt, deletePending, findPending, type PendingSignIn } from './second-factor-store.ts'
import { codePath, pendingCookie, type SignInOutcome } from './sign-in-or-ask-for-code.ts'

/** After this many wrong codes, the sign-in starts over with the password. */
const attempts = 5

/** Hash of the browser's token for a sign-in that waits for a code, or null. */
export function readPendingHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[pendingCookie]
  return token === undefined || token === '' || token.length > 200 ? null : hashToken(token)
}

/** The sign-in of this browser that waits for a code; null: none, or expired. */
export async function pendingSignIn(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<PendingSignIn | null> {
  const hash = readPendingHash(request)
  return hash === null ? null : await findPending(db, hash, clock(), attempts)
}

/** Starts the session once the code is right. Throws auth.code_expired, auth.wrong_code and request.rate_limited. */
export async function enterCode(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, code }: { pending: Buffer | null; code: string },
): Promise<{ userId: number; next: string }> {
  const { db, clock } = context
  const awaiting = pending === null ? null : await countAttempt(db, pending, clock(), attempts)
  if (pending === null || awaiting === null) throw refuse('auth.code_expired')
  if (!(await takeCode(context, awaiting.user_id, code))) throw refuse('auth.wrong_code', { field: 'code' })
  reply.clearCookie(pendingCookie, { path: codePath })
  if (awaiting.provider !== null) request.signedInBy = awaiting.provider
  await db.transaction().execute(async (tx) => {
    // a concurrent change of password also ends sign-ins that wait for a code
    const isOpen = (await holdUser(tx, awaiting.user_id)) && (await deletePending(tx, pending))
    if (!isOpen) throw refuse('auth.code_expired')
    // the code has just been entered, whatever the first step was
    await signIn({ ...context, db: tx }, request, reply, awaiting.user_id, awaiting.remember, clock())
  })
  return { userId: awaiting.user_id, next: awaiting.next }
}

/**
 * Answers a successful sign-in: 302 for forms, JSON for programs, which may send the code of the second factor
 * along. Throws auth.code_needed where it is missing.
 */
export async function answerSignedIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { next, pending }: SignInOutcome,
  code = '',
): Promise<SignedIn | Replied> {
  if (isForm(request)) {
    redirectTo(reply, next)
    return replied
  }
  if (pending === null) return await describeSignedIn(context, request, next)
  if (code === '') throw refuse('auth.code_needed')
  const entered = await enterCode(context, request, reply, { pending, code })
  return await describeSignedIn(context, request, entered.next)
}

/** The answer for programs once their session has begun. */
export async function describeSignedIn(
  context: ServerContext,
  { signedInUser: userId }: FastifyRequest,
  next: string,
): Promise<SignedIn> {
  if (userId === undefined) throw refuse('auth.required')
  return { user: await signedInUser(context, userId), next: next === '' ? '/' : next }
}
