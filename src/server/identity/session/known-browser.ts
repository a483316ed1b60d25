import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#server/http/index.ts'
import { limitRate, type ServerContext } from '#server/kernel/index.ts'
import { findCredentialsOf } from './session-store.ts'

const cookieName = 'known_browser'
const lifetimeSeconds = 365 * 24 * 60 * 60
/** guesses at one account may come from so many networks with all the failures that each of them has */
const networksPerAccount = 2

/** An account that somebody wants to get into. It need not exist. */
export interface TriedAccount {
  /** which passwords: ours or those of the directory */
  of: 'sextant' | 'ldap'
  /** as it is looked up */
  name: string
  /** what changes with the password, where we know it: a browser that knew the last one is none that knows this one */
  proof: string
}

export function accountHere(email: string, passwordHash: string | null): TriedAccount {
  return { of: 'sextant', name: email, proof: passwordHash ?? '' }
}

/** Directories take many spellings of a name for the same: case, width, spaces and marks that nobody sees. */
export function accountInDirectory(username: string): TriedAccount {
  const name = username.normalize('NFKC').toLowerCase().replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ')
  return { of: 'ldap', name: name.trim(), proof: '' }
}

/**
 * Counts an attempt that may be a guess, from whatever network, against the limit of the account; answers how to take it
 * back. A browser that has been in this account counts for itself: strangers who use up the guesses do not shut the owner
 * out. Throws request.rate_limited, whether there is such an account or not.
 */
export async function limitGuesses(
  context: Pick<ServerContext, 'db' | 'config' | 'clock' | 'secrets'>,
  request: FastifyRequest,
  account: TriedAccount,
): Promise<() => Promise<void>> {
  const { loginsPerHour } = context.config
  const browser = knownBrowser(context, request, account)
  return browser === null
    ? await limitRate(context, {
        ...{ name: 'login account', caller: hashOf(account) },
        perHour: loginsPerHour * networksPerAccount,
      })
    : await limitRate(context, { name: 'login browser', caller: browser, perHour: loginsPerHour })
}

/** Lets this browser count for itself from now on. Call it for somebody who has proved that the account is his. */
export function rememberBrowser(
  { config, secrets }: Pick<ServerContext, 'config' | 'secrets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: TriedAccount,
): void {
  const browser = randomBytes(16).toString('base64url')
  reply.setCookie(cookieName, `${browser}.${secrets.sign('known browser', signedText(browser, account))}`, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config, request) },
    maxAge: lifetimeSeconds,
  })
}

/** The same for the password that a user of ours has now. */
export async function rememberBrowserOf(
  context: Pick<ServerContext, 'db' | 'config' | 'secrets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const user = await findCredentialsOf(context.db, userId)
  if (user !== null) rememberBrowser(context, request, reply, accountHere(user.email, user.password_hash))
}

/** What tells this browser from others that know the account; null when it does not know it. */
function knownBrowser(
  { secrets }: Pick<ServerContext, 'secrets'>,
  request: FastifyRequest,
  account: TriedAccount,
): string | null {
  const parts = /^([\w-]{22})\.([\w-]{43})$/.exec(request.cookies[cookieName] ?? '')
  if (parts === null) return null
  const [, browser = '', signature = ''] = parts
  return secrets.verify('known browser', signedText(browser, account), signature) ? browser : null
}

function signedText(browser: string, { of, name, proof }: TriedAccount): string {
  return JSON.stringify([browser, of, name, proof])
}

/**
 * Of one length, and nobody reads in the counters who has mistyped a password. Guesses at a password that is no more do not
 * count: whoever is given a new one by the operator comes in with it.
 */
function hashOf({ of, name, proof }: TriedAccount): string {
  return createHash('sha256')
    .update(JSON.stringify([of, name, proof]))
    .digest('base64url')
}
