import { sql } from 'kysely'

/** Mark of scheduled runs in the queue, by which workers leave them there. */
export const scheduledFlag = 'scheduled'

/** Places of a worker that scheduled runs may take at once: some are always left for people, where there are several. */
export function scheduledPlaces(concurrency: number): number {
  return Math.max(1, concurrency - Math.max(1, Math.floor(concurrency / 4)))
}

/** The same in SQL, of a number of places there. */
export function scheduledPlacesOf(slots: ReturnType<typeof sql>) {
  return sql`greatest(1, ${slots} - greatest(1, ${slots} / 4))`
}

export interface ScheduledShare {
  /** what the queue is not to hand to this worker now */
  forbiddenFlags(): string[] | null
  /** takes a place; null when all are taken */
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
