import { lazy as lazyOfReact, type ReactNode, useState } from 'react'

/**
 * Decides about a part whose file could not be fetched. Resolves if another attempt is worth it, to `gone` if the part
 * will never load and the page must stay as it is, and rejects to show the failure.
 */
export type Patience = (failure: unknown, attempt: number) => Promise<'gone' | undefined>

let patience: Patience = async (failure) => {
  throw failure
}

/** Set once by the application; pages without patience show the failure. */
export function setPatience(next: Patience): void {
  patience = next
}

/** React's `lazy` for parts of a page: a part that cannot be fetched does not destroy the page or typed text. */
export const lazy: typeof lazyOfReact = (load) =>
  // a missing part draws nothing: the user has been notified
  lazyOfReact(() => loadPatiently(load, patience, async () => ({ default: Nothing }) as never))

/** The same for parts that are not components; never resolves if the part is missing. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  return loadPatiently(load, patience)
}

export async function loadPatiently<T>(
  load: () => Promise<T>,
  wait: Patience,
  whenGone: () => Promise<T> = () => new Promise<never>(() => {}),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (failure) {
      if ((await wait(failure, attempt)) === 'gone') return await whenGone()
    }
  }
}

const Nothing = () => null

type Drawn<P> = (props: P) => ReactNode

export type EarlyPart<P> = Drawn<P> & {
  /** fetches the part, which is then drawn at once. Never rejects: a failure shows when the part is drawn. */
  preload(): Promise<void>
}

/** A part that can be preloaded. `lazy` leaves a gap even for a fetched part, which a busy page fills last. */
export function early<P extends object>(load: () => Promise<Drawn<P>>): EarlyPart<P> {
  let known: Drawn<P> | undefined
  const fetch = async () => {
    known = await load()
    return { default: known }
  }
  const Later: Drawn<P> = lazy(fetch)
  const part: Drawn<P> = (props) => {
    // the choice is kept: another component type would remount, and lose what was typed
    const [chosen] = useState<{ Part: Drawn<P> }>(() => ({ Part: known ?? Later }))
    return <chosen.Part {...props} />
  }
  return Object.assign(part, {
    preload: () =>
      fetch().then(
        () => undefined,
        () => undefined,
      ),
  })
}
