import { nextDue } from './next-due.ts'
import { readSchedule } from './schedule.ts'

/** What the moment of the next scheduled run depends on. */
export interface RefreshFacts {
  schedule: unknown
  schedule_failures: number
  /** start of the last scheduled run */
  last_scheduled_at: Date | null
  /** when the newest result was read */
  retrieved_at: Date | null
  updated_at: Date
  is_archived: boolean
  data_source_id: number | null
}

/**
 * When the query is run by its schedule the next time; in the past when it is due already. null: not at all. A paused
 * data source is not looked at: it may go on at any moment.
 */
export function nextRefresh(query: RefreshFacts): Date | null {
  const { schedule } = readSchedule(query.schedule)
  if (schedule === null || query.is_archived || query.data_source_id === null) return null
  const lastRun = query.last_scheduled_at ?? query.retrieved_at
  const next = nextDue(schedule, lastRun, query.schedule_failures)
  // what never ran is due since it was given the schedule
  return next !== null && lastRun === null ? query.updated_at : next
}
