import { useSyncExternalStore } from 'react'

/** Polling interval and maximum wait until all widgets are drawn; milliseconds. */
const lookEvery = 100
const longest = 60_000

const listeners = new Set<() => void>()
let holders = 0

/** Whether all widgets must be drawn, even far below the viewport: true while the dashboard is exported or printed. */
export function useIsWhole(): boolean {
  return useSyncExternalStore(subscribe, isWhole)
}

/** The same outside of components. */
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

/** Printing by the browser's own menu prints what is loaded by then. */
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

/** Acts on the dashboard once every widget is drawn, or after a minute at most. */
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
  // require two idle polls in a row: a drawing may start when another ends
  for (let quiet = 0; quiet < 2 && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
    quiet = isOnItsWay(page) ? 0 : quiet + 1
  }
}

function isOnItsWay(page: HTMLElement): boolean {
  return page.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null
}
