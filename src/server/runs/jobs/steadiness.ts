import { deadAfterSeconds } from './kept-slot.ts'

/** Workers get this long to send a heartbeat after a pause of this process or a clock jump, before they count as dead. */
export const settleMilliseconds = (deadAfterSeconds + 1) * 1000
/** A clock corrected by a time server goes back by less than this. */
const backMilliseconds = 1000

export interface Steadiness {
  /** returns whether a silent worker may now count as dead; `now`: the time of the database, in milliseconds */
  looked(now: number): boolean
  /** the database did not answer */
  lost(): void
}

/**
 * Has this process watched the heartbeats for long enough, without a gap? Heartbeats are judged by the database's
 * clock, so a jump of that clock, a machine that slept, an outage and a pause of this process are all gaps.
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
