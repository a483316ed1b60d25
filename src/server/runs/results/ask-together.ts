import { setImmediate as turn } from 'node:timers/promises'

/**
 * Batches lookups: all keys requested before the event loop turns go into one call of `answer`, which returns what it
 * found by key.
 */
export function askTogether<A, V>(
  keyOf: (asked: A) => string,
  answer: (asked: readonly A[]) => Promise<ReadonlyMap<string, V>>,
): (asked: A) => Promise<V | null> {
  let waiting: { asked: Map<string, A>; found: Promise<ReadonlyMap<string, V>> } | null = null
  return async (asked) => {
    const key = keyOf(asked)
    if (waiting === null) {
      const round = new Map<string, A>()
      const found = turn().then(() => {
        waiting = null
        return answer([...round.values()])
      })
      waiting = { asked: round, found }
    }
    waiting.asked.set(key, asked)
    return (await waiting.found).get(key) ?? null
  }
}
