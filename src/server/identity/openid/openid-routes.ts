import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicAddress } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { requireVisit } from '../session/csrf.ts'
import { isLoginAgain, nextOf, redirectTo } from '../session/session-reply.ts'
import { isSetUp } from '../setup/set-up.ts'
import { admitPerson } from '../sign-in/admit-person.ts'
import type { Person } from '../sign-in/person.ts'
import { answerFailedSignIn } from '../sign-in/send-login-page.ts'
import { beginAttempt, completeAttempt, limitSignIns, storedTime } from '../sign-in/sign-in-attempts.ts'
import { createOpenidClient, type OpenidClient } from './openid-client.ts'
import { googleProvider, type OpenidProvider, openidProvider } from './openid-provider.ts'
import type { Claims } from './person-of-claims.ts'

/** `/oauth/google` and `/oauth/openid`, and their callbacks (docs/reference/api-access.md#single-sign-on). */
export function registerOpenidRoutes(app: FastifyInstance, context: ServerContext): void {
  registerProvider(app, context, googleProvider(context.config), '/oauth/google')
  registerProvider(app, context, openidProvider(context.config), '/oauth/openid')
}

/** The provider's clock may be behind by this, in milliseconds. */
const clockDifference = 60_000

interface SignIn {
  provider: OpenidProvider
  client: OpenidClient
}

function registerProvider(
  app: FastifyInstance,
  context: ServerContext,
  provider: OpenidProvider | null,
  path: '/oauth/google' | '/oauth/openid',
): void {
  const signIn = provider === null ? null : { provider, client: createOpenidClient(context, provider) }
  app.get(path, async (request, reply) => {
    if (!(await isSetUp(context))) return reply.redirect('/setup', 302)
    return signIn === null ? reply.redirect('/', 302) : await begin(context, signIn, request, reply)
  })
  app.get(`${path}_callback`, async (request, reply) =>
    signIn === null ? reply.redirect('/', 302) : await complete(context, signIn, request, reply),
  )
}

async function begin(
  context: ServerContext,
  { provider, client }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireVisit(request)
  const next = nextOf(request)
  const isAgain = isLoginAgain(request)
  const { provider: name, sentence, callback } = provider
  try {
    const secrets = await client.newSecrets()
    const asked_since = isAgain ? new Date(context.clock().getTime() - clockDifference) : null
    const state = await beginAttempt(context, request, reply, name, { ...secrets, next, asked_since })
    const redirectUri = `${publicAddress(context.config, request)}${callback}`
    const target = await client.begin(redirectUri, secrets, state, isAgain)
    return reply.header('cache-control', 'no-store').redirect(target, 302)
  } catch (error) {
    const failed = { provider: name, next, isAgain, sentence }
    return await answerFailedSignIn(context, request, reply, failed, error)
  }
}

async function complete(
  context: ServerContext,
  { provider, client }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { provider: name, sentence } = provider
  let next = ''
  let askedSince: Date | null = null
  try {
    const { state, error } = request.query as { state?: unknown; error?: unknown }
    const { details, takeBackBeginning } = await completeAttempt(context, request, reply, name, state)
    const takeBackAttempt = await limitSignIns(context, request)
    next = String(details['next'])
    askedSince = storedTime(details['asked_since'])
    if (error === 'access_denied') throw refuse('sign_in.cancelled')
    const secrets = { nonce: String(details['nonce']), verifier: String(details['verifier']) }
    const returned = new URL(request.url, publicAddress(context.config, request))
    const { person, claims, authenticatedAt } = await client.complete(returned, secrets, String(state))
    const admitted = { ...person, may_join: await mayJoin(context, provider, person, claims) }
    const authentication = { at: authenticatedAt, askedSince }
    const admission = { remember: true, next, authentication }
    const outcome = await admitPerson(context, request, reply, admitted, admission)
    await takeBackAttempt()
    await takeBackBeginning()
    reply.header('cache-control', 'no-store')
    redirectTo(reply, outcome.next)
    return reply
  } catch (error) {
    const failed = { provider: name, next, isAgain: askedSince !== null, sentence }
    return await answerFailedSignIn(context, request, reply, failed, error)
  }
}

async function mayJoin(
  context: ServerContext,
  { provider }: OpenidProvider,
  { email }: Person,
  claims: Claims,
): Promise<boolean> {
  if (provider === 'openid') return mayJoinByOpenid(email, context.config.openidAllowedDomains)
  const { settings } = await currentOrganization(context)
  return mayJoinByGoogle(claims, email, organizationSettings(settings).auth_google_apps_domains)
}

/** Google's own mail services, where every address is a Google account. */
const mailServices: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * May a person without an account get one by logging in? With Google: those of a domain that the organization
 * allows. A company must manage the account (`hd`): people can create a private Google account with a company
 * address, and keep it after they leave.
 */
function mayJoinByGoogle(claims: Claims, email: string, domains: readonly string[]): boolean {
  const domain = domainOf(email)
  if (!isAmong(domain, domains)) return false
  return mailServices.includes(domain) || (typeof claims['hd'] === 'string' && claims['hd'] !== '')
}

/** All people of the provider, unless the operator limits the domains. */
function mayJoinByOpenid(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || isAmong(domainOf(email), domains)
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

function isAmong(domain: string, domains: readonly string[]): boolean {
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}
