import { useSyncExternalStore } from 'react'

/** How often the page is looked at until all is there, and how long at most; milliseconds. */
const lookEvery = 100
const longest = 60_000

const listeners = new Set<() => void>()
let holders = 0

/** Must all widgets be drawn, those far below the viewport too: while the dashboard is exported or printed. */
export function useIsWhole(): boolean {
  return useSyncExternalStore(subscribe, isWhole)
}

/** The same for what is no component. */
export function isWhole(): boolean {
  return holders > 0
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watchPrinting('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) watchPrinting('removeEventListener')
  }
}

/** Whoever prints by the browser's own command gets what is loaded by then. */
function watchPrinting(act: 'addEventListener' | 'removeEventListener'): void {
  window[act]('beforeprint', begin)
  window[act]('afterprint', end)
}

const begin = () => hold(1)
const end = () => hold(-1)

function hold(change: 1 | -1): void {
  holders += change
  for (const listener of listeners) listener()
}

/** Does something with the dashboard once every widget shows its picture; what takes longer than a minute is left as it is. */
export async function withWholeDashboard<T>(page: HTMLElement, act: () => Promise<T>): Promise<T> {
  hold(1)
  try {
    await untilDrawn(page)
    return await act()
  } finally {
    hold(-1)
  }
}

async function untilDrawn(page: HTMLElement): Promise<void> {
  const end = Date.now() + longest
  // pictures are there when nothing was on its way twice in a row: one may begin when another ends
  for (let quiet = 0; quiet < 2 && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
    quiet = isOnItsWay(page) ? 0 : quiet + 1
  }
}

function isOnItsWay(page: HTMLElement): boolean {
  return page.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null
}
