import { type RefObject, useLayoutEffect, useState } from 'react'

/** pixels */
export interface Size {
  width: number
  height: number
}

/** Tracks the size of an element in pixels; null before it is mounted. */
export function useBoxSize(box: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => {
      // charts need a minimum size
      const next = { width: Math.max(5, element.clientWidth), height: Math.max(5, element.clientHeight) }
      setSize((known) => (known?.width === next.width && known.height === next.height ? known : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
