import type { WorkerContext } from '../jobs/worker-context.ts'
import { deleteLostChunks, deleteUnusedResults } from './result-store.ts'

/** Removes old results that no query shows, and chunks left by crashes. */
export async function cleanResults({
  db,
  config,
  log,
  room,
}: Pick<WorkerContext, 'db' | 'config' | 'log' | 'room'>): Promise<void> {
  const removed = await deleteUnusedResults(db, config.resultCleanupDays, config.resultCleanupCount)
  if (removed > 0) log.info({ removed }, 'Unused results were removed.')
  await deleteLostChunks(db)
  await room.keepQuota()
}
