import type { Db } from '#server/kernel/index.ts'
import { lockUser } from './session-store.ts'

/**
 * Locks a user until the transaction ends, so a change of password, which ends sessions, comes before or after
 * this work, never in between. False when the user is disabled or has another password than this.
 */
export async function holdUser(tx: Db, id: number, passwordHash?: string | null): Promise<boolean> {
  return await lockUser(tx, id, passwordHash)
}
