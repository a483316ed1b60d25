import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { createOutboundFetch, limitReply, type ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { readEmail } from '#shared/users/email-address.ts'
import type { ReadToken, TokenUser } from '../session/identify.ts'
import { admit, isStillOf } from '../sign-in/admit-person.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import { type JwtSettings, jwtOf } from '../sign-in/sign-in-methods.ts'
import { type KeyRing, keepKeys } from './jwt-keys.ts'

/** Accepted tokens are cached for this time, in milliseconds: pages send them with each request. */
const trust = 60_000
const maxTrusted = 5000
/** The audit log records refused tokens at most once per this time, in milliseconds: programs keep retrying. */
const auditPause = 60_000
const clockTolerance = 30
const fetchMilliseconds = 10_000
const maxMegabytes = 1

/**
 * Identifies users by the tokens of a gateway (docs/reference/api-access.md#jwt); always answers null while none
 * is configured.
 */
export function createTokenReader(context: ServerContext): ReadToken {
  const settings = jwtOf(context.config)
  if (settings === null) return async () => null
  const { clock, log } = context
  const keys = keepKeys(settings, () => fetchKeys(context, settings.keysUrl), clock)
  const trusted = new Map<string, TokenUser & { until: number }>()
  let auditedAt = Number.NEGATIVE_INFINITY
  return async (request) => {
    const token = tokenOf(request, settings)
    if (token === null) return null
    const now = clock().getTime()
    const name = createHash('sha256').update(token).digest('base64')
    const known = trusted.get(name)
    // the owner of the account may have taken it back from the person whom the token names
    if (known !== undefined && now < known.until && (await known.stands(context.db))) return known
    try {
      const { person, expiresAt } = await verify(token, settings, keys, clock())
      const userId = await admit(context, person)
      if (trusted.size >= maxTrusted) trusted.clear()
      const stands: TokenUser['stands'] = (db) => isStillOf(db, userId, person)
      trusted.set(name, { userId, stands, until: Math.min(expiresAt, now + trust) })
      return { userId, stands }
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof SignInFailed)) throw error
      log.warn({ provider: 'jwt', reason: error.message }, 'A sign-in failed.')
      if (now - auditedAt >= auditPause) {
        auditedAt = now
        request.failedSignIn = { provider: 'jwt', reason: error.message.slice(0, 1000) }
      }
      throw refuse('sign_in.invalid_jwt')
    }
  }
}

/** The cookie comes first, then the header, alone or after `Bearer`. */
function tokenOf(request: FastifyRequest, { cookieName, headerName }: JwtSettings): string | null {
  const cookie = cookieName === null ? undefined : request.cookies[cookieName]
  if (cookie !== undefined && cookie !== '') return cookie
  const header = headerName === null ? undefined : request.headers[headerName.toLowerCase()]
  if (typeof header !== 'string') return null
  const token = header.replace(/^Bearer +/i, '').trim()
  // the same header may hold an API key
  return token.split('.').length === 3 ? token : null
}

async function verify(
  token: string,
  { issuer, audience }: JwtSettings,
  keys: KeyRing,
  currentDate: Date,
): Promise<{ person: Person; expiresAt: number }> {
  const { decodeProtectedHeader, jwtVerify } = await import('jose')
  const { alg, kid } = orFail('The token cannot be read', () => decodeProtectedHeader(token))
  const key = await keys
    .find(kid, alg ?? '')
    .catch((error: Error) => failed(`The keys cannot be had: ${error.message}`, error))
  if (key === null) return failed(`There is no key ${kid ?? 'without a name'} for ${alg ?? 'no algorithm'}.`)
  const { payload } = await jwtVerify(token, key.key, {
    algorithms: [key.algorithm],
    issuer,
    audience,
    currentDate,
    clockTolerance,
    requiredClaims: ['exp', 'email'],
  }).catch((error: Error) => failed(`The token is not good: ${error.message}`, error))
  const { email, email_verified, name, sub, exp = 0 } = payload
  const address = typeof email === 'string' ? readEmail(email) : null
  if (address === null) return failed('The token holds no email address.')
  if (email_verified !== undefined && email_verified !== true && email_verified !== 'true')
    return failed('The email address of the token is not verified.')
  // claims may hold any type
  if (sub !== undefined && typeof (sub as unknown) !== 'string') return failed('The subject is not a text.')
  const subject = sub === undefined || sub === '' ? address : sub
  return {
    person: {
      provider: 'jwt',
      issuer,
      subject,
      email: address,
      is_email_verified: true,
      name: typeof name === 'string' ? name : '',
    },
    expiresAt: exp * 1000,
  }
}

function failed(reason: string, cause?: unknown): never {
  throw new SignInFailed(reason, cause)
}

function orFail<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    return failed(`${what}: ${(error as Error).message}`, error)
  }
}

/** The operator configured the address, so its host may be private. */
async function fetchKeys({ config }: Pick<ServerContext, 'config'>, address: string): Promise<string> {
  const url = new URL(address)
  if (url.protocol === 'file:') return await readFile(url, 'utf8')
  const allowedPrivateHosts = [...config.allowedPrivateHosts, url.hostname.replace(/^\[|\]$/g, '')]
  const fetch = createOutboundFetch({ allowedPrivateHosts, version: null, followsRedirects: false })
  const reply = await fetch(address, {}, AbortSignal.timeout(fetchMilliseconds))
  if (reply.ok) return await limitReply(reply, maxMegabytes).text()
  await reply.body?.cancel()
  throw new Error(`${url.host} answers ${reply.status}.`)
}
