import { deadAfterSeconds } from './worker-store.ts'

/** After a pause of our own, or a jump of the clock, the workers get this long to beat before they are called dead. */
export const settleMilliseconds = (deadAfterSeconds + 1) * 1000
/** A clock that is set by a time server goes back by less. */
const backMilliseconds = 1000

export interface Steadiness {
  /** answers whether a worker that is silent now may be called dead; `now`: the time of the database, in milliseconds */
  looked(now: number): boolean
  /** the database could not be asked */
  lost(): void
}

/**
 * Has this process watched the heartbeats for long enough, without a gap? The clock of the database is the one that
 * heartbeats are judged by, so a jump of it, a machine that slept, an outage and a pause of our own are all gaps.
 */
export function steadiness(): Steadiness {
  let since: number | null = null
  let last = 0
  return {
    looked(now) {
      if (since === null || now - last > settleMilliseconds || now < last - backMilliseconds) since = now
      last = now
      return now - since >= settleMilliseconds
    },
    lost() {
      since = null
    },
  }
}
