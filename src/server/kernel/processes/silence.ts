/** How often a process says that its main loop turns, and how often it is looked after. */
export const beatMilliseconds = 1000

/**
 * A process whose main loop stands for so long hangs. For a worker this is also the age at which its heartbeat in the
 * database counts as dead: its runs are being taken back then. A web process gets more time, since its end cuts off
 * requests that may still be answered.
 */
export const hangSeconds = { worker: 10, web: 20 } as const

/** An observer that looked this late was stopped itself (sleep of the machine, SIGSTOP, no processor): it knows nothing. */
const lateMilliseconds = 3 * beatMilliseconds

export interface SilenceMeter {
  heard(): void
  /** answers whether the process hangs; `now` in milliseconds of a clock that never jumps */
  look(now: number): boolean
}

/**
 * Adds up how long a process has been silent. Only time in which the observer itself ran on time counts, so neither a
 * machine that slept nor a jump of the clock ends a healthy process.
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
