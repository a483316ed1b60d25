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

/** Work that yields between its steps, which gives turns as `rest` says. */
export async function inSteps<T>(work: Generator<void, T>, rest: ReturnType<typeof breaks>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    const pause = rest()
    if (pause !== undefined) await pause
  }
}
