import type { ServerContext } from '#server/kernel/index.ts'
import { deleteOldEvents } from './event-store.ts'

const day = 24 * 60 * 60 * 1000
const batchSize = 10_000
/** The rest of a large backlog waits for the next hour. */
const maxBatches = 100

/** Job `clean_events`: removes events past their retention, in small statements. */
export async function cleanEvents({
  db,
  config,
  clock,
}: Pick<ServerContext, 'db' | 'config' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - config.eventsRetentionDays * day)
  for (let batch = 0; batch < maxBatches; batch++) {
    if ((await deleteOldEvents(db, before, batchSize)) < batchSize) return
  }
}
