import { useSyncExternalStore } from 'react'

/** Milliseconds until what could not be fetched is tried again: each time longer. */
const waits = { first: 3000, longest: 60_000 }

const failures = new WeakSet<object>()
const missing = new Set<() => void>()
const listeners = new Set<() => void>()
let attempt = 0
let wait = waits.first
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Fetches a file of a picture, once for all that ask. One that did not come is not asked for again before `fetchAgain`:
 * whatever draws asks many times.
 */
export function fetchedOnce<T>(fetch: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined
  return () => {
    fetched ??= fetch().catch((failure: unknown) => {
      if (typeof failure === 'object' && failure !== null) failures.add(failure)
      noteMissing(() => {
        fetched = undefined
      })
      throw failure
    })
    return fetched
  }
}

/** Is this why a file could not be fetched, rather than a fault in what is drawn? */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error)
}

/** Something did not come: all that is missing is fetched anew when the connection is back, or after a while. */
export function noteMissing(forget?: () => void): void {
  if (forget !== undefined) missing.add(forget)
  if (timer !== undefined) return
  timer = setTimeout(fetchAgain, wait)
  wait = Math.min(wait * 2, waits.longest)
  window.addEventListener('online', fetchAtOnce)
}

function fetchAtOnce(): void {
  wait = waits.first
  fetchAgain()
}

/** Draws anew what waits for a file. */
export function fetchAgain(): void {
  clearTimeout(timer)
  timer = undefined
  window.removeEventListener('online', fetchAtOnce)
  for (const forget of missing) forget()
  missing.clear()
  attempt++
  for (const listener of listeners) listener()
}

/** Another number whenever missing files are asked for anew. */
export function useAttempt(): number {
  return useSyncExternalStore(subscribe, attemptOfNow)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const attemptOfNow = () => attempt
