import { steadiness } from './steadiness.ts'
import { sweepJobs } from './sweep-jobs.ts'
import type { SweepContext } from './take-back.ts'
import { lookForLostWork } from './worker-store.ts'

const lookMilliseconds = 2000

/**
 * Sweeps up after dead workers from a web process, because the only worker may be the one that died. It never opens a
 * data source: queries left running there are recorded, and the next worker ends them.
 */
export function keepSweeping(context: SweepContext): { stop(): Promise<void> } {
  const watch = steadiness()
  let current: Promise<void> | null = null
  const look = async () => {
    try {
      const { now, is_lost } = await lookForLostWork(context.db)
      if (watch.looked(now) && is_lost) await sweepJobs(context)
    } catch (error) {
      watch.lost()
      context.log.warn({ err: error }, 'Could not look for lost runs; trying again.')
    }
  }
  const timer = setInterval(() => {
    current ??= look().finally(() => {
      current = null
    })
  }, lookMilliseconds)
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
