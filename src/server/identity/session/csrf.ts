import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#server/http/index.ts'
import type { Secrets, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'

const cookieName = 'csrf_token'
const lifetime = 6 * 60 * 60 * 1000
const guardedMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export type CsrfFault = 'missing' | 'invalid' | 'expired' | 'mismatch'

/** Sentences that clients recognize (docs/reference/api-conventions.md#csrf) by the word CSRF. */
const faultMessages: Record<CsrfFault, Phrase> = {
  missing: phrase('The CSRF token is missing.'),
  invalid: phrase('The CSRF token is invalid.'),
  expired: phrase('The CSRF token has expired.'),
  mismatch: phrase('The CSRF tokens do not match.'),
}

/**
 * `{milliseconds in base 36}.{nonce}.{signature}`; the signature covers the session, so the token fits no other
 * session.
 */
export function issueCsrfToken(secrets: Secrets, sessionHash: Buffer | null, now: Date): string {
  const head = `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${head}.${secrets.sign('csrf', signedText(head, sessionHash))}`
}

/** What is wrong with a token for this session; null: it is valid. */
export function checkCsrfToken(
  secrets: Secrets,
  token: unknown,
  sessionHash: Buffer | null,
  now: Date,
): CsrfFault | null {
  if (typeof token !== 'string' || token === '') return 'missing'
  const parts = /^([0-9a-z]{1,11})\.([\w-]{12})\.([\w-]{43})$/.exec(token)
  if (parts === null) return 'invalid'
  const [, issued = '', nonce = '', signature = ''] = parts
  if (!secrets.verify('csrf', signedText(`${issued}.${nonce}`, sessionHash), signature)) return 'mismatch'
  const age = now.getTime() - Number.parseInt(issued, 36)
  return age > lifetime ? 'expired' : null
}

function signedText(head: string, sessionHash: Buffer | null): string {
  return `${head}.${sessionHash?.toString('base64url') ?? 'anonymous'}`
}

/**
 * Every changing request of a cookie session carries its token; API-key calls are exempt. Browsers and proxies
 * send a JWT automatically as well, so such requests must come from our own pages.
 */
export function requireCsrfToken(context: ServerContext, request: FastifyRequest): void {
  if (!guardedMethods.has(request.method)) return
  if (request.isByToken) requireOwnOrigin(context, request)
  if (request.cookieSession === null) return
  const { secrets, clock } = context
  if (request.routeOptions.config.csrf === 'origin') return
  const header = request.headers['x-csrf-token'] ?? request.headers['x-csrftoken']
  const field = (request.body as { csrf_token?: unknown } | null | undefined)?.csrf_token
  const fault = checkCsrfToken(secrets, header ?? field, request.cookieSession, clock())
  if (fault !== null) throw refuse('request.csrf', { reason: faultMessages[fault] })
}

/** Sets a fresh token in the cookie that scripts read. */
export function setCsrfCookie(
  { config, secrets, clock }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionHash: Buffer | null,
): void {
  reply.setCookie(cookieName, issueCsrfToken(secrets, sessionHash, clock()), {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(config, request),
  })
}

/** True when the browser's token is invalid or about to expire. */
export function needsCsrfCookie(
  { secrets, clock }: ServerContext,
  request: FastifyRequest,
  sessionHash: Buffer | null,
): boolean {
  const halfLife = new Date(clock().getTime() + lifetime / 2)
  return checkCsrfToken(secrets, request.cookies[cookieName], sessionHash, halfLife) !== null
}

/**
 * Anonymous forms (login, set-up) have no session to bind a token to: they are accepted only from our own pages.
 * Programs, which send neither header, pass.
 */
export function requireOwnOrigin({ config }: ServerContext, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignPage()
  const { origin } = request.headers
  if (origin === undefined) return
  if (!URL.canParse(origin)) throw foreignPage()
  const { protocol, host } = new URL(origin)
  // the proxy in front may speak another protocol to us, so only hosts are compared
  const ownAddresses = [
    `${protocol}//${request.host}`,
    ...(config.publicUrl === null ? [] : [config.publicUrl]),
  ]
  const ownHosts = ownAddresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).host)
  if (host === '' || !ownHosts.includes(host)) throw foreignPage()
}

/**
 * Did the user navigate here, rather than an image in some data or another site? Programs, which do not say, pass.
 */
export function isOwnVisit(request: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': site } = request.headers
  return (destination === 'document' || destination === 'empty') && site !== 'cross-site'
}

/**
 * Throws request.csrf for what a browser fetches as part of a page: an image or frame on another site must neither
 * end the session nor begin logins, whose number per network is limited. Navigation from any site passes, and so
 * do programs, which do not say.
 */
export function requireVisit({ headers }: FastifyRequest): void {
  const { 'sec-fetch-dest': destination = 'document' } = headers
  if (destination === 'document') return
  throw refuse('request.csrf', {
    reason: phrase('This address is for people who go there, not for parts of pages (CSRF).'),
  })
}

function foreignPage() {
  return refuse('request.csrf', {
    reason: phrase('This form was sent from another site (CSRF). Please use the page itself.'),
  })
}
