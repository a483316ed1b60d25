import type { Db } from '#server/kernel/index.ts'
import { insertDeliveries, type NewDelivery } from './delivery-store.ts'

/**
 * Puts messages on their way; a worker sends them and tries again while a channel is down. With a transaction as `db`
 * they are on their way exactly when the transaction holds. Answers their ids.
 */
export async function queueDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<number[]> {
  return await insertDeliveries(db, deliveries)
}
