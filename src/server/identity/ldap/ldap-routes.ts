import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import * as api from '#shared/sign-in/ldap-api.ts'
import { renderLdapPage } from '../pages/ldap-page.ts'
import { answerSignedIn } from '../second-factor/enter-code.ts'
import type { SignInOutcome } from '../second-factor/sign-in-or-ask-for-code.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { accountInDirectory, limitGuesses, rememberBrowser } from '../session/known-browser.ts'
import type { LogIn } from '../session/log-in.ts'
import { isForm, isLoginAgain, nextOf, redirectTo } from '../session/session-reply.ts'
import { admitPerson } from '../sign-in/admit-person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import { limitSignIns } from '../sign-in/sign-in-attempts.ts'
import { type LdapSettings, ldapOf } from '../sign-in/sign-in-methods.ts'
import { lookUpInDirectory } from './look-up-in-directory.ts'

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
    if (request.actor?.kind === 'user' && !isLoginAgain(request)) {
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

/**
 * Signs in a person whose password the directory accepts. Wrong ones count against the same limits as local
 * passwords. Throws sign_in.wrong_ldap_credentials, SignInFailed, and what `admitPerson` throws.
 */
async function logInWithLdap(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: LdapSettings,
  { email: username, password, remember, next }: LogIn,
): Promise<SignInOutcome> {
  const takeBackAttempt = await limitSignIns(context, request)
  let account = accountInDirectory(username, '')
  let takeBackGuess = async () => {}
  const found = await lookUpInDirectory(settings, username.trim(), password, async (age) => {
    account = accountInDirectory(username, age)
    takeBackGuess = await limitGuesses(context, request, account)
  })
  if ('wrong' in found) {
    request.failedSignIn = { provider: 'ldap', reason: found.wrong }
    throw refuse('sign_in.wrong_ldap_credentials')
  }
  await takeBackAttempt()
  await takeBackGuess()
  const person = { provider: 'ldap', issuer: settings.url, is_email_verified: true, ...found } as const
  // the directory has just checked the password
  const authentication = { at: context.clock(), askedSince: null }
  const admission = { remember, next, authentication }
  const outcome = await admitPerson(context, request, reply, person, admission)
  rememberBrowser(context, request, reply, account)
  return outcome
}
