/** How often a process reports that its main loop is running, and how often that is checked. */
export const beatMilliseconds = 1000

/**
 * A process hangs when its main loop is blocked for this long. For a worker this is also the age at which its heartbeat
 * in the database counts as dead and its runs are taken back. A web process gets more time, because killing it cuts
 * off requests that might still be answered.
 */
export const hangSeconds = { worker: 10, web: 20 } as const

/** An observer this late was itself stopped (system sleep, SIGSTOP, no CPU), so it cannot judge. */
const lateMilliseconds = 3 * beatMilliseconds

export interface SilenceMeter {
  heard(): void
  /** returns whether the process hangs; `now` in milliseconds of a monotonic clock */
  look(now: number): boolean
}

/**
 * Adds up how long a process has been silent. Only time in which the observer itself ran on time counts, so neither
 * system sleep nor a clock change ends a healthy process.
 */
export function silenceMeter(limitMilliseconds: number, now: number): SilenceMeter {
  let silent = 0
  let lookedAt = now
  return {
    heard() {
      silent = 0
    },
    look(at) {
      const pause = at - lookedAt
      lookedAt = at
      silent = pause > lateMilliseconds ? 0 : silent + pause
      return silent >= limitMilliseconds
    },
  }
}
