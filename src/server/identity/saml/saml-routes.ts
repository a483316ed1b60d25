import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicAddress, replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { isSamlOpen } from '#shared/organizations/login-methods.ts'
import {
  type OrganizationSettings,
  organizationSettings,
} from '#shared/organizations/organization-settings.ts'
import { readSpSettings } from '#shared/organizations/saml-sp-settings.ts'
import { sanitizeNext } from '#shared/session/next-path.ts'
import { samlCallback } from '#shared/session/sign-in-api.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { requireVisit } from '../session/csrf.ts'
import { isLoginAgain, nextOf, redirectTo } from '../session/session-reply.ts'
import { isSetUp } from '../setup/set-up.ts'
import { admitPerson } from '../sign-in/admit-person.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import { answerFailedSignIn } from '../sign-in/send-login-page.ts'
import {
  beginAttempt,
  completeAttempt,
  limitSignIns,
  openAttempts,
  receiveAttempt,
  spendAssertion,
  storedTime,
} from '../sign-in/sign-in-attempts.ts'
import { workableSettings } from '../sign-in/sign-in-methods.ts'
import { checkResponse } from './check-in-thread.ts'
import { createProviderMemory, type FindProvider } from './identity-provider.ts'
import { emailFormat, entityIdOf, loginAddress, newRequestId, type ServiceProvider } from './saml-client.ts'

/** Bytes of the form that brings a response: XML in URL-encoded base64. `requireModestXml` limits the XML itself. */
const maxResponseLength = 512 * 1024

const sentence = phrase('SAML login failed. Please try again later.')

/**
 * SAML 2.0, as configured in the settings of the organization (docs/reference/api-access.md#single-sign-on).
 */
export function registerSamlRoutes(app: FastifyInstance, context: ServerContext): void {
  const findProvider = createProviderMemory(context)
  app.get('/saml/login', async (request, reply) => {
    if (!(await isSetUp(context))) return reply.redirect('/setup', 302)
    const settings = await openSettings(context)
    return settings === null
      ? reply.redirect('/', 302)
      : await begin(context, findProvider, settings, request, reply)
  })

  serve(app, samlCallback, { csrf: 'origin', maxFormLength: maxResponseLength })(
    async ({ body, request, reply }) => {
      const settings = await openSettings(context)
      if (settings === null) reply.redirect('/', 303)
      else await receive(context, findProvider, settings, body, request, reply)
      return replied
    },
  )

  app.get('/saml/complete', (request, reply) => complete(context, request, reply))

  app.get('/saml/metadata', async (request, reply) => {
    const { settings } = await currentOrganization(context)
    const sp = serviceProvider(context, organizationSettings(settings), request)
    return reply
      .header('content-type', 'application/samlmetadata+xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await describeServiceProvider(sp))
  })
}

/** Null: SAML is off or its settings are incomplete. */
async function openSettings(context: ServerContext): Promise<OrganizationSettings | null> {
  const { settings: stored } = await currentOrganization(context)
  const settings = workableSettings(context.config, organizationSettings(stored))
  return isSamlOpen(settings) ? settings : null
}

function serviceProvider(
  { config }: ServerContext,
  settings: OrganizationSettings,
  request: FastifyRequest,
): ServiceProvider {
  const read = readSpSettings(settings.auth_saml_sp_settings)
  const usual = readSpSettings('')
  const chosen = read.ok ? read : usual
  if (!chosen.ok) throw new SignInFailed('The SAML settings of this instance cannot be read.')
  return {
    callback: `${publicAddress(config, request)}/saml/callback`,
    settings: chosen.settings,
    nameid_format: settings.auth_saml_nameid_format,
  }
}

async function describeServiceProvider(sp: ServiceProvider): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer: entityIdOf(sp),
    callbackUrl: sp.callback,
    identifierFormat: sp.nameid_format === '' ? emailFormat : sp.nameid_format,
    wantAssertionsSigned: sp.settings.want_assertions_signed,
    generateUniqueId: newRequestId,
  })
}

