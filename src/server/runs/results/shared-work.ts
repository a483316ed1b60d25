/** Work that several callers wait for: done once, and aborted when all of them have left. */
export interface SharedWork<T> {
  /** joins the work with this key, or starts it; rejects with the signal's reason when that aborts */
  join(key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export function sharedWork<T>(): SharedWork<T> {
  const running = new Map<string, { result: Promise<T>; abort: AbortController; waiters: number }>()
  return {
    async join(key, signal, begin) {
      signal.throwIfAborted()
      let work = running.get(key)
      if (work === undefined) {
        const abort = new AbortController()
        const own = { result: begin(abort.signal), abort, waiters: 0 }
        const forget = () => {
          if (running.get(key) === own) running.delete(key)
        }
        own.result.then(forget, forget)
        running.set(key, own)
        work = own
      }
      const joined = work
      joined.waiters++
      const left = Promise.withResolvers<never>()
      const leave = () => left.reject(signal.reason)
      signal.addEventListener('abort', leave)
      try {
        return await Promise.race([joined.result, left.promise])
      } finally {
        signal.removeEventListener('abort', leave)
        joined.waiters--
        if (joined.waiters === 0 && signal.aborted) {
          if (running.get(key) === joined) running.delete(key)
          joined.abort.abort(signal.reason)
        }
      }
    },
  }
}
