import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes that this process really holds: garbage is collected first, so a late collector makes no difference. */
export function heldBytes(): number {
  collect()
  // memory of buffers is swept beside the program, and has been when the next collection begins
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The most that is held at once during `work`, beyond what was held before it. */
export async function peakOfHeldBytes(work: () => Promise<unknown>): Promise<number> {
  const before = heldBytes()
  let peak = 0
  let isOver = false
  const look = async () => {
    while (!isOver) {
      peak = Math.max(peak, heldBytes() - before)
      await wait(300)
    }
  }
  const looking = look()
  try {
    await work()
  } finally {
    isOver = true
    await looking
  }
  return peak
}
