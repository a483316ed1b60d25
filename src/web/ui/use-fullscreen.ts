import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** `?fullscreen` in the address (docs/reference/screens.md#full-screen). Escape ends it. */
export function useFullscreen(): { isOn: boolean; toggle(): void } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isOn = 'fullscreen' in search
  const toggle = () => {
    const { fullscreen: _, ...rest } = search
    void navigate({
      to: '.',
      search: (isOn ? rest : { ...rest, fullscreen: '' }) as never,
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }
  const leave = useEffectEvent(toggle)
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !belongsElsewhere(event.target)) leave()
    }
    // before a menu hears it and closes: then it would no longer be seen that the key was meant for it
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isOn])
  return { isOn, toggle }
}

/** Escape closes dialogs and menus, and gives up what is typed. */
function belongsElsewhere(target: EventTarget | null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')
  if ([...layers].some((layer) => layer.checkVisibility())) return true
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