async function begin(
  context: ServerContext,
  findProvider: FindProvider,
  settings: OrganizationSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireVisit(request)
  const next = nextOf(request)
  const isAgain = isLoginAgain(request)
  try {
    const isUnsolicited = Object.hasOwn(Object(request.query), 'unsolicited')
    const open = isUnsolicited ? await openAttempts(context, request, 'saml') : []
    if (open.some((details) => details['is_unsolicited'] === true))
      throw new SignInFailed('The identity provider does not send back the RelayState of our requests.')
    const request_id = newRequestId()
    const sp = serviceProvider(context, settings, request)
    const since = context.clock().getTime() - sp.settings.accepted_time_diff * 1000
    const asked_since = isAgain ? new Date(since) : null
    const details = { next, request_id, is_unsolicited: isUnsolicited, asked_since }
    const token = await beginAttempt(context, request, reply, 'saml', details)
    const idp = await findProvider(settings)
    const target = await loginAddress(idp, sp, request_id, token, isAgain)
    reply.headers({ 'cache-control': 'no-cache, no-store', pragma: 'no-cache' })
    return reply.redirect(target, 302)
  } catch (error) {
    const failed = { provider: 'saml', next, isAgain, sentence } as const
    return await answerFailedSignIn(context, request, reply, failed, error)
  }
}

/**
 * Receives the response that the browser brings from the provider. Responses that answer none of our requests, as
 * from the provider's list of applications, are not read: they begin a login, which the provider answers at once
 * because the user is signed in there. This way no one can be signed in to an account they did not choose.
 */
async function receive(
  context: ServerContext,
  findProvider: FindProvider,
  settings: OrganizationSettings,
  { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState?: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  let next = ''
  try {
    if (RelayState === undefined || !/^[\w-]{43}$/.test(RelayState)) {
      if (!serviceProvider(context, settings, request).settings.allow_unsolicited)
        throw new SignInFailed('The response answers no request, which the settings forbid.')
      const wanted = sanitizeNext(RelayState ?? '')
      const query = new URLSearchParams({ unsolicited: '1', ...(wanted === '' ? {} : { next: wanted }) })
      reply.header('cache-control', 'no-store').redirect(`/saml/login?${query}`, 303)
      return
    }
    const { details, passOn } = await receiveAttempt(context, 'saml', RelayState)
    const takeBackAttempt = await limitSignIns(context, request)
    const requestId = details['request_id']
    if (typeof requestId !== 'string') throw new SignInFailed('The sign-in has been answered already.')
    next = String(details['next'])
    const idp = await findProvider(settings)
    const sp = serviceProvider(context, settings, request)
    const { person, authenticated_at, id, expires_at } = await checkResponse(
      SAMLResponse,
      { idp, sp, requestId, now: context.clock() },
      request.ip,
    )
    await spendAssertion(context, idp.entity_id, id, expires_at)
    await takeBackAttempt()
    const { asked_since } = details
    const token = await passOn({ person, next, authenticated_at, asked_since })
    reply.header('cache-control', 'no-store').redirect(`/saml/complete?token=${token}`, 303)
  } catch (error) {
    await answerFailedSignIn(context, request, reply, { provider: 'saml', next, sentence }, error)
  }
}

/** Continues in the same browser with its cookie, which a post from another site does not carry. */
async function complete(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let next = ''
  let askedSince: Date | null = null
  try {
    const { token } = request.query as { token?: unknown }
    const { details, takeBackBeginning } = await completeAttempt(context, request, reply, 'saml', token)
    next = String(details['next'])
    askedSince = storedTime(details['asked_since'])
    if (details['person'] === undefined) throw new SignInFailed('The provider has not answered yet.')
    // as stored by `receive`
    const person = details['person'] as Person
    const authentication = { at: storedTime(details['authenticated_at']), askedSince }
    const admission = { remember: true, next, authentication }
    const outcome = await admitPerson(context, request, reply, person, admission)
    await takeBackBeginning()
    reply.header('cache-control', 'no-store')
    redirectTo(reply, outcome.next)
    return reply
  } catch (error) {
    const failed = { provider: 'saml', next, isAgain: askedSince !== null, sentence } as const
    return await answerFailedSignIn(context, request, reply, failed, error)
  }
}
