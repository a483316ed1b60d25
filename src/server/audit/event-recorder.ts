import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#server/http/index.ts'
import { describeBug } from '#server/kernel/index.ts'
import { insertEvents, type NewEvent } from './event-store.ts'

type Db = Parameters<typeof insertEvents>[0]

export interface EventRecorder {
  /** Adds an event to the queue; never waits and never throws. */
  record(event: NewEvent): void
  /** Writes waiting events, for a limited time; later events are lost. */
  close(): Promise<void>
}

interface RecorderOptions {
  db: Db
  log: Pick<Logger, 'warn'>
  /** maximum number of waiting events while the database is unreachable or slow */
  capacity?: number
  /** how long events are collected into one batch */
  gatherMilliseconds?: number
  /** pause after a failed write */
  retryMilliseconds?: number
  /** maximum duration of `close` */
  closeMilliseconds?: number
}

const batchSize = 200

/**
 * The queue in front of the log. Requests never wait for it: events are written a moment later, many per
 * statement. While the database is unreachable they wait; when the queue is full, new ones are dropped and
 * counted.
 */
export function createEventRecorder(options: RecorderOptions): EventRecorder {
  const { db, log, capacity = 10_000, gatherMilliseconds = 250 } = options
  const { retryMilliseconds = 2000, closeMilliseconds = 2000 } = options
  const waiting: NewEvent[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let closed = false

  const tellDropped = () => {
    if (dropped > 0) log.warn({ dropped }, 'Events were dropped: too many waited for the database.')
    dropped = 0
  }
  const schedule = (milliseconds: number) => {
    if (timer !== null || closed) return
    timer = setTimeout(() => {
      timer = null
      writing ??= write().finally(() => {
        writing = null
        if (waiting.length > 0) schedule(retryMilliseconds)
      })
    }, milliseconds)
    timer.unref()
  }
  /** Writes all waiting events; stops when the database is unreachable. */
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      const outcome = await store(batch)
      if (outcome === 'away') return
      if (outcome === 'stored') waiting.splice(0, batch.length)
      else if (!(await writeEach(batch.length))) return
      tellDropped()
    }
  }
  /**
   * Stores events one by one, so that one that fails, such as that of a deleted user, does not affect the others.
   */
  const writeEach = async (count: number): Promise<boolean> => {
    for (const event of waiting.slice(0, count)) {
      if ((await store([event])) === 'away') return false
      waiting.shift()
    }
    return true
  }
  const store = async (batch: readonly NewEvent[]): Promise<'stored' | 'refused' | 'away'> => {
    try {
      await insertEvents(db, batch)
      return 'stored'
    } catch (error) {
      if (error instanceof Error && isDatabaseUnavailable(error)) return 'away'
      if (batch.length === 1) log.warn({ bug: describeBug(error) }, 'An event could not be stored.')
      return 'refused'
    }
  }
  return {
    record(event) {
      if (closed || waiting.length >= capacity) dropped++
      else waiting.push(event)
      schedule(gatherMilliseconds)
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      const patience = new AbortController()
      const written = (writing ?? Promise.resolve()).then(write)
      await Promise.race([
        written,
        delay(closeMilliseconds, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      dropped += waiting.length
      tellDropped()
    },
  }
}
