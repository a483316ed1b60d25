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
import { SignInFailed } from './person.ts'

type Details = Record<string, unknown>

/** A time in the details of an attempt, which are stored as JSON; null: none. */
export function storedTime(value: unknown): Date | null {
  return typeof value === 'string' ? new Date(value) : null
}

const cookieName = 'sign_in'
/** time to complete the sign-in at the provider */
const lifetimeSeconds = 15 * 60
/** logins that a network may begin without completing, per failure it may have */
const beginnings = 20

/**
 * Stores a sign-in that continues at a provider; answers its token (the `state`). Only the browser that gets this
 * answer can complete it, so a link cannot sign its reader in to the account of its sender.
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
 * Takes the stored attempt, once, and only for the browser that began it. `takeBackBeginning`: call it after a
 * successful sign-in, so that it no longer counts against the network where it began. Throws SignInFailed.
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
    throw new SignInFailed('The sign-in began in another browser.')
  const { details } = attempt
  return { details, takeBackBeginning: () => forgetBeginning(context, details) }
}

/** As `beginAttempt` stored it, in JSON; attempts from before an upgrade may lack it. */
async function forgetBeginning(context: Pick<ServerContext, 'db'>, { begun }: Details): Promise<void> {
  const { bucket, windowStart } = Object(begun) as { bucket?: unknown; windowStart?: unknown }
  if (typeof bucket !== 'string' || typeof windowStart !== 'string') return
  await takeBack(context, { bucket, windowStart: new Date(windowStart) })
}

/**
 * The attempt that a message from another site answers: such messages come without our cookie. `passOn` stores
 * what the message says for `completeAttempt`, which accepts only the browser that began it.
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
  if (attempt === null) throw new SignInFailed('The sign-in did not begin here, has ended, or took too long.')
  return attempt
}

/** Pending attempts of this browser. */
export async function openAttempts(
  { db, clock }: ServerContext,
  request: FastifyRequest,
  provider: SignInProvider,
): Promise<Details[]> {
  const browserHash = browserOf(request)
  return browserHash === null ? [] : await listAttemptDetails(db, browserHash, provider, clock())
}

/**
 * Counts an attempt that may be a guess or a forgery; answers how to take it back. When people return from a
 * provider, call it only once their browser is known to have begun the sign-in: any page can send browsers here
 * and would lock out their network.
 */
export async function limitSignIns(
  context: ServerContext,
  request: FastifyRequest,
): Promise<() => Promise<void>> {
  return await limitRate(context, {
    name: 'login',
    caller: callerOf(request),
    perHour: context.config.loginsPerHour,
  })
}

/** Accepts a provider's statement only once. Throws SignInFailed. */
export async function spendAssertion(
  { db }: Pick<ServerContext, 'db'>,
  issuer: string,
  id: string,
  expiresAt: Date,
): Promise<void> {
  const isFirst = await insertSpentAssertion(db, hashToken(JSON.stringify([issuer, id])), expiresAt)
  if (!isFirst) throw new SignInFailed('This assertion of the provider was used before.')
}

/** Removes expired attempts and assertions. */
export async function forgetAttempts({ db }: Pick<ServerContext, 'db'>, now: Date): Promise<void> {
  await deleteExpiredAttempts(db, now)
}

function browserOf(request: FastifyRequest): Buffer | null {
  const browser = request.cookies[cookieName]
  return browser === undefined || browser === '' || browser.length > 200 ? null : hashToken(browser)
}

/** Undefined once the caller has disconnected, whatever the type says. */
export function callerOf(request: FastifyRequest): string {
  return networkOf(request.ip)
}

function cookieAttributes({ config }: ServerContext, request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config, request) } as const
}
