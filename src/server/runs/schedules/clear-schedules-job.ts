import type { ServerContext } from '#server/kernel/index.ts'
import { clearEndedSchedules } from './schedule-store.ts'

/** Runs hourly: clears schedules whose last day is over (docs/reference/api-queries.md#background-work). */
export async function clearSchedules({
  db,
  clock,
  log,
}: Pick<ServerContext, 'db' | 'clock' | 'log'>): Promise<void> {
  const cleared = await clearEndedSchedules(db, clock())
  if (cleared > 0) log.info({ cleared }, 'Schedules that were over have been cleared.')
}
