import { useEffect, useRef } from 'react'
import { matchesShortcut, type QueryShortcut } from '#shared/queries/keyboard-shortcuts.ts'
import { isMac } from './is-mac.ts'

export type KeyActions = Partial<Record<QueryShortcut, () => void>>

/** The keyboard shortcuts of a query page (docs/reference/screens.md#shortcuts), active except in an open dialog. */
export function useQueryKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      for (const [name, action] of Object.entries(latest.current)) {
        if (!matchesShortcut(event, name as QueryShortcut, isMac)) continue
        // Enter activates the focused element; plain fields keep Shift+Enter
        if (name === 'execute' && event.shiftKey && isPlainField(event.target)) continue
        event.preventDefault()
        action()
        return
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isPlainField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, button, a')
}
