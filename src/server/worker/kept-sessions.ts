import type { BackendReference, Session } from '#connectors/connector.ts'
import { QueryFailed, stopReason } from '#connectors/connector-errors.ts'

/** A person who works on a query runs it again within this time. */
const idleMilliseconds = 60_000
const maxIdle = 4
const resetMilliseconds = 2000
const checkMilliseconds = 2000

/**
 * Sessions that wait for the next run on the same data source, with the same options. Each has been reset after its run,
 * and answers before it is used again. One whose run was aborted, or failed otherwise than by the database refusing the
 * text, is closed.
 */
export interface KeptSessions {
  /** `open` connects; it gets what the session shall report to, which changes with each run */
  take(key: string, use: KeptUse, open: (report: Report) => Promise<Session>): Promise<Session>
  /** how many wait, for tests */
  count(): number
  close(): Promise<void>
}

export type Report = (backend: BackendReference) => void

interface KeptUse {
  signal: AbortSignal
  report: Report
}

interface Kept {
  session: Session
  report: Report
  backend: BackendReference | null
  timer: NodeJS.Timeout | undefined
}

export function createKeptSessions(): KeptSessions {
  const idle = new Map<string, Kept[]>()
  /** data sources whose database has no reset: asking after each run would fill its log */
  const withoutReset = new Set<string>()
  let isClosed = false

  const remove = (key: string, kept: Kept) => {
    clearTimeout(kept.timer)
    const others = (idle.get(key) ?? []).filter((one) => one !== kept)
    if (others.length === 0) idle.delete(key)
    else idle.set(key, others)
  }
  /** a session that answers, or null */
  const reuse = async (key: string, { signal, report }: KeptUse): Promise<Kept | null> => {
    for (;;) {
      // the newest: older ones can become idle for good
      const kept = idle.get(key)?.at(-1)
      if (kept === undefined) return null
      remove(key, kept)
      try {
        await kept.session.ping(AbortSignal.any([signal, AbortSignal.timeout(checkMilliseconds)]))
        kept.report = report
        if (kept.backend !== null) report(kept.backend)
        return kept
      } catch {
        await closeQuietly(kept.session)
        if (signal.aborted) throw stopReason(signal)
      }
    }
  }
  const keep = async (key: string, kept: Kept): Promise<void> => {
    kept.report = () => {}
    const others = idle.get(key) ?? []
    if (isClosed || others.length >= maxIdle) return await kept.session.close()
    kept.timer = setTimeout(() => {
      remove(key, kept)
      void closeQuietly(kept.session)
    }, idleMilliseconds)
    kept.timer.unref()
    idle.set(key, [...others, kept])
  }
  const giveBack = async (key: string, kept: Kept, isClean: boolean): Promise<void> => {
    const { session } = kept
    if (!isClean || isClosed || session.reset === undefined || withoutReset.has(key))
      return await session.close()
    try {
      await session.reset(AbortSignal.timeout(resetMilliseconds))
    } catch (error) {
      if (error instanceof QueryFailed) withoutReset.add(key)
      return await session.close()
    }
    await keep(key, kept)
  }
  return {
    async take(key, use, open) {
      const reused = await reuse(key, use)
      if (reused !== null) return lease(reused, (isClean) => giveBack(key, reused, isClean))
      const kept: Omit<Kept, 'session'> = { report: use.report, backend: null, timer: undefined }
      const session = await open((backend) => {
        kept.backend = backend
        kept.report(backend)
      })
      const opened: Kept = Object.assign(kept, { session })
      return lease(opened, (isClean) => giveBack(key, opened, isClean))
    },
    count: () => [...idle.values()].flat().length,
    async close() {
      isClosed = true
      const all = [...idle.values()].flat()
      idle.clear()
      for (const kept of all) clearTimeout(kept.timer)
      await Promise.all(all.map(({ session }) => closeQuietly(session)))
    },
  }
}

/** The session for one run: closing it gives it back. */
function lease({ session }: Kept, giveBack: (isClean: boolean) => Promise<void>): Session {
  const { readFile } = session
  let isClean = true
  let running = 0
  let closing: Promise<void> | null = null
  const watched = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    running++
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof QueryFailed)) isClean = false
      throw error
    } finally {
      running--
      if (signal.aborted) isClean = false
    }
  }
  return {
    ping: (signal) => watched(() => session.ping(signal), signal),
    tables: (signal) => watched(() => session.tables(signal), signal),
    run: (text, sink, signal, values) => watched(() => session.run(text, sink, signal, values), signal),
    ...(readFile && {
      readFile: (file, sink, signal) => watched(() => readFile(file, sink, signal), signal),
    }),
    close() {
      closing ??= giveBack(isClean && running === 0)
      return closing
    },
  }
}

async function closeQuietly(session: Session): Promise<void> {
  try {
    await session.close()
  } catch {
    // it was lost, or does not answer: there is nothing left to close
  }
}
