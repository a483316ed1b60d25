import { lazy as lazyOfReact, type ReactNode, useState } from 'react'

/**
 * Decides about the file of a part that could not be fetched: resolves when it is worth another attempt, to `gone` when
 * the part will never come and the page shall stay as it is, and rejects when the failure is to be shown.
 */
export type Patience = (failure: unknown, attempt: number) => Promise<'gone' | undefined>

let patience: Patience = async (failure) => {
  throw failure
}

/** The application says once what to do; pages without one show the failure. */
export function setPatience(next: Patience): void {
  patience = next
}

/** React's `lazy` for the parts of a page: one that cannot be fetched does not take the page along, and what was typed. */
export const lazy: typeof lazyOfReact = (load) =>
  // nothing of it is drawn when it has gone: who asked for it has been told, and no longer waits
  lazyOfReact(() => loadPatiently(load, patience, async () => ({ default: Nothing }) as never))

/** The same for what is no component: of what has gone there is never an answer. */
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
  /** fetches it; drawn after that it is there at once. Never rejects: a failure shows when it is drawn. */
  preload(): Promise<void>
}

/**
 * A part that a page may know to need before it draws it. `lazy` leaves a gap even for what has been fetched, which on a
 * busy page is filled after everything else.
 */
export function early<P extends object>(load: () => Promise<Drawn<P>>): EarlyPart<P> {
  let known: Drawn<P> | undefined
  const fetch = async () => {
    known = await load()
    return { default: known }
  }
  const Later: Drawn<P> = lazy(fetch)
  const part: Drawn<P> = (props) => {
    // what was chosen stays: another type would begin anew, without what was typed
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
