import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let waits = 0

/** Records, while `waiting` is pending, that a page waits for its file. */
export async function notePageWait<T>(waiting: Promise<T>): Promise<T> {
  change(1)
  try {
    return await waiting
  } finally {
    change(-1)
  }
}

/** True while a page waits for its file because the server is unreachable. */
export function useIsPageAwaited(): boolean {
  return useSyncExternalStore(subscribe, isAwaited)
}

function change(by: 1 | -1): void {
  waits += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isAwaited = () => waits > 0
