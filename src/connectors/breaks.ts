import { setImmediate as turn } from 'node:timers/promises'

/** How long one reader may keep the process busy. */
const turnMilliseconds = 10

/**
 * For work that goes on without waiting for a server: awaited after each step, it gives other work of the process its
 * turn once the steps since the last time have taken long enough. It goes by time, not by number: a server chooses how
 * much work a step is.
 */
export function breaks(milliseconds = turnMilliseconds): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < milliseconds) return undefined
    return turn().then(() => {
      begun = performance.now()
    })
  }
}
