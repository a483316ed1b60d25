/**
 * Calls that found the session gone wait here until somebody signs in again. The shell shows the dialog
 * (app/session-expired-modal.tsx); this module only knows that one is needed.
 */
type Listener = (expired: boolean) => void

let listener: Listener = () => {}
let waiting: { promise: Promise<void>; resolve: () => void } | null = null

/** The dialog registers itself; answers how to unregister. */
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

/** The popup has signed in: waiting calls go on. */
export function markSessionRenewed(): void {
  const renewed = waiting
  waiting = null
  listener(false)
  renewed?.resolve()
}
