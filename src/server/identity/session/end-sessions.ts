import type { ServerContext } from '#server/kernel/index.ts'
import { deleteSessionsOfUser } from './session-store.ts'

/** After a changed password or e-mail, or when a user is disabled: ends all his sessions but those `kept`. */
export async function endSessions(
  { db }: Pick<ServerContext, 'db'>,
  userId: number,
  kept: Buffer[] = [],
): Promise<void> {
  await deleteSessionsOfUser(db, userId, kept)
}
