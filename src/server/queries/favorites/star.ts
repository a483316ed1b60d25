import { demandUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { setFavorite } from './set-favorite.ts'

/** Makes something that the actor can see his favourite, or no longer. Throws what `demandVisible` does, and auth.forbidden. */
export async function star(
  { db }: { db: Db },
  actor: Actor,
  object: Parameters<typeof setFavorite>[2],
  starred: boolean,
  demandVisible: (db: Db, actor: Actor, id: number) => Promise<unknown>,
): Promise<null> {
  const userId = demandUserId(actor)
  await demandVisible(db, actor, object.id)
  await setFavorite(db, userId, object, starred)
  return null
}
