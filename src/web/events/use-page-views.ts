import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Records each opened page by its path only: the query part may contain secrets. */
export function usePageViews(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // no page waits for this, and none fails with it
    import('./record-event.ts')
      .then(({ recordEvent }) => recordEvent('view', 'page', pathname))
      .catch(() => {})
  }, [pathname])
}
