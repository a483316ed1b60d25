import { useSyncExternalStore } from 'react'

/** A request to open the drawer. */
export interface AskedHelp {
  /** name of a page of the help; null: that of the screen */
  page: string | null
  /** changes with each request, so that the same page is shown again */
  serial: number
}

/** Where the person was when the drawer was closed, to go on there. */
export interface LastRead {
  /** the address with which it was opened */
  opened: string
  /** the page that was shown, as links lead on */
  shown: string
  scrolled: number
}

let lastRead: LastRead | undefined

export function noteRead(read: LastRead): void {
  lastRead = read
}

/** The last place if this address opens the help once more. */
export function lastReadOf(opened: string): LastRead | undefined {
  return lastRead?.opened === opened ? lastRead : undefined
}

let serial = 0
let asked: AskedHelp | undefined
const listeners = new Set<() => void>()

function set(next: AskedHelp | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Opens the help drawer, at the page of this screen unless another is named. */
export function openHelp(page: string | null = null): void {
  serial += 1
  set({ page, serial })
}

export function closeHelp(): void {
  set(undefined)
}

/** `undefined`: the drawer is closed. */
export function useAskedHelp(): AskedHelp | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
