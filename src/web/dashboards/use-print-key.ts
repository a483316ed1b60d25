import { useEffect, useRef } from 'react'

/** The browser prints what is drawn, and widgets far below are not: its key for printing has them drawn first. */
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
