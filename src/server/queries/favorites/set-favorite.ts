import type { Db } from '#server/kernel/index.ts'
import { deleteFavorite, type FavoriteKind, insertFavorite } from './favorite-store.ts'

/** Makes an object a favourite of a user, or no longer. Whether the user may see it is for the caller to judge. */
export async function setFavorite(
  db: Db,
  userId: number,
  object: { kind: FavoriteKind; id: number },
  starred: boolean,
): Promise<void> {
  const change = starred ? insertFavorite : deleteFavorite
  await change(db, userId, object.kind, object.id)
}
