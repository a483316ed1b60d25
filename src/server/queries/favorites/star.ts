import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { setFavorite } from './set-favorite.ts'

/**
 * Adds an object that the actor can see to their favorites, or removes it. Throws as `requireVisible` does, and
 * auth.forbidden.
 */
export async function star(
  { db }: { db: Db },
  actor: Actor,
  object: Parameters<typeof setFavorite>[2],
  starred: boolean,
  requireVisible: (db: Db, actor: Actor, id: number) => Promise<unknown>,
): Promise<null> {
  const userId = requireUserId(actor)
  await requireVisible(db, actor, object.id)
  await setFavorite(db, userId, object, starred)
  return null
}
