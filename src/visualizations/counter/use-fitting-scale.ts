import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from '../parts/use-box-size.ts'

/** How much larger the content may be drawn so that all of it fits: two decimals, so that pixels do not make it tremble. */
export function fittingScale(box: Size, content: Size): number {
  if (content.width <= 0 || content.height <= 0) return 1
  const scale = Math.min(box.width / content.width, box.height / content.height)
  return Math.max(0.01, Math.floor(scale * 100) / 100)
}

/**
 * Keeps the scale at which the content fills its box. Sizes are those of the layout, which a transformed scale does not
 * change: one reading for each change of a size, and never a second one because of the first.
 */
export function useFittingScale(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): number {
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    const read = () =>
      setScale(
        fittingScale(
          { width: outer.clientWidth, height: outer.clientHeight },
          { width: inner.offsetWidth, height: inner.offsetHeight },
        ),
      )
    read()
    const observer = new ResizeObserver(read)
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [box, content])
  return scale
}
