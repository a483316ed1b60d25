import type { Db } from '#server/kernel/index.ts'

/** The user for whom a run works, for data sources that act in their name; null: it works for no user. */
export async function findActingUser(
  db: Db,
  userId: number | null,
): Promise<{ email: string; is_email_verified: boolean } | null> {
  if (userId === null) return null
  const user = await db
    .selectFrom('users')
    .select(['email', 'is_email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ?? null
}
