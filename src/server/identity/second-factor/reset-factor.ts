import type { Db } from '#server/kernel/index.ts'
import { deleteFactor } from './second-factor-store.ts'

/** Takes the second factor of somebody who has lost it away. False when there was none. */
export async function resetFactor({ db }: { db: Db }, userId: number): Promise<boolean> {
  return await deleteFactor(db, userId)
}
