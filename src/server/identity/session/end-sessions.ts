import type { ServerContext } from '#server/kernel/index.ts'
import { deleteSessionsOfUser } from './session-store.ts'

/** After a change of password or email, or when a user is disabled: ends all their sessions except `kept`. */
export async function endSessions(
  { db }: Pick<ServerContext, 'db'>,
  userId: number,
  kept: Buffer[] = [],
): Promise<void> {
  await deleteSessionsOfUser(db, userId, kept)
}
