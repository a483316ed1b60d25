import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Replied, replied } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { SignedIn } from '#shared/session/session-api.ts'
import { isForm, redirectTo, signedInUser } from '../session/session-reply.ts'
import { enterCode } from './enter-code.ts'
import type { SignInOutcome } from './sign-in-or-ask-for-code.ts'

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
