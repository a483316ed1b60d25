import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerRefusal, wantsJson } from '#server/http/index.ts'
import { isWithinRate, type ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { SignInProvider } from './person.ts'
import { sendLoginPage } from './send-login-page.ts'
import { callerOf } from './sign-in-attempts.ts'
import { SignInFailed } from './sign-in-failed.ts'

export interface FailedSignIn {
  provider: SignInProvider
  next: string
  /** what the person reads when the fault is not his */
  sentence: string
}

/**
 * A sign-in that came to nothing: the login page with one sentence, and the technical reason for the admin in the audit
 * log. Anything but SignInFailed and refusals is a bug, and thrown again.
 */
export async function answerFailedSignIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, next, sentence }: FailedSignIn,
  error: unknown,
): Promise<FastifyReply> {
  const isRefusal = error instanceof Refusal
  if (!isRefusal && !(error instanceof SignInFailed)) throw error
  const refusal = isRefusal ? error : refuse('sign_in.failed', { reason: sentence })
  if (refusal.code !== 'request.rate_limited' && (await isTold(context, request))) {
    request.failedSignIn = { provider, reason: error.message.slice(0, 1000) }
    context.log.warn({ provider, reason: error.message }, 'a sign-in failed')
  }
  if (wantsJson(request)) return answerRefusal(refusal, request, reply)
  return await sendLoginPage(context, reply, { status: refusal.status, next, error: refusal.message })
}

/** Anybody may fail as often as he likes: of one network the audit log holds so many an hour. */
async function isTold(context: ServerContext, request: FastifyRequest): Promise<boolean> {
  return await isWithinRate(context, {
    ...{ name: 'failed sign-in', caller: callerOf(request) },
    perHour: context.config.loginsPerHour,
  })
}
