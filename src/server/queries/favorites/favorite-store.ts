import type { Db, FavoritesTable } from '#server/kernel/index.ts'

export type FavoriteKind = FavoritesTable['object_type']

/** Repeating it is not an error, and keeps the time of the first call. */
export async function insertFavorite(
  db: Db,
  userId: number,
  kind: FavoriteKind,
  objectId: number,
): Promise<void> {
  await db
    .insertInto('favorites')
    .values({ user_id: userId, object_type: kind, object_id: objectId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorite(
  db: Db,
  userId: number,
  kind: FavoriteKind,
  objectId: number,
): Promise<void> {
  await db
    .deleteFrom('favorites')
    .where('user_id', '=', userId)
    .where('object_type', '=', kind)
    .where('object_id', '=', objectId)
    .execute()
}
