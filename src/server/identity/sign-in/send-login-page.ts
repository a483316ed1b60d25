import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerRefusal, sendPage, wantsJson } from '#server/http/index.ts'
import { isWithinRate, type ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import type { Phrase } from '#shared/messages/phrase.ts'
import { renderLoginPage } from '../pages/login-page.ts'
import { SignInFailed, type SignInProvider } from './person.ts'
import { callerOf } from './sign-in-attempts.ts'
import { loginChoices } from './sign-in-methods.ts'

interface FailedSignIn {
  provider: SignInProvider
  next: string
  isAgain?: boolean
  /** what people read when the fault is not theirs */
  sentence: Phrase
}

/**
 * Answers a failed sign-in with the login page and one sentence; the audit log gets the technical reason for the
 * admin. Errors other than SignInFailed and refusals are bugs and thrown again.
 */
export async function answerFailedSignIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, next, isAgain = false, sentence }: FailedSignIn,
  error: unknown,
): Promise<FastifyReply> {
  const isRefusal = error instanceof Refusal
  if (!isRefusal && !(error instanceof SignInFailed)) throw error
  const refusal = isRefusal ? error : refuse('sign_in.failed', { reason: sentence })
  if (refusal.code !== 'request.rate_limited' && (await isTold(context, request))) {
    request.failedSignIn = { provider, reason: error.message.slice(0, 1000) }
    context.log.warn({ provider, reason: error.message }, 'A sign-in failed.')
  }
  if (wantsJson(request)) return answerRefusal(refusal, request, reply)
  return await sendLoginPage(context, reply, {
    status: refusal.status,
    next,
    isAgain,
    error: translatedMessage(refusal),
  })
}

/**
 * The audit log records at most this many failures per network and hour; failing itself is not limited here.
 */
async function isTold(context: ServerContext, request: FastifyRequest): Promise<boolean> {
  return await isWithinRate(context, {
    name: 'failed sign-in',
    caller: callerOf(request),
    perHour: context.config.loginsPerHour,
  })
}

interface LoginAnswer {
  status: number
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
  /** the user logs in to confirm who they are */
  isAgain?: boolean
  email?: string
  remember?: boolean
  /** what went wrong, shown on the page */
  error: string | null
}

/** The login page with every method that is available now. */
export async function sendLoginPage(
  context: Pick<ServerContext, 'db' | 'config'>,
  reply: FastifyReply,
  { status, next, isAgain = false, email = '', remember = true, error }: LoginAnswer,
): Promise<FastifyReply> {
  const { methods, hasPassword } = await loginChoices(context)
  return sendPage(
    reply,
    status,
    renderLoginPage({ next, isAgain, email, remember, error, methods, hasPassword }),
  )
}
