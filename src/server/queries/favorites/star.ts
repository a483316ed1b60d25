import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { deleteFavorite, type FavoriteKind, insertFavorite } from './favorite-store.ts'

/**
 * Adds an object that the actor can see to their favorites, or removes it. Throws as `requireVisible` does, and
 * auth.forbidden.
 */
export async function star(
  { db }: { db: Db },
  actor: Actor,
  object: { kind: FavoriteKind; id: number },
  starred: boolean,
  requireVisible: (db: Db, actor: Actor, id: number) => Promise<unknown>,
): Promise<null> {
  const userId = requireUserId(actor)
  await requireVisible(db, actor, object.id)
  const change = starred ? insertFavorite : deleteFavorite
  await change(db, userId, object.kind, object.id)
  return null
}
