import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pages set their title in an effect of their own, some after loading; the announcement waits this long (ms). */
const titleDelay = 400

/**
 * After a change of page the focus goes to the main region, unless the page has taken it already (an editor, a dialog,
 * a field with autofocus). Answers the text for the live region: the new page's title.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const active = document.activeElement
    const toMain = () => main.current?.focus({ preventScroll: true })
    const taken = active?.closest('main, [role="dialog"]') ?? null
    if (taken === null) toMain()
    // the former page stays until the next one is loaded, and takes the link that was followed along
    const observer = new MutationObserver(() => {
      if (active?.isConnected) return
      observer.disconnect()
      if (document.activeElement === document.body) toMain()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => setAnnouncement(document.title), titleDelay)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [pathname, main])

  return announcement
}
