import { useSyncExternalStore } from 'react'

let holders = 0
const listeners = new Set<() => void>()

function hold(change: 1 | -1): void {
  holders += change
  for (const listener of listeners) listener()
}

/** The theme that overrides the user's choice while printing; undefined: none. */
export function useForcedTheme(): 'light' | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (holders > 0 ? 'light' : undefined),
  )
}

/** Runs `act` while everything is drawn light, because paper is white. */
export async function inLightColours<T>(act: () => Promise<T>): Promise<T> {
  hold(1)
  try {
    return await act()
  } finally {
    hold(-1)
  }
}
