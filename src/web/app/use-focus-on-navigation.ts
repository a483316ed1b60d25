import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pages set their title in an effect of their own, some after loading; the announcement waits this long (ms). */
const titleDelay = 400

/**
 * After a change of page the focus goes to the main region, unless the page has taken it already (an editor, a dialog,
 * a field with autofocus). Answers the text for the live region: the new page's title.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): string {
  // of the page that is shown: until then what has the focus, such as a dialog that closes, belongs to the one before
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
