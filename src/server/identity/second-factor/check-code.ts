import type { FastifyRequest } from 'fastify'
import { type Db, limitRate, type ServerContext } from '#server/kernel/index.ts'
import { limitProofGuesses } from '../session/limit-proof-guesses.ts'
import { hashRecoveryCode, isRecoveryCode, plainCode, stepOfCode } from './codes.ts'
import { findFactor, takeRecoveryCode, takeStep } from './second-factor-store.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock' | 'log'>

/** Wrong codes allowed per hour, at the login or in one login. Three of a million codes are valid at any time. */
export const wrongCodesPerHour = 20

/**
 * Is this a code of the user's app or a recovery code? Checking uses it up: no code works twice. Wrong codes count
 * against a limit, from any network. Codes that confirm an identity (`proofBy`) are counted apart and for each login, so
 * a thief with a session cannot keep the owner from logging in.
 */
export async function takeCode(
  context: Needs,
  userId: number,
  code: string,
  proofBy?: FastifyRequest,
): Promise<boolean> {
  const { db, clock } = context
  const perHour = wrongCodesPerHour
  const takeBackAttempt =
    proofBy === undefined
      ? await limitRate(context, { name: 'second factor', caller: `user ${userId}`, perHour })
      : await limitProofGuesses(context, proofBy, { name: 'second factor as proof', userId, perHour })
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
