/**
 * Calls whose session has expired wait here until the user logs in again. The shell shows the dialog
 * (app/session-expired-modal.tsx); this module only knows that a session is needed.
 */
type Listener = (expired: boolean) => void

let listener: Listener = () => {}
let waiting: { promise: Promise<void>; resolve: () => void } | null = null

/** Registers the dialog; returns a function that unregisters it. */
export function onSessionExpired(next: Listener): () => void {
  listener = next
  if (waiting !== null) next(true)
  return () => {
    if (listener === next) listener = () => {}
  }
}

/** One dialog for any number of calls. Resolves when the session is back. */
export function sessionRenewed(): Promise<void> {
  if (waiting === null) {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting = { promise, resolve }
    listener(true)
  }
  return waiting.promise
}

/** The user has logged in again: waiting calls continue. */
export function markSessionRenewed(): void {
  const renewed = waiting
  waiting = null
  listener(false)
  renewed?.resolve()
}
