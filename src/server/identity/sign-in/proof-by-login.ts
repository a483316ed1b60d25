import type { ServerContext } from '#server/kernel/index.ts'
import { type Refusal, refuse } from '#shared/errors/refusal.ts'
import type { SignInProvider } from './person.ts'

/** When a person authenticated at a provider. */
export interface Authentication {
  /** as the provider says in a signed statement; null: it does not say */
  at: Date | null
  /**
   * the person logs in to confirm who they are, so the provider had to ask them after this time; null: any login will
   * do
   */
  askedSince: Date | null
}

/** The clock of a provider may be ahead by this, in milliseconds. A later time does not count. */
const clockDifference = 5 * 60_000

/**
 * When a login with a provider proves that the person entered their password; null: not known. Providers let a
 * browser in that they remember, so only their own statement counts, unless the operator answers for them.
 */
export function provedByLogin(
  { config, clock }: Pick<ServerContext, 'config' | 'clock'>,
  provider: SignInProvider,
  at: Date | null,
): Date | null {
  const now = clock()
  if (config.provingLogins.includes(provider)) return now
  if (at === null || Number.isNaN(at.getTime()) || at.getTime() > now.getTime() + clockDifference) return null
  return at < now ? at : now
}

/** Why a login that should confirm who the person is does not; null: it does, or need not. */
export function faultOfProof(provedAt: Date | null, askedSince: Date | null): Refusal | null {
  if (askedSince === null) return null
  if (provedAt === null) return refuse('sign_in.proof_unknown')
  return provedAt < askedSince ? refuse('sign_in.proof_too_old') : null
}
