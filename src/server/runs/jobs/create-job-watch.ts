import type { Logger } from 'pino'
import type { JobWatch } from '#server/kernel/index.ts'
import { jobChangedChannel } from './job-channels.ts'
import { listen } from './listen.ts'

/** Many waiters share one LISTEN connection. A reconnection wakes all of them: a notice may have been missed. */
export async function createJobWatch({
  databaseUrl,
  log,
}: {
  databaseUrl: string
  log: Logger
}): Promise<JobWatch> {
  const waiters = new Map<string, Set<() => void>>()
  const wake = (jobId: string) => {
    for (const resolve of waiters.get(jobId) ?? []) resolve()
  }
  const wakeAll = () => {
    for (const jobId of [...waiters.keys()]) wake(jobId)
  }
  let closed = false
  const listening = await listen({
    databaseUrl,
    channel: jobChangedChannel,
    log,
    onNotice: wake,
    onConnected: wakeAll,
  })
  return {
    changed(jobId, milliseconds, signal) {
      return new Promise((resolve) => {
        if (closed || signal?.aborted || milliseconds <= 0) {
          resolve()
          return
        }
        const mine = waiters.get(jobId) ?? new Set()
        waiters.set(jobId, mine)
        const done = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          mine.delete(done)
          if (mine.size === 0 && waiters.get(jobId) === mine) waiters.delete(jobId)
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        signal?.addEventListener('abort', done, { once: true })
        mine.add(done)
      })
    },
    async close() {
      closed = true
      wakeAll()
      await listening.close()
    },
    isClosed: () => closed,
  }
}
