/**
 * Calls that were refused because it is not sure who uses the browser wait here for the dialog "Confirm that it is you"
 * (app/proof-dialog.tsx); this module only knows that one is needed.
 */
type Listener = (isNeeded: boolean) => void

let listener: Listener = () => {}
let waiting: { promise: Promise<boolean>; resolve: (isProved: boolean) => void } | null = null

/** The dialog registers itself; answers how to unregister. */
export function onProofNeeded(next: Listener): () => void {
  listener = next
  if (waiting !== null) next(true)
  return () => {
    if (listener === next) listener = () => {}
  }
}

/** One dialog for any number of calls. False when the person has given up. */
export function proofGiven(): Promise<boolean> {
  if (waiting === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting = { promise, resolve }
    listener(true)
  }
  return waiting.promise
}

/** The dialog is over: waiting calls go on, or fail. */
export function endProof(isProved: boolean): void {
  const ended = waiting
  waiting = null
  listener(false)
  ended?.resolve(isProved)
}
