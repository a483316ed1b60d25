/** The most recently used values, up to a total number of bytes; the newest one stays whatever its size. */
export interface RecentValues<T> {
  get(key: string): T | undefined
  put(key: string, value: T, bytes: number): void
}

export function recentValues<T>(limit: number): RecentValues<T> {
  const kept = new Map<string, { value: T; bytes: number }>()
  let total = 0
  return {
    get(key) {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
    put(key, value, bytes) {
      total += bytes - (kept.get(key)?.bytes ?? 0)
      kept.delete(key)
      kept.set(key, { value, bytes })
      for (const [old, entry] of kept) {
        if (total <= limit || old === key) break
        kept.delete(old)
        total -= entry.bytes
      }
    },
  }
}
