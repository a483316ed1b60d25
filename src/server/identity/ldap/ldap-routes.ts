import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import * as api from '#shared/sign-in/ldap-api.ts'
import { renderLdapPage } from '../pages/ldap-page.ts'
import { answerSignedIn } from '../second-factor/answer-signed-in.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import type { LogIn } from '../session/log-in.ts'
import { isForm, nextOf, redirectTo } from '../session/session-reply.ts'
import { type LdapSettings, ldapOf } from '../sign-in/ldap-settings.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import { logInWithLdap } from './log-in-with-ldap.ts'

/**
 * `GET|POST /ldap/login` (docs/reference/api-access.md#single-sign-on). Without a directory both redirect to the
 * start page.
 */
export function registerLdapRoutes(app: FastifyInstance, context: ServerContext): void {
  const { config } = context
  const settings = ldapOf(config)

  app.get(api.logInWithLdap.path, async (request, reply) => {
    if (settings === null) return reply.redirect('/', 302)
    const next = nextOf(request)
    if (request.actor?.kind === 'user') {
      redirectTo(reply, next)
      return reply
    }
    return showForm(reply, 200, { next, email: '', remember: true }, null)
  })

  serve(app, api.logInWithLdap, { csrf: 'origin' })(async ({ body, request, reply }) => {
    requireOwnOrigin(context, request)
    if (settings === null) {
      reply.redirect('/', 302)
      return replied
    }
    const remember = body.remember !== undefined && body.remember !== false
    const form: LogIn = { ...body, remember, next: nextOf(request) }
    try {
      const outcome = await attempt(context, request, reply, settings, form)
      return await answerSignedIn(context, request, reply, outcome, body.code)
    } catch (error) {
      if (!isForm(request) || !(error instanceof Refusal) || !error.code.startsWith('sign_in.')) throw error
      showForm(reply, error.status, form, translatedMessage(error))
    }
    return replied
  })

  function showForm(
    reply: FastifyReply,
    status: number,
    { next, email: username, remember }: Omit<LogIn, 'password'>,
    error: string | null,
  ): FastifyReply {
    const page = { next, username, remember, error, prompt: config.ldapUsernamePrompt }
    return sendPage(reply, status, renderLdapPage(page))
  }
}

/** The log tells the admin what went wrong with the directory; the page shows one sentence. */
async function attempt(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: LdapSettings,
  form: LogIn,
) {
  try {
    return await logInWithLdap(context, request, reply, settings, form)
  } catch (error) {
    if (error instanceof Refusal && error.code.startsWith('sign_in.'))
      request.failedSignIn ??= { provider: 'ldap', reason: error.message }
    if (!(error instanceof SignInFailed)) throw error
    request.failedSignIn = { provider: 'ldap', reason: error.message.slice(0, 1000) }
    context.log.warn({ provider: 'ldap', reason: error.message }, 'A sign-in failed.')
    const sentence = phrase(
      'Your login could not be checked at the moment. Please try again later, or tell an admin.',
    )
    throw refuse('sign_in.failed', { reason: sentence })
  }
}
