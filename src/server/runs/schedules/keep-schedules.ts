import type { ServerContext } from '#server/kernel/index.ts'
import { startRefreshes } from './start-refreshes.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'log' | 'clock'>

/** Max delay until new schedules and new failures are noticed. */
const maxPause = 15_000
/** Limits the share of time spent on looking. */
const minPause = 500
const restPerWork = 10

/**
 * The scheduler: looks when the next query is due, and at short intervals. Every worker runs one; they coordinate
 * through the database.
 */
export function keepSchedules(needs: Needs): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  let current: Promise<void> = Promise.resolve()
  const look = async () => {
    const began = performance.now()
    let next: Date | null = null
    try {
      next = await startRefreshes(needs, stopping.signal)
    } catch (error) {
      needs.log.warn({ err: error }, 'Scheduled runs could not be started; trying again.')
    }
    if (stopping.signal.aborted) return
    const until = next === null ? maxPause : next.getTime() - needs.clock().getTime() + 1
    const rest = Math.max(minPause, (performance.now() - began) * restPerWork)
    timer = setTimeout(turn, Math.min(Math.max(until, rest), maxPause))
  }
  const turn = () => {
    current = look()
  }
  turn()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await current
    },
  }
}
