import { sql } from 'kysely'

/** Mark of scheduled runs in the queue; workers use it to skip them. */
export const scheduledFlag = 'scheduled'

/** Max places of a worker for scheduled runs: if it has several, some are always left for users. */
export function scheduledPlaces(concurrency: number): number {
  return Math.max(1, concurrency - Math.max(1, Math.floor(concurrency / 4)))
}

/** The same in SQL, for a given number of places. */
export function scheduledPlacesOf(slots: ReturnType<typeof sql>) {
  return sql`greatest(1, ${slots} - greatest(1, ${slots} / 4))`
}

export interface ScheduledShare {
  /** flags that the queue must not give to this worker now */
  forbiddenFlags(): string[] | null
  /** takes a place; null when all are in use */
  enter(): (() => void) | null
}

/** Counts the scheduled runs of one worker process. */
export function scheduledShare(concurrency: number): ScheduledShare {
  const places = scheduledPlaces(concurrency)
  let taken = 0
  return {
    forbiddenFlags: () => (taken >= places ? [scheduledFlag] : null),
    enter() {
      if (taken >= places) return null
      taken++
      return () => {
        taken--
      }
    },
  }
}
