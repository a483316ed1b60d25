import type { Db } from '#server/kernel/index.ts'
import { lockUser } from './session-store.ts'

/**
 * Keeps a user as he is until the transaction ends, so that a change of his password, which ends sessions, comes before or
 * after what is done meanwhile. False when he may not come in any more, or has another password than this.
 */
export async function holdUser(tx: Db, id: number, passwordHash?: string | null): Promise<boolean> {
  return await lockUser(tx, id, passwordHash)
}
