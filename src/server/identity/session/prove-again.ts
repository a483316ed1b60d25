import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { Proof } from '#shared/session/proof-api.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { hasFactor, takeCode } from '../second-factor/check-code.ts'
import { hasPassword, requireCurrentPassword } from '../users/password.ts'
import { findLastProof, markProved } from './user-session-store.ts'

const freshness = 10 * 60_000

/**
 * Until when the login of this browser, or a password or code entered since, proves the user's identity; null: no
 * longer. API keys, tokens and remembered logins prove nothing.
 */
export async function findFreshness(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { cookieSession }: FastifyRequest,
): Promise<Date | null> {
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

/** Throws auth.session_needed for API keys; users whom a token logs in pass. */
export function refuseKey({ cookieSession, isByToken }: FastifyRequest): void {
  if (cookieSession === null && !isByToken) throw refuse('auth.session_needed')
}

/**
 * Throws auth.session_needed unless the caller is a browser with a session: a key is for the API and must not lead
 * to control of the account.
 */
export function requireSession({ cookieSession }: FastifyRequest): Buffer {
  if (cookieSession === null) throw refuse('auth.session_needed')
  return cookieSession
}

/**
 * Call before a change that gives control of an account, one's own or another's: requires a login, password or
 * code of the last minutes. Throws auth.session_needed and auth.prove_again.
 */
export async function requireProof(
  context: Pick<ServerContext, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<void> {
  requireSession(request)
  if ((await findFreshness(context, request)) === null) throw refuse('auth.prove_again')
}

/**
 * The same, but requires the password at each change if there is one. Also throws auth.password_again and
 * user.wrong_password.
 */
export async function provePasswordAgain(
  context: ServerContext,
  request: FastifyRequest,
  userId: number,
  password: string | undefined,
): Promise<void> {
  requireSession(request)
  if (!(await asksPassword(context, userId))) return await requireProof(context, request)
  if (password === undefined || password === '') throw refuse('auth.password_again', { field: 'password' })
  await requireCurrentPassword(context, userId, password, 'password')
}

/**
 * Takes the password, or a code of the second factor, as proof for the next minutes. Throws auth.session_needed,
 * auth.password_again, user.wrong_password, auth.wrong_code and request.rate_limited.
 */
export async function giveProof(
  context: ServerContext,
  request: FastifyRequest,
  userId: number,
  { password, code }: { password?: string; code?: string },
): Promise<void> {
  const session = requireSession(request)
  if (code !== undefined && (await hasFactor(context, userId))) {
    if (!(await takeCode(context, userId, code))) throw refuse('auth.wrong_code', { field: 'code' })
  } else {
    const isAsked = await asksPassword(context, userId)
    if (!isAsked || password === undefined || password === '')
      throw refuse('auth.password_again', { field: 'password' })
    await requireCurrentPassword(context, userId, password, 'password')
  }
  // the session may have ended in the meantime; then this proves nothing
  if (!(await markProved(context.db, session, context.clock()))) throw refuse('auth.required')
}
