import { type Db, limitRate, type ServerContext } from '#server/kernel/index.ts'
import { hashRecoveryCode, isRecoveryCode, plainCode, stepOfCode } from './codes.ts'
import { findFactor, takeRecoveryCode, takeStep } from './second-factor-store.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock' | 'log'>

/** Wrong codes allowed per user and hour. Three of a million codes are valid at any time. */
export const wrongCodesPerHour = 20

/**
 * Is this a code of the user's app or a recovery code? Checking uses it up: no code works twice. Wrong codes count
 * against a limit, from any network. Codes that confirm an identity are counted apart, so a thief with a session
 * cannot keep the owner from logging in.
 */
export async function takeCode(
  context: Needs,
  userId: number,
  code: string,
  purpose: 'login' | 'proof' = 'login',
): Promise<boolean> {
  const { db, clock } = context
  const takeBackAttempt = await limitRate(context, {
    name: purpose === 'login' ? 'second factor' : 'second factor as proof',
    caller: `user ${userId}`,
    perHour: wrongCodesPerHour,
  })
  const isGood = isRecoveryCode(code)
    ? await takeRecoveryCode(db, userId, hashRecoveryCode(code), clock())
    : await takeAppCode(context, userId, plainCode(code))
  if (isGood) await takeBackAttempt()
  return isGood
}

async function takeAppCode(context: Needs, userId: number, code: string): Promise<boolean> {
  const { db, clock } = context
  const factor = await findFactor(db, userId)
  if (factor === null || factor.confirmed_at === null) return false
  const secret = openTotpSecret(context, factor.encrypted_secret)
  const step = secret === null ? null : await stepOfCode(secret, code, clock())
  return step !== null && (await takeStep(db, userId, step))
}

/** null: encrypted with a lost key (`restore` and `rotate-secret` report it); recovery codes still work. */
export function openTotpSecret(
  { secrets, log }: Pick<Needs, 'secrets' | 'log'>,
  sealed: Buffer,
): string | null {
  try {
    const { totp } = secrets.unseal(sealed)
    if (typeof totp === 'string') return totp
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'A second factor cannot be decrypted.')
    return null
  }
  log.warn('The secret of a second factor was lost with the secret key.')
  return null
}

/** Is a second factor active? */
export async function hasFactor({ db }: { db: Db }, userId: number): Promise<boolean> {
  return ((await findFactor(db, userId))?.confirmed_at ?? null) !== null
}
