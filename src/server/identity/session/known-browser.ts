import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#server/http/index.ts'
import { limitRate, networkOf, type ServerContext } from '#server/kernel/index.ts'
import { findCredentialsOf } from './credential-store.ts'

const cookieName = 'known_browser'
const lifetimeSeconds = 365 * 24 * 60 * 60
/** how many networks may use up all their failures on one account */
const networksPerAccount = 2

/** An account that a caller tries to log in to. It need not exist. */
export interface TriedAccount {
  /** which passwords are checked: ours or those of the directory */
  of: 'sextant' | 'ldap'
  /** the name as it is looked up */
  name: string
  /**
   * changes with the password, where that is known: a browser that knew an earlier password does not count as known
   */
  proof: string
}

export function accountHere(email: string, passwordHash: string | null): TriedAccount {
  return { of: 'sextant', name: email, proof: passwordHash ?? '' }
}

/**
 * `passwordAge`: when the directory says the password was changed; '' if it does not say.
 * Directories treat many spellings of a name as equal: case (ß as ss), width, spaces and invisible marks, and Active
 * Directory also accents. Names that differ only in these share a limit.
 */
export function accountInDirectory(username: string, passwordAge: string): TriedAccount {
  const letters = username.normalize('NFKD').replaceAll(/[\p{C}\p{M}]/gu, '')
  // capital ẞ has no other capital form, so it must become ß first
  const name = letters.toLowerCase().toUpperCase().toLowerCase().replaceAll(/\s+/g, ' ')
  return { of: 'ldap', name: name.trim(), proof: passwordAge }
}

/**
 * Counts an attempt that may be a guess, from any network, against the limit of the account; answers how to take
 * it back. A browser that has logged in to this account before has its own limit, so attackers cannot lock out the
 * owner. In the network where it last did so, that limit is separate from the one elsewhere, so attackers with a copy of its
 * cookie cannot either. Throws request.rate_limited, whether the account exists or not.
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
        name: 'login account',
        caller: hashOf(account),
        perHour: loginsPerHour * networksPerAccount,
      })
    : await limitRate(context, { name: 'login browser', caller: browser, perHour: loginsPerHour })
}

/** Gives this browser its own limit from now on. Call it only for the proven owner of the account. */
export function rememberBrowser(
  { config, secrets }: Pick<ServerContext, 'config' | 'secrets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: TriedAccount,
): void {
  const browser = randomBytes(16).toString('base64url')
  const signature = secrets.sign('known browser', signedText(browser, account))
  const home = secrets.sign('network of known browser', networkText(browser, request))
  reply.setCookie(cookieName, `${browser}.${signature}.${home}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config, request),
    maxAge: lifetimeSeconds,
  })
}

/** The same for a user of ours, with their present password. */
export async function rememberBrowserOf(
  context: Pick<ServerContext, 'db' | 'config' | 'secrets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const user = await findCredentialsOf(context.db, userId)
  if (user !== null) rememberBrowser(context, request, reply, accountHere(user.email, user.password_hash))
}

/** Identifies this browser among those that know the account, in its network or elsewhere; null: it is not known. */
function knownBrowser(
  { secrets }: Pick<ServerContext, 'secrets'>,
  request: FastifyRequest,
  account: TriedAccount,
): string | null {
  // cookies of earlier versions have no network
  const parts = /^([\w-]{22})\.([\w-]{43})(?:\.([\w-]{43}))?$/.exec(request.cookies[cookieName] ?? '')
  if (parts === null) return null
  const [, browser = '', signature = '', home = ''] = parts
  if (!secrets.verify('known browser', signedText(browser, account), signature)) return null
  const isHome = secrets.verify('network of known browser', networkText(browser, request), home)
  return isHome ? `${browser} home` : browser
}

function networkText(browser: string, { ip }: FastifyRequest): string {
  // undefined once the caller has disconnected, whatever the type says
  return JSON.stringify([browser, networkOf(ip)])
}

function signedText(browser: string, { of, name, proof }: TriedAccount): string {
  return JSON.stringify([browser, of, name, proof])
}

/**
 * A hash: of fixed length, and the counters do not show whose password was mistyped. Guesses at an earlier
 * password do not count, so a user can log in with a new one from the operator.
 */
function hashOf({ of, name, proof }: TriedAccount): string {
  return createHash('sha256')
    .update(JSON.stringify([of, name, proof]))
    .digest('base64url')
}
