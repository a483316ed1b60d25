import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

export interface StoredFactor {
  encrypted_secret: Buffer
  begun_at: Date
  confirmed_at: Date | null
}

export async function findFactor(db: Db, userId: number): Promise<StoredFactor | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['encrypted_secret', 'begun_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the secret of an enrollment and replaces an unfinished one. False when a factor is active. */
export async function keepUnconfirmed(
  db: Db,
  factor: { user_id: number; encrypted_secret: Buffer; begun_at: Date },
): Promise<boolean> {
  const { encrypted_secret, begun_at } = factor
  const row = await db
    .insertInto('second_factors')
    .values({ ...factor, confirmed_at: null, last_step: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ encrypted_secret, begun_at })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Activates the factor with this secret and marks `step` as used. False when a concurrent request was first.
 */
export async function confirmFactor(
  tx: Db,
  userId: number,
  { encrypted_secret }: Pick<StoredFactor, 'encrypted_secret'>,
  step: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('encrypted_secret', '=', encrypted_secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a time step as used. False when it, or a later one, was used before. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteFactor(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Replaces the earlier codes. */
export async function replaceRecoveryCodes(
  tx: Db,
  userId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute()
}

/** Marks a recovery code as used. False when it does not exist or was used before. */
export async function takeRecoveryCode(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('left'))
    .executeTakeFirstOrThrow()
  return left
}

export interface PendingSignIn {
  user_id: number
  remember: boolean
  next: string
  /** null: signed in by password */
  provider: string | null
}

export async function insertPending(
  db: Db,
  pending: PendingSignIn & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('pending_sign_ins').values(pending).execute()
}

function livePending(db: Db, tokenHash: Buffer, now: Date, attempts: number) {
  return db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('attempts', '<', attempts)
    .where('users.disabled_at', 'is', null)
}

/** `attempts`: the number allowed. */
export async function findPending(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  attempts: number,
): Promise<PendingSignIn | null> {
  const row = await livePending(db, tokenHash, now, attempts)
    .select(['pending_sign_ins.user_id', 'remember', 'next', 'provider'])
    .executeTakeFirst()
  return row ?? null
}

/** Counts an attempt to enter a code; null when there were too many or the sign-in has expired. */
export async function countAttempt(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  attempts: number,
): Promise<PendingSignIn | null> {
  const row = await db
    .updateTable('pending_sign_ins')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('token_hash', 'in', livePending(db, tokenHash, now, attempts).select('token_hash'))
    // checked again in the update, for concurrent attempts
    .where('attempts', '<', attempts)
    .returning(['user_id', 'remember', 'next', 'provider'])
    .executeTakeFirst()
  return row ?? null
}

/** False when it had already ended. */
export async function deletePending(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
