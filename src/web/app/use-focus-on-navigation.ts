import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pages set their title in an effect, some after loading; the announcement waits this long (ms). */
const titleDelay = 400

/**
 * After a change of page the focus goes to the main region, unless the page has already taken it (an editor, a dialog,
 * a field with autofocus). Returns the text for the live region: the title of the new page.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): string {
  // the shown page: until it changes, the focused element (such as a closing dialog) belongs to the previous page
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const left = before.current
    before.current = pathname
    if (!left || left === pathname) return
    const isTaken = document.activeElement?.closest('main, [role="dialog"]')
    if (!isTaken) main.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnouncement(document.title), titleDelay)
    return () => clearTimeout(timer)
  }, [pathname, main])

  return announcement
}
