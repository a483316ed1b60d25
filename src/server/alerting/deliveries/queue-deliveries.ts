import type { Db } from '#server/kernel/index.ts'
import { insertDeliveries, type NewDelivery } from './delivery-store.ts'

/**
 * Queues messages; a worker sends them and retries while a channel is down. With a transaction as `db`, they are queued
 * only if it commits. Returns their ids.
 */
export async function queueDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<number[]> {
  return await insertDeliveries(db, deliveries)
}
