import { useEffect, useRef } from 'react'

interface ShellKeys {
  openPalette: () => void
  openShortcuts: () => void
}

/**
 * mod+k opens the command palette from anywhere, even the editor; `?` the list of shortcuts, unless the user is typing.
 */
export function useShellKeys(keys: ShellKeys): void {
  const latest = useRef(keys)
  latest.current = keys

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mod = event.metaKey || event.ctrlKey
      if (mod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        event.stopPropagation()
        latest.current.openPalette()
      } else if (event.key === '?' && !mod && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        latest.current.openShortcuts()
      }
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** True for elements in which a printable key writes. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null
}
