import { type RefObject, useEffect } from 'react'
import { rowsOfHeight } from './cells.ts'

/**
 * Tells how many rows the content of an auto-height box needs, now and whenever it changes; not while `isPaused`. The
 * content fills its box, so its own height is only seen once it may be lower than that.
 */
export function useContentRows(
  content: RefObject<HTMLElement | null>,
  isPaused: boolean,
  onRows: (rows: number) => void,
): void {
  useEffect(() => {
    const { current } = content
    if (current === null || isPaused) return
    const measure = () => {
      current.style.minHeight = '0'
      const height = current.offsetHeight
      current.style.minHeight = ''
      if (height > 0) onRows(rowsOfHeight(height))
    }
    let frame = 0
    const measureSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    const sizes = new ResizeObserver(measureSoon)
    const observeParts = () => {
      sizes.disconnect()
      for (const part of current.querySelectorAll(':scope > *, :scope > * > *')) sizes.observe(part)
    }
    // what lies deeper may change its height while the parts around it fill the box as before
    const changes = new MutationObserver(() => {
      observeParts()
      measureSoon()
    })
    changes.observe(current, { childList: true, subtree: true, characterData: true })
    observeParts()
    measure()
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      changes.disconnect()
    }
  }, [content, isPaused, onRows])
}
