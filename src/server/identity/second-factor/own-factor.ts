import type { FastifyRequest } from 'fastify'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { SecondFactor, SecondFactorSecret } from '#shared/second-factor/second-factor-api.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { limitProofGuesses } from '../session/limit-proof-guesses.ts'
import { asksPassword, provePasswordAgain, refuseKey } from '../session/prove-again.ts'
import { endOtherSessions, type NewTokens } from '../session/replace-tokens.ts'
import { holdAccount } from '../session/user-sessions.ts'
import { hasFactor, openTotpSecret, wrongCodesPerHour } from './check-code.ts'
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  stepOfCode,
  totpAddress,
} from './codes.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  keepUnconfirmed,
  replaceRecoveryCodes,
} from './second-factor-store.ts'

/** The user who changes their own factor: no one else may, whatever their rights. */
interface Owner {
  actor: Actor
  request: FastifyRequest
  /** the user id in the path */
  id: number
  password?: string | undefined
}

/** Time to enter the first code; the password is not asked for again in the meantime. */
const enrolmentTime = 30 * 60_000

export async function describeFactor(
  context: Pick<ServerContext, 'db'>,
  userId: number,
): Promise<SecondFactor> {
  const factor = await findFactor(context.db, userId)
  return {
    is_on: factor !== null && factor.confirmed_at !== null,
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(context.db, userId),
    asks_password: await asksPassword(context, userId),
    is_required: await isRequired(context),
  }
}

/** Creates a secret for the user's app; logins ask for no code until `confirmEnrolment`. */
export async function beginEnrolment(context: ServerContext, owner: Owner): Promise<SecondFactorSecret> {
  const { db, secrets, clock } = context
  requireOwner(owner)
  const passwordHash = await provePasswordAgain(context, owner.request, owner.id, owner.password)
  const secret = await newTotpSecret()
  const factor = {
    user_id: owner.id,
    encrypted_secret: secrets.seal({ totp: secret }),
    begun_at: clock(),
  }
  await db.transaction().execute(async (tx) => {
    await holdAccount(tx, owner.request, owner.id, owner.id, passwordHash)
    if (!(await keepUnconfirmed(tx, factor))) throw refuse('second_factor.is_on')
  })
  return { secret, address: await totpAddress(secret, owner.actor.name, issuer) }
}

const issuer = 'Sextant'

/**
 * Activates the factor when the app shows the right code; answers the recovery codes, which are never shown again.
 * Ends other sessions, which began without it; `tokens` are for `handOver`.
 */
export async function confirmEnrolment(
  context: ServerContext,
  owner: Owner,
  code: string,
): Promise<{ codes: string[]; tokens: NewTokens }> {
  const { db, clock } = context
  requireOwner(owner)
  refuseKey(owner.request)
  const factor = await findFactor(db, owner.id)
  if (factor !== null && factor.confirmed_at !== null) throw refuse('second_factor.is_on')
  const now = clock()
  if (factor === null || now.getTime() - factor.begun_at.getTime() > enrolmentTime)
    throw refuse('second_factor.not_begun')
  // a person at an unattended browser has not seen the secret, but could guess codes to get recovery codes
  const takeBackAttempt = await limitProofGuesses(context, owner.request, {
    name: 'second factor begun',
    userId: owner.id,
    perHour: wrongCodesPerHour,
  })
  const secret = openTotpSecret(context, factor.encrypted_secret)
  const step = secret === null ? null : await stepOfCode(secret, plainCode(code), now)
  if (step === null) throw refuse('second_factor.wrong_code', { field: 'code' })
  const codes = newRecoveryCodes()
  const tokens = await db.transaction().execute(async (tx) => {
    // a login under way, which asked for no code, begins its session before those end, or sees the factor
    await holdAccount(tx, owner.request, owner.id, owner.id)
    if (!(await confirmFactor(tx, owner.id, factor, step, now))) throw refuse('second_factor.not_begun')
    await replaceRecoveryCodes(tx, owner.id, codes.map(hashRecoveryCode), now)
    return await endOtherSessions(tx, owner.request, owner.id)
  })
  await takeBackAttempt()
  return { codes, tokens }
}

/** Creates new recovery codes; earlier ones stop working. */
export async function renewRecoveryCodes(context: ServerContext, owner: Owner): Promise<string[]> {
  const { db, clock } = context
  const passwordHash = await requireOwnFactor(context, owner)
  const codes = newRecoveryCodes()
  await db.transaction().execute(async (tx) => {
    // a second request at the same moment replaces these codes, instead of adding its own
    await holdAccount(tx, owner.request, owner.id, owner.id, passwordHash)
    await requireFactor(tx, owner.id)
    await replaceRecoveryCodes(tx, owner.id, codes.map(hashRecoveryCode), clock())
  })
  return codes
}

async function isRequired(context: { db: Db }): Promise<boolean> {
  const { settings } = await currentOrganization(context)
  return organizationSettings(settings).auth_second_factor_required
}

export async function switchOff(context: ServerContext, owner: Owner): Promise<void> {
  const passwordHash = await requireOwnFactor(context, owner)
  if (await isRequired(context)) throw refuse('second_factor.required')
  await context.db.transaction().execute(async (tx) => {
    await holdAccount(tx, owner.request, owner.id, owner.id, passwordHash)
    await deleteFactor(tx, owner.id)
  })
}

/** Answers the hash of the password that was checked. */
async function requireOwnFactor(context: ServerContext, owner: Owner): Promise<string | undefined> {
  requireOwner(owner)
  const passwordHash = await provePasswordAgain(context, owner.request, owner.id, owner.password)
  await requireFactor(context.db, owner.id)
  return passwordHash
}

async function requireFactor(db: Db, userId: number): Promise<void> {
  if (!(await hasFactor({ db }, userId))) throw refuse('second_factor.is_off')
}

function requireOwner({ actor, id }: Owner): void {
  if (actor.user_id !== id) throw refuse('second_factor.of_other')
}

/** Removes the second factor of a user who has lost it. False when there was none. */
export async function resetFactor({ db }: { db: Db }, userId: number): Promise<boolean> {
  return await deleteFactor(db, userId)
}
