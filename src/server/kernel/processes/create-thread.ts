import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface ThreadOptions {
  /** the module that the thread runs; it sends `'ready'` once it is loaded, and then one answer for each request */
  module: URL
  /** of one request, from the moment that the thread takes it */
  maxMilliseconds: number
  /** requests that wait for the one before them */
  maxWaiting: number
  memoryMb: number
}

/** What a request has come to; `late` includes work that took more memory than the thread may have. */
export type ThreadAnswer<A> = { kind: 'answer'; answer: A } | { kind: 'late' } | { kind: 'busy' }

/** What its modules take is memory that a process which rarely needs the thread need not keep. */
const idleMilliseconds = 60_000
/** for the modules of the thread, on a machine that has much else to do */
const startMilliseconds = 30_000

/**
 * Work of strangers' texts in a thread of its own, one request after the other: the event loop goes on answering others.
 * Work that takes too long ends with its thread; the next request starts another. Errors that the thread throws are bugs
 * and reject.
 */
export function createThread<Q, A>(options: ThreadOptions): (request: Q) => Promise<ThreadAnswer<A>> {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0

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
    // `once` hears it while a request waits; at other times nobody has to
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
    try {
      const heard = once(current, 'message', { signal: AbortSignal.timeout(options.maxMilliseconds) })
      current.postMessage(request)
      const [answer] = (await heard) as [A]
      return { kind: 'answer', answer }
    } catch (error) {
      // the thread is of no use any more
      end(current)
      if (isLate(error)) return { kind: 'late' }
      throw error
    } finally {
      current.unref()
      idle = setTimeout(() => end(current), idleMilliseconds).unref()
    }
  }

  return async (request) => {
    if (waiting > options.maxWaiting) return { kind: 'busy' }
    waiting++
    const mine = line.then(() => askNext(request))
    line = mine.catch(() => {})
    return await mine.finally(() => waiting--)
  }
}

function isLate(error: unknown): boolean {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown }
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
