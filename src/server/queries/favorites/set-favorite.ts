import type { Db } from '#server/kernel/index.ts'
import { deleteFavorite, type FavoriteKind, insertFavorite } from './favorite-store.ts'

/** Adds an object to a user's favorites, or removes it. The caller checks that the user may see it. */
export async function setFavorite(
  db: Db,
  userId: number,
  object: { kind: FavoriteKind; id: number },
  starred: boolean,
): Promise<void> {
  const change = starred ? insertFavorite : deleteFavorite
  await change(db, userId, object.kind, object.id)
}
