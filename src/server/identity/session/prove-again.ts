import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireStanding } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { Proof } from '#shared/session/proof-api.ts'
import { makesAdmins } from '../groups/change-group.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { hasFactor, takeCode } from '../second-factor/check-code.ts'
import { hasPassword, requireCurrentPassword } from '../users/password.ts'
import { handOver, replaceTokens } from './replace-tokens.ts'
import { signIn } from './sign-in.ts'
import { findLastProof } from './user-session-store.ts'
import { holdAccount, holdUser } from './user-sessions.ts'

const freshness = 10 * 60_000

type Needs = Pick<ServerContext, 'db' | 'config' | 'clock'>

/**
 * Until when a password or code that was entered in this browser proves the user's identity; null: no longer. API
 * keys and remembered logins prove nothing, nor do tokens and logins of providers that do not ask, unless the
 * operator says so.
 */
export async function findFreshness(
  { db, config, clock }: Needs,
  { cookieSession, isByToken }: FastifyRequest,
): Promise<Date | null> {
  if (isByToken && config.provingLogins.includes('jwt')) return new Date(clock().getTime() + freshness)
  if (cookieSession === null) return null
  const provedAt = await findLastProof(db, cookieSession)
  if (provedAt === null) return null
  const until = new Date(provedAt.getTime() + freshness)
  return clock() <= until ? until : null
}

/** Whether the person can confirm their identity with a password: they have one, and password login is switched on. */
export async function asksPassword(context: Pick<ServerContext, 'db'>, userId: number): Promise<boolean> {
  const { settings } = await currentOrganization(context)
  if (!organizationSettings(settings).auth_password_login_enabled) return false
  return await hasPassword(context.db, userId)
}

export async function describeProof(
  context: ServerContext,
  request: FastifyRequest,
  userId: number,
): Promise<Proof> {
  return {
    fresh_until: (await findFreshness(context, request))?.toISOString() ?? null,
    asks_password: await asksPassword(context, userId),
    asks_code: await hasFactor(context, userId),
  }
}

/** Whether the caller is known by an API key. */
export function isByKey({ cookieSession, isByToken }: FastifyRequest): boolean {
  return cookieSession === null && !isByToken
}

/**
 * Throws auth.session_needed for API keys: a key is for the API and must not lead to control of the account. Users
 * whom a token logs in pass.
 */
export function refuseKey(request: FastifyRequest): void {
  if (isByKey(request)) throw refuse('auth.session_needed')
}

/**
 * Call before a change that gives control of an account or takes it away, one's own or another's: requires a
 * password or code of the last minutes. Throws auth.session_needed and auth.prove_again.
 */
export async function requireProof(context: Needs, request: FastifyRequest): Promise<void> {
  refuseKey(request)
  if ((await findFreshness(context, request)) === null) throw refuse('auth.prove_again')
}

/**
 * The same, if the account or the group that changes is that of admins: one admin's key must not remove the others.
 * Programs may change all other accounts and groups by key.
 */
export async function requireProofForAdmins(
  context: Needs,
  request: FastifyRequest,
  changed: { permissions: readonly string[] },
): Promise<void> {
  if (makesAdmins(changed)) await requireProof(context, request)
}

/**
 * The same as `requireProof`, but requires the password at each change if there is one. Also throws auth.password_again and
 * user.wrong_password. Answers the hash of the password, for `holdAccount`.
 */
export async function provePasswordAgain(
  context: ServerContext,
  request: FastifyRequest,
  userId: number,
  password: string | undefined,
): Promise<string | undefined> {
  refuseKey(request)
  if (!(await asksPassword(context, userId))) {
    await requireProof(context, request)
    return undefined
  }
  if (password === undefined || password === '') throw refuse('auth.password_again', { field: 'password' })
  return await requireCurrentPassword(context, request, userId, { password, field: 'password' })
}

/**
 * Takes the password, or a code of the second factor, as proof for the next minutes. The browser gets new tokens, so a
 * copy of the former ones has no part in the proof. Users whom a token logs in get a session for it. Throws
 * auth.session_needed, auth.required, auth.password_again, user.wrong_password, auth.wrong_code and request.rate_limited.
 */
export async function giveProof(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { password, code }: { password?: string; code?: string },
): Promise<void> {
  refuseKey(request)
  let passwordHash: string | undefined
  if (code !== undefined && (await hasFactor(context, userId))) {
    if (!(await takeCode(context, userId, code, request))) throw refuse('auth.wrong_code', { field: 'code' })
  } else {
    const isAsked = await asksPassword(context, userId)
    if (!isAsked || password === undefined || password === '')
      throw refuse('auth.password_again', { field: 'password' })
    passwordHash = await requireCurrentPassword(context, request, userId, { password, field: 'password' })
  }
  if (request.cookieSession === null) {
    request.signedInBy = 'jwt'
    request.cookieSession = await context.db.transaction().execute(async (tx) => {
      // the password may have been replaced during the slow check
      if (!(await holdUser(tx, userId, passwordHash))) throw refuse('auth.required')
      // and the owner of the account may have taken it back from the person whom the token names
      await requireStanding(request, tx)
      return await signIn({ ...context, db: tx }, request, reply, userId, false, context.clock())
    })
    return
  }
  const tokens = await context.db.transaction().execute(async (tx) => {
    // the session may have ended in the meantime; then this proves nothing
    await holdAccount(tx, request, userId, userId, passwordHash)
    return await replaceTokens(tx, request, userId, context.clock())
  })
  handOver(context, request, reply, tokens)
}
