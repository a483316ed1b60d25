import type { Db } from '#server/kernel/index.ts'
import { findFactor } from './second-factor-store.ts'

/** Is a second factor active? */
export async function hasFactor({ db }: { db: Db }, userId: number): Promise<boolean> {
  return ((await findFactor(db, userId))?.confirmed_at ?? null) !== null
}
