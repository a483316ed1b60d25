import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#server/http/index.ts'
import { countAttempt, limitRate, networkOf, type ServerContext, takeBack } from '#server/kernel/index.ts'
import { hashToken, newToken } from '../session/session-cookies.ts'
import {
  deleteExpiredAttempts,
  insertAttempt,
  insertSpentAssertion,
  listAttemptDetails,
  type StoredAttempt,
  takeAttempt,
} from './attempt-store.ts'
import type { SignInProvider } from './person.ts'
import { SignInFailed } from './sign-in-failed.ts'

type Details = Record<string, unknown>

const cookieName = 'sign_in'
/** time that people get at the provider */
const lifetimeSeconds = 15 * 60
/** one network may begin in vain so many times more than it may fail */
const beginnings = 20

/**
 * Notes a sign-in that goes on at a provider; answers its token (the `state`). Only the browser that is answered now can
 * complete it, so nobody is signed in to the account of somebody who has sent him a link.
 */
export async function beginAttempt(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: SignInProvider,
  details: Details,
): Promise<string> {
  const { config } = context
  const begun = await countAttempt(context, {
    name: 'begin sign-in',
    caller: callerOf(request),
    perHour: config.loginsPerHour * beginnings,
  })
  const browser = newToken()
  reply.setCookie(cookieName, browser, { ...cookieAttributes(context, request), maxAge: lifetimeSeconds })
  return await keepAttempt(context, provider, hashToken(browser), { ...details, begun })
}

async function keepAttempt(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  provider: SignInProvider,
  browser_hash: Buffer,
  details: Details,
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(clock().getTime() + lifetimeSeconds * 1000)
  await insertAttempt(db, { token_hash: hashToken(token), provider, browser_hash, details, expires_at })
  return token
}

/**
 * What was noted of an attempt, once, and only for the browser that began it. `takeBackBeginning`: it has let somebody in, and
 * keeps nobody of the network where it began from beginning one. Throws SignInFailed.
 */
export async function completeAttempt(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: SignInProvider,
  token: unknown,
): Promise<{ details: Details; takeBackBeginning(): Promise<void> }> {
  const attempt = await takeOpen(context, provider, token)
  const browserHash = browserOf(request)
  reply.clearCookie(cookieName, cookieAttributes(context, request))
  if (browserHash === null || !browserHash.equals(attempt.browser_hash))
    throw new SignInFailed('The sign-in was begun in another browser.')
  const { details } = attempt
  return { details, takeBackBeginning: () => forgetBeginning(context, details) }
}

/** As `beginAttempt` has noted it, in JSON; of what was under way when Sextant learned this, nothing is noted. */
async function forgetBeginning(context: Pick<ServerContext, 'db'>, { begun }: Details): Promise<void> {
  const { bucket, windowStart } = Object(begun) as { bucket?: unknown; windowStart?: unknown }
  if (typeof bucket !== 'string' || typeof windowStart !== 'string') return
  await takeBack(context, { bucket, windowStart: new Date(windowStart) })
}

/**
 * The attempt that a message from another site answers: such messages come without our cookie. `passOn` notes what the
 * message says for `completeAttempt`, which only the browser that began it gets through.
 */
export async function receiveAttempt(
  context: ServerContext,
  provider: SignInProvider,
  token: unknown,
): Promise<{ details: Details; passOn(details: Details): Promise<string> }> {
  const attempt = await takeOpen(context, provider, token)
  return {
    details: attempt.details,
    passOn: (details) =>
      keepAttempt(context, provider, attempt.browser_hash, { ...details, begun: attempt.details['begun'] }),
  }
}

async function takeOpen(
  { db, clock }: ServerContext,
  provider: SignInProvider,
  token: unknown,
): Promise<StoredAttempt> {
  const isToken = typeof token === 'string' && /^[\w-]{43}$/.test(token)
  const attempt = isToken ? await takeAttempt(db, hashToken(token), provider, clock()) : null
  if (attempt === null) throw new SignInFailed('The sign-in was not begun here, is over, or took too long.')
  return attempt
}

/** Attempts of this browser that are under way. */
export async function openAttempts(
  { db, clock }: ServerContext,
  request: FastifyRequest,
  provider: SignInProvider,
): Promise<Details[]> {
  const browserHash = browserOf(request)
  return browserHash === null ? [] : await listAttemptDetails(db, browserHash, provider, clock())
}

/**
 * Counts an attempt that may be a guess or a forgery; answers how to take it back when it was none. Where somebody comes
 * back from a provider only after it is known that his browser began: any page can send browsers here, and would shut
 * their network out.
 */
export async function limitSignIns(
  context: ServerContext,
  request: FastifyRequest,
): Promise<() => Promise<void>> {
  return await limitRate(context, {
    ...{ name: 'login', caller: callerOf(request) },
    perHour: context.config.loginsPerHour,
  })
}

/** Lets a statement of a provider count once. Throws SignInFailed. */
export async function spendAssertion(
  { db }: Pick<ServerContext, 'db'>,
  issuer: string,
  id: string,
  expiresAt: Date,
): Promise<void> {
  const isFirst = await insertSpentAssertion(db, hashToken(JSON.stringify([issuer, id])), expiresAt)
  if (!isFirst) throw new SignInFailed('This statement of the provider has been used before.')
}

/** Removes what is over. */
export async function forgetAttempts({ db }: Pick<ServerContext, 'db'>, now: Date): Promise<void> {
  await deleteExpiredAttempts(db, now)
}

function browserOf(request: FastifyRequest): Buffer | null {
  const browser = request.cookies[cookieName]
  return browser === undefined || browser === '' || browser.length > 200 ? null : hashToken(browser)
}

/** Unknown once the caller has hung up, whatever the type says. */
export function callerOf(request: FastifyRequest): string {
  return networkOf((request.ip as string | undefined) ?? 'unknown')
}

function cookieAttributes({ config }: ServerContext, request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config, request) } as const
}
