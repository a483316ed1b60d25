import type { ServerContext } from '#server/kernel/index.ts'
import { deleteOldDeliveries } from './delivery-store.ts'

/** Job `clean_deliveries`: limits the log of deliveries. */
export async function cleanDeliveries({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  await deleteOldDeliveries(db)
}
