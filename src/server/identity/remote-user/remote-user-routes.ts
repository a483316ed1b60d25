import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { readEmail } from '#shared/users/email-address.ts'
import { requireVisit } from '../session/csrf.ts'
import { isLoginAgain, nextOf, redirectTo } from '../session/session-reply.ts'
import { admitPerson } from '../sign-in/admit-person.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import { answerFailedSignIn } from '../sign-in/send-login-page.ts'

/**
 * `GET /remote_user/login` (docs/reference/api-access.md#single-sign-on): the proxy in front has authenticated the
 * user and names them in a header.
 */
export function registerRemoteUserRoutes(app: FastifyInstance, context: ServerContext): void {
  const { remoteUserProxies, remoteUserHeader } = context.config
  const isTrusted = trustedPeers(remoteUserProxies)

  app.get('/remote_user/login', async (request, reply) => {
    requireVisit(request)
    const next = nextOf(request)
    const isAgain = isLoginAgain(request)
    const named = headerOf(request, remoteUserHeader)
    if (named === null || remoteUserProxies.length === 0) {
      return reply.redirect(next === '' ? '/' : `/login?next=${encodeURIComponent(next)}`, 302)
    }
    try {
      if (!isTrusted(request)) {
        const peer = request.socket.remoteAddress ?? 'unknown'
        throw new SignInFailed(
          `${peer}, which is not in SEXTANT_REMOTE_USER_PROXIES, sent ${remoteUserHeader}.`,
        )
      }
      const email = readEmail(named)
      if (email === null) throw new SignInFailed(`${remoteUserHeader} holds no email address.`)
      const person: Person = {
        provider: 'remote_user',
        issuer: remoteUserHeader,
        subject: email,
        email,
        is_email_verified: true,
        name: '',
      }
      // a header does not say when the user logged in
      const authentication = { at: null, askedSince: isAgain ? context.clock() : null }
      const admission = { remember: true, next, authentication }
      const outcome = await admitPerson(context, request, reply, person, admission)
      reply.header('cache-control', 'no-store')
      redirectTo(reply, outcome.next)
      return reply
    } catch (error) {
      const sentence = phrase('The proxy in front of Sextant could not log you in. Please tell an admin.')
      return await answerFailedSignIn(
        context,
        request,
        reply,
        { provider: 'remote_user', next, isAgain, sentence },
        error,
      )
    }
  })
}

/** Null: the header names no user. */
function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()]
  const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return text.trim() === '' || text.trim() === '(null)' ? null : text
}

/** Checks the address of the connection: X-Forwarded-For can be forged. */
function trustedPeers(networks: readonly string[]): (request: FastifyRequest) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return ({ socket: { remoteAddress } }) => {
    if (remoteAddress === undefined) return false
    return list.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
  }
}
