import type { Sink } from './connector.ts'
import { stopReason } from './connector-errors.ts'
import { rowFeed } from './row-feed.ts'

/** The server gets so much time to end a query. */
const endMilliseconds = 2000

export interface RemoteRun {
  /**
   * Runs work that waits for a server, with a signal of its own. If the work fails or the run is stopped, the request
   * ends first, then `end` ends the query in the server.
   */
  signal: AbortSignal
  /** each part that came resets the time in which one has to come */
  touch(): void
}

/**
 * Work of a session that has no connection of its own: ends the query in the server when the run is stopped, or fails
 * here. Throws the reason of `signal` once that is aborted, and else what the work threw.
 */
export async function runRemotely<T>(
  options: {
    signal: AbortSignal
    /** ends the query in the server; its own failure changes nothing */
    end: (signal: AbortSignal) => Promise<unknown>
    /** what is thrown when the server is silent for so long; undefined: it may be silent */
    silence?: { milliseconds: number; failure: () => Error } | undefined
  },
  work: (run: RemoteRun) => Promise<T>,
): Promise<T> {
  const { signal, silence } = options
  if (signal.aborted) throw stopReason(signal)
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let timer: NodeJS.Timeout | undefined
  let silent: Error | null = null
  const touch = () => {
    if (silence === undefined) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      silent = silence.failure()
      own.abort(silent)
    }, silence.milliseconds)
  }
  touch()
  try {
    return await work({ signal: own.signal, touch })
  } catch (error) {
    own.abort(error)
    await options.end(AbortSignal.timeout(endMilliseconds)).catch(() => {})
    if (signal.aborted) throw stopReason(signal)
    throw silent ?? error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Thrown through the reading of an answer when the sink has enough. */
export class EnoughRows extends Error {}

/** Marks an error of the sink (its `cause`), which is rethrown unchanged. */
export class SinkFailure extends Error {}

/** For `catch` around calls of the sink. Throws SinkFailure, but EnoughRows as it is. */
export function ofSink(error: unknown): never {
  throw error instanceof EnoughRows ? error : new SinkFailure('', { cause: error })
}

/**
 * `runRemotely` for services whose statements go on without a connection: `work` tells of the job that it begins, and
 * `cancel` ends it in the service when the run stops or fails. Returns true when the sink has enough.
 */
export async function runRemoteJob<J, T>(
  signal: AbortSignal,
  cancel: (job: J, signal: AbortSignal) => Promise<unknown>,
  work: (run: RemoteRun, started: (job: Promise<J>) => void) => Promise<T>,
): Promise<T | true> {
  let begun: Promise<J> | null = null
  const end = async (ending: AbortSignal) => {
    if (begun !== null) await cancel(await untilAborted(begun, ending), ending)
  }
  try {
    return await runRemotely({ signal, end }, (run) =>
      work(run, (job) => {
        begun = job
      }),
    )
  } catch (error) {
    if (error instanceof EnoughRows) return true
    throw error
  }
}

/** Throws the reason of the signal as soon as that is aborted; the work goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}

export interface PulledFeed {
  push(row: readonly unknown[], size: number): void
  /** Waits until the sink can take more. Throws EnoughRows when it wants none. */
  room(): Promise<void>
  /** Delivers the rest. Rejects with the sink's error. */
  finish(): Promise<void>
}

/** Rows for the sink from a connector that reads when it likes. */
export function pulledFeed(sink: Sink): PulledFeed {
  let isStopped = false
  let gate: { promise: Promise<void>; open: () => void } | null = null
  const feed = rowFeed(sink, {
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = { promise, open: resolve }
    },
    resume() {
      gate?.open()
      gate = null
    },
    stop() {
      isStopped = true
      gate?.open()
    },
  })
  return {
    push: feed.push,
    async room() {
      if (gate !== null) await gate.promise
      if (!isStopped) return
      // throws if it is the sink that failed
      await feed.finish()
      throw new EnoughRows()
    },
    finish: feed.finish,
  }
}
