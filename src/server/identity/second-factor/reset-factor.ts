import type { Db } from '#server/kernel/index.ts'
import { deleteFactor } from './second-factor-store.ts'

/** Removes the second factor of a user who has lost it. False when there was none. */
export async function resetFactor({ db }: { db: Db }, userId: number): Promise<boolean> {
  return await deleteFactor(db, userId)
}
