import { nextDue } from './next-due.ts'
import { readSchedule } from './schedule.ts'

/** Facts that determine the next scheduled run. */
export interface RefreshFacts {
  schedule: unknown
  schedule_failures: number
  /** start of the last scheduled run */
  last_scheduled_at: Date | null
  /** when the newest result was retrieved */
  retrieved_at: Date | null
  updated_at: Date
  is_archived: boolean
  data_source_id: number | null
}

/**
 * When the schedule runs the query next; in the past when it is due; null: never. Ignores a paused data source, which
 * may resume at any time.
 */
export function nextRefresh(query: RefreshFacts): Date | null {
  const { schedule } = readSchedule(query.schedule)
  if (schedule === null || query.is_archived || query.data_source_id === null) return null
  const lastRun = query.last_scheduled_at ?? query.retrieved_at
  const next = nextDue(schedule, lastRun, query.schedule_failures)
  // a query that never ran is due since it got the schedule
  return next !== null && lastRun === null ? query.updated_at : next
}
