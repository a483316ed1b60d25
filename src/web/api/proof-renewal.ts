/**
 * Calls refused for lack of a proof wait here for the dialog "Confirm that it is you" (app/proof-dialog.tsx). This
 * module only knows that a proof is needed.
 */
type Listener = (isNeeded: boolean) => void

let listener: Listener = () => {}
let waiting: { promise: Promise<boolean>; resolve: (isProved: boolean) => void } | null = null

/** Registers the dialog; returns a function that unregisters it. */
export function onProofNeeded(next: Listener): () => void {
  listener = next
  if (waiting !== null) next(true)
  return () => {
    if (listener === next) listener = () => {}
  }
}

/** One dialog for any number of calls. False if the user cancelled. */
export function proofGiven(): Promise<boolean> {
  if (waiting === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting = { promise, resolve }
    listener(true)
  }
  return waiting.promise
}

/** Closes the dialog: waiting calls continue, or fail. */
export function endProof(isProved: boolean): void {
  const ended = waiting
  waiting = null
  listener(false)
  ended?.resolve(isProved)
}
