import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { takeTurns } from './take-turns.ts'

export interface ThreadOptions {
  /** the module that the thread runs; it sends `'ready'` once loaded, then one answer per request */
  module: URL
  /** what one request may compute; the time that a busy machine lets it wait does not count */
  maxMilliseconds: number
  /** maximum number of waiting requests */
  maxWaiting: number
  /** the same for the requests of one owner */
  maxWaitingOfOne: number
  memoryMb: number
}

/**
 * The outcome of a request; `late` includes work that exceeded the thread's memory. `many`: too many requests of this
 * owner wait; `busy`: too many of all.
 */
export type ThreadAnswer<A> =
  | { kind: 'answer'; answer: A }
  | { kind: 'late' }
  | { kind: 'many' }
  | { kind: 'busy' }

/** `owner`: the person, key or token that the work is for; owners take turns. */
export type AskThread<Q, A> = (request: Q, owner: string) => Promise<ThreadAnswer<A>>

/** An idle thread is ended, to free the memory of its modules. */
const idleMilliseconds = 60_000
/** time to load the modules of the thread, even on a busy machine */
const startMilliseconds = 30_000
/** a request also ends after this many times its limit by the clock, in case that it only waits */
const maxWaitFactor = 10
/** how often in its limit a request's time is looked at */
const looks = 20

/**
 * Processes untrusted text in its own thread, one request at a time, so that the event loop stays free. Owners take
 * turns: a flood of one delays another by one request only. Work that takes too long is ended with its thread; the next
 * request starts a new one. Errors that the thread throws are bugs and reject.
 */
export function createThread<Q, A>(options: ThreadOptions): AskThread<Q, A> {
  const line = takeTurns<() => Promise<void>>(options)
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let isWorking = false

  const end = (ended: Worker) => {
    if (thread === ended) thread = null
    void ended.terminate()
  }

  const start = async (): Promise<Worker> => {
    const started = new Worker(options.module, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    })
    // `once` rejects on errors while a request waits; errors at other times are ignored
    started.on('error', () => {})
    started.on('exit', () => end(started))
    try {
      await once(started, 'message', { signal: AbortSignal.timeout(startMilliseconds) })
    } catch (error) {
      end(started)
      throw error
    }
    return started
  }

  const askNext = async (request: Q): Promise<ThreadAnswer<A>> => {
    clearTimeout(idle)
    const current = thread ?? (await start())
    thread = current
    const watch = await watchTime(current, options.maxMilliseconds)
    try {
      const heard = once(current, 'message', { signal: watch.late })
      current.postMessage(request)
      const [answer] = (await heard) as [A]
      return { kind: 'answer', answer }
    } catch (error) {
      // the thread cannot be used again
      end(current)
      if (isLate(error)) return { kind: 'late' }
      throw error
    } finally {
      watch.stop()
      current.unref()
      idle = setTimeout(() => end(current), idleMilliseconds).unref()
    }
  }

  const work = async () => {
    isWorking = true
    for (let next = line.next(); next !== null; next = line.next()) await next()
    isWorking = false
  }

  return (request, owner) =>
    new Promise((resolve, reject) => {
      const begin = () => askNext(request).then(resolve, reject)
      const stood = line.stand(owner, begin, () => resolve({ kind: 'busy' }))
      if (stood !== 'in') resolve({ kind: stood === 'many' ? 'many' : 'busy' })
      else if (!isWorking) void work()
    })
}

/** `late` is aborted once the thread has computed for too long. */
async function watchTime(thread: Worker, limit: number): Promise<{ late: AbortSignal; stop(): void }> {
  const late = new AbortController()
  const before = await thread.cpuUsage()
  const clock = setTimeout(() => late.abort(), limit * maxWaitFactor)
  const timer = setInterval(() => {
    // a thread that has ended is reported by its own error
    thread.cpuUsage(before).then(
      ({ user, system }) => user + system > limit * 1000 && late.abort(),
      () => undefined,
    )
  }, limit / looks)
  return {
    late: late.signal,
    stop() {
      clearTimeout(clock)
      clearInterval(timer)
    },
  }
}

function isLate(error: unknown): boolean {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown }
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
