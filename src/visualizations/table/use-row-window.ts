import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RowWindow, rowSpace, type ScrollPlace, scrollTo, toGiven, windowAround } from './grid-window.ts'

export const headHeight = 34
/** without a layout, as in tests and in hidden parts of the page */
const unseenRows = 64

export interface DrawnRows extends RowWindow {
  /** pixels of the rows that are not drawn, above and below */
  before: number
  after: number
  /** rows that fit in the view */
  rowsInView: number
  /** draws this row and brings it into view */
  reveal(row: number): void
}

interface View extends RowWindow {
  offset: number
  rowsInView: number
}

interface WindowOptions {
  /** of the rows that can be drawn: the page, or all */
  count: number
  rowHeight: number
  /** false: all rows are drawn */
  isOn: boolean
  /** the region scrolls by itself: with very many rows its bar is pressed together */
  scrolls: boolean
  region: RefObject<HTMLElement | null>
}

/** Which rows are drawn: those in view and some around them. Places count from the first row of the page. */
export function useRowWindow({ count, rowHeight, isOn, scrolls, region }: WindowOptions): DrawnRows {
  const space = rowSpace(count, rowHeight)
  const place = useRef<ScrollPlace>({ scrolled: 0, offset: 0 })
  const [view, setView] = useState<View>({
    ...{ first: 0, last: Math.min(count, unseenRows) },
    ...{ offset: 0, rowsInView: 20 },
  })
  const latest = useRef({ count, rowHeight, isOn, scrolls, space })
  latest.current = { count, rowHeight, isOn, scrolls, space }

  const look = useCallback(() => {
    const element = region.current
    if (element === null) return
    const now = latest.current
    const seen = seenPart(element)
    const rowsInView = Math.max(1, Math.floor(seen.height / now.rowHeight) - 1)
    if (!now.isOn) {
      setView((before) => (before.rowsInView === rowsInView ? before : { ...before, rowsInView }))
      return
    }
    if (seen.height <= 0) return
    let { top } = seen
    let offset = 0
    if (now.scrolls) {
      const next = scrollTo(element.scrollTop, place.current, seen.height, now.space)
      if (next.scrolled !== element.scrollTop) element.scrollTop = next.scrolled
      place.current = { ...next, scrolled: element.scrollTop }
      offset = next.offset
      top = next.scrolled - offset
    }
    const { first, last } = windowAround({ top, height: seen.height }, now.rowHeight, now.count)
    setView((before) =>
      before.first === first &&
      before.last === last &&
      before.offset === offset &&
      before.rowsInView === rowsInView
        ? before
        : { first, last, offset, rowsInView },
    )
  }, [region])

  useEffect(() => {
    const element = region.current
    if (element === null) return
    const options = { capture: true, passive: true } as const
    window.addEventListener('scroll', look, options)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      window.removeEventListener('scroll', look, options)
      observer.disconnect()
    }
  }, [look, region])
  // other rows: the place may be beyond their end
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes what is in view
  useLayoutEffect(look, [look, count, rowHeight, isOn, scrolls])

  const reveal = useCallback(
    (row: number) => {
      const element = region.current
      if (element === null) return
      const now = latest.current
      const { height } = seenPart(element)
      if (now.scrolls) {
        const top = element.scrollTop - place.current.offset
        const rowTop = row * now.rowHeight
        const wanted =
          rowTop < top
            ? rowTop
            : rowTop + now.rowHeight > top + height
              ? rowTop + now.rowHeight - height
              : top
        if (wanted === top || height <= 0) return
        const near = element.scrollTop + wanted - top
        const isNear = Math.abs(wanted - top) < 3 * height && near >= 0 && near <= now.space.given - height
        const scrolled = isNear ? near : toGiven(wanted, now.space)
        element.scrollTop = scrolled
        place.current = { scrolled: element.scrollTop, offset: element.scrollTop - wanted }
        look()
      } else if (now.isOn) {
        const around = windowAround({ top: row * now.rowHeight, height: 0 }, now.rowHeight, now.count)
        setView((before) => (row >= before.first && row < before.last ? before : { ...before, ...around }))
      }
    },
    [look, region],
  )
  if (!isOn) return { first: 0, last: count, before: 0, after: 0, rowsInView: view.rowsInView, reveal }
  const last = Math.min(view.last, count)
  const first = Math.min(view.first, last)
  const before = first * rowHeight + view.offset
  const after = Math.max(0, space.given - before - (last - first) * rowHeight)
  return { first, last, before: Math.max(0, before), after, rowsInView: view.rowsInView, reveal }
}

/** The part of the rows in view: `top` pixels below their start. */
function seenPart(region: HTMLElement): { top: number; height: number } {
  const table = region.querySelector('table')
  const box = region.getBoundingClientRect()
  const top = Math.max(0, box.top)
  const bottom = Math.min(window.innerHeight, box.top + region.clientHeight)
  const start = table?.getBoundingClientRect().top ?? box.top
  return { top: Math.max(0, top - start), height: bottom - top - headHeight }
}
