import type { Db } from '#server/kernel/index.ts'

export interface StoredAttempt {
  token_hash: Buffer
  provider: string
  browser_hash: Buffer
  details: Record<string, unknown>
  expires_at: Date
}

export async function insertAttempt(db: Db, attempt: StoredAttempt): Promise<void> {
  await db
    .insertInto('sign_in_attempts')
    .values({ ...attempt, details: JSON.stringify(attempt.details) })
    .execute()
}

/** Takes the attempt, which is used up by this; null when none is pending. */
export async function takeAttempt(
  db: Db,
  tokenHash: Buffer,
  provider: string,
  now: Date,
): Promise<StoredAttempt | null> {
  const row = await db
    .deleteFrom('sign_in_attempts')
    .where('token_hash', '=', tokenHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Details of the pending attempts of this browser at this provider. */
export async function listAttemptDetails(
  db: Db,
  browserHash: Buffer,
  provider: string,
  now: Date,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom('sign_in_attempts')
    .select('details')
    .where('browser_hash', '=', browserHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .execute()
  return rows.map((row) => row.details)
}

/** False when it was used before. */
export async function insertSpentAssertion(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('spent_assertions')
    .values({ assertion_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('assertion_hash').doNothing())
    .returning('assertion_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<=', now).execute()
  await db.deleteFrom('spent_assertions').where('expires_at', '<=', now).execute()
}
