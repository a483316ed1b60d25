import type { Db } from '#server/kernel/index.ts'

/** What a login compares; includes disabled and external users, so that every refusal costs the same work. */
export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ id: number; password_hash: string | null; disabled_at: Date | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

export async function findCredentialsOf(
  db: Db,
  id: number,
): Promise<{ email: string; password_hash: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** False when the user is disabled or has another password than this. */
export async function lockUser(tx: Db, id: number, passwordHash?: string | null): Promise<boolean> {
  let held = tx.selectFrom('users').select('id').where('id', '=', id).where('disabled_at', 'is', null)
  if (passwordHash !== undefined) held = held.where('password_hash', '=', passwordHash)
  return (await held.forShare().executeTakeFirst()) !== undefined
}

/** Locks these users alone, in the order of their ids. Answers those who are not disabled. */
export async function lockUsersAlone(
  tx: Db,
  ids: readonly number[],
): Promise<{ id: number; password_hash: string | null }[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'disabled_at', 'password_hash'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.filter(({ disabled_at }) => disabled_at === null)
}

/** As `lockUser`, but also waits for those who hold the user, and they for it. */
export async function lockUserAlone(tx: Db, id: number): Promise<boolean> {
  const held = tx.selectFrom('users').select('id').where('id', '=', id).where('disabled_at', 'is', null)
  return (await held.forNoKeyUpdate().executeTakeFirst()) !== undefined
}
