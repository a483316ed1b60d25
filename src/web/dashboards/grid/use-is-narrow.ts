import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to this width a dashboard is one column (docs/reference/dashboards.md#loading-a-layout). */
const widestNarrow = 800

/** Whether there is no room for columns. Known before the first paint; follows the width, except while printing. */
export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth <= widestNarrow)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const look = () => {
      if (window.matchMedia('print').matches) return
      setNarrow((current.clientWidth || window.innerWidth) <= widestNarrow)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isNarrow
}
