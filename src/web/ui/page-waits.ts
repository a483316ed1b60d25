import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let waits = 0

/** Notes that the file of a page is waited for, as long as `waiting` takes. */
export async function notePageWait<T>(waiting: Promise<T>): Promise<T> {
  change(1)
  try {
    return await waiting
  } finally {
    change(-1)
  }
}

/** Is the file of a page waited for because the server cannot be reached? */
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
