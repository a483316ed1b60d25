import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Each page that is opened, by its path: what stands behind the path may be somebody's secret. */
export function usePageViews(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // no page waits for it, and none fails with it
    import('./record-event.ts')
      .then(({ recordEvent }) => recordEvent('view', 'page', pathname))
      .catch(() => {})
  }, [pathname])
}
