import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { SignInOutcome } from '../second-factor/sign-in-or-ask-for-code.ts'
import { accountInDirectory, limitGuesses, rememberBrowser } from '../session/known-browser.ts'
import type { LogIn } from '../session/log-in.ts'
import { admitPerson } from '../sign-in/admit-person.ts'
import type { LdapSettings } from '../sign-in/ldap-settings.ts'
import { limitSignIns } from '../sign-in/sign-in-attempts.ts'
import { lookUpInDirectory } from './look-up-in-directory.ts'

/**
 * Signs in a person whose password the directory accepts. Wrong ones count against the same limits as local
 * passwords. Throws sign_in.wrong_ldap_credentials, SignInFailed, and what `admitPerson` throws.
 */
export async function logInWithLdap(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: LdapSettings,
  { email: username, password, remember, next }: LogIn,
): Promise<SignInOutcome> {
  const takeBackAttempt = await limitSignIns(context, request)
  const account = accountInDirectory(username)
  const takeBackGuess = await limitGuesses(context, request, account)
  const found = await lookUpInDirectory(settings, username.trim(), password)
  if ('wrong' in found) {
    request.failedSignIn = { provider: 'ldap', reason: found.wrong }
    throw refuse('sign_in.wrong_ldap_credentials')
  }
  await takeBackAttempt()
  await takeBackGuess()
  const person = { provider: 'ldap', issuer: settings.url, is_email_verified: true, ...found } as const
  const outcome = await admitPerson(context, request, reply, person, remember, next)
  rememberBrowser(context, request, reply, account)
  return outcome
}
