import type { Db } from '#server/kernel/index.ts'

/** The user for whom a run works, for data sources that act in their name; null: it works for no user. */
export async function findActingUser(
  db: Db,
  userId: number | null,
): Promise<{ email: string; name: string } | null> {
  if (userId === null) return null
  const user = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ?? null
}
