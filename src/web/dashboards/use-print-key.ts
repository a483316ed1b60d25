import { useEffect, useRef } from 'react'

/** Handles the print shortcut, because the browser prints only drawn widgets and those far below must be drawn first. */
export function usePrintKey(print: () => void): void {
  const latest = useRef(print)
  latest.current = print
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPrint =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'p'
      if (!isPrint) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
