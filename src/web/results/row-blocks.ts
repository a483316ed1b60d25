import type { ResultRow } from '#shared/results/typed-result.ts'

/** Number of rows read together. */
export const blockRows = 500
/** Number of cached blocks: 5,000 rows, some MB. */
const keptBlocks = 10

/** `length`: of the text that contained the rows */
export interface RowBlock {
  rows: readonly ResultRow[]
  found: number
  length: number
}

type ReadBlock = (signal: AbortSignal) => Promise<RowBlock>

interface Entry {
  block: Promise<RowBlock>
  abort: AbortController
  isThere: boolean
  waiters: number
}

export interface RowBlocks {
  /** the block of this key, read if it is not cached; rejects with the signal's reason if that aborts */
  get(key: string, signal: AbortSignal, read: ReadBlock): Promise<RowBlock>
  /** prefetches the block */
  ahead(key: string, read: ReadBlock): void
}

/**
 * A cache of the most recently used blocks. A read is cancelled when no caller waits for it; a failed one is repeated.
 */
export function createBlocks(): RowBlocks {
  const entries = new Map<string, Entry>()

  const drop = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
  }
  const enter = (key: string, read: ReadBlock): Entry => {
    const known = entries.get(key)
    if (known !== undefined) {
      entries.delete(key)
      entries.set(key, known)
      return known
    }
    const abort = new AbortController()
    const entry: Entry = { block: read(abort.signal), abort, isThere: false, waiters: 0 }
    entry.block.then(
      () => {
        entry.isThere = true
      },
      () => drop(key, entry),
    )
    entries.set(key, entry)
    for (const [oldest, old] of entries) {
      if (entries.size <= keptBlocks) break
      if (old.waiters > 0) continue
      entries.delete(oldest)
      old.abort.abort()
    }
    return entry
  }
  return {
    async get(key, signal, read) {
      signal.throwIfAborted()
      const entry = enter(key, read)
      entry.waiters++
      const left = Promise.withResolvers<never>()
      const leave = () => left.reject(signal.reason)
      signal.addEventListener('abort', leave)
      try {
        return await Promise.race([entry.block, left.promise])
      } finally {
        signal.removeEventListener('abort', leave)
        entry.waiters--
        if (entry.waiters === 0 && !entry.isThere) {
          drop(key, entry)
          entry.abort.abort()
        }
      }
    },
    ahead: (key, read) => void enter(key, read),
  }
}
