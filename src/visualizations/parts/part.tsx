import { type ComponentType, use, useSyncExternalStore } from 'react'

/** A lazily loaded component. Unlike React's `lazy`, it can be requested again after a failure. */
export function part<P extends object>(
  fetch: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const load = fetchedOnce(fetch)
  return (props) => {
    const { default: Component } = use(load())
    return <Component {...props} />
  }
}

/** Milliseconds before failed requests are repeated; doubled each time. */
const waits = { first: 3000, longest: 60_000 }

const failures = new WeakSet<object>()
const missing = new Set<() => void>()
const listeners = new Set<() => void>()
let attempt = 0
let wait = waits.first
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Caches the promise of a chunk, also of a failed request: rendering calls this often, so only `fetchAgain` requests it
 * again.
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

/** Tells a failed request of a chunk from a rendering error. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error)
}

/** Schedules `fetchAgain` for when the connection is back, or after a delay. */
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

/** Requests all missing chunks again and renders the components that need them. */
export function fetchAgain(): void {
  clearTimeout(timer)
  timer = undefined
  window.removeEventListener('online', fetchAtOnce)
  for (const forget of missing) forget()
  missing.clear()
  attempt++
  for (const listener of listeners) listener()
}

/** A number that changes whenever missing chunks are requested again. */
export function useAttempt(): number {
  return useSyncExternalStore(subscribe, currentAttempt)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const currentAttempt = () => attempt
