import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type GridItem, rowHeight } from '#shared/dashboards/grid.ts'
import { heightOfRows } from './cells.ts'

/**
 * What is looked at stays where it is on the screen while widgets above it grow with their content: browsers hold what
 * flows, not boxes with a place of their own. Moves of people are left alone.
 *
 * @param items as they are stored or were moved
 * @param settled the same with the heights of their content
 */
export function useHeldView(
  root: RefObject<HTMLElement | null>,
  items: readonly GridItem[],
  settled: readonly GridItem[],
  isOff: boolean,
): void {
  const last = useRef({ items, settled })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { items, settled }
    const grid = root.current
    if (grid === null || isOff || before.items !== items || before.settled === settled) return
    const rows = rowsMoved(grid, before.settled, settled)
    if (rows === 0) return
    // they have begun to slide from places that are now others
    for (const box of grid.children) for (const slide of box.getAnimations?.() ?? []) slide.cancel()
    scrollerOf(grid).scrollBy({ top: rows * rowHeight, behavior: 'instant' })
  }, [root, items, settled, isOff])
}

/** How far the box that is looked at has moved: the one that the address names, else the first one in sight. */
function rowsMoved(grid: HTMLElement, before: readonly GridItem[], after: readonly GridItem[]): number {
  const top = grid.getBoundingClientRect().top
  const inSight = before.filter(({ row, sizeY }) => {
    const start = top + row * rowHeight
    return start < window.innerHeight && start + heightOfRows(sizeY) > 0
  })
  const first = inSight.reduce<GridItem | undefined>(
    (above, item) => (above !== undefined && above.row <= item.row ? above : item),
    undefined,
  )
  const anchor = inSight.find(({ id }) => window.location.hash === `#widget-${id}`) ?? first
  const place = after.find(({ id }) => id === anchor?.id)
  return anchor === undefined || place === undefined ? 0 : place.row - anchor.row
}

/** The page, or in full screen the box around the dashboard. */
function scrollerOf(element: HTMLElement): Element {
  const { parentElement } = element
  if (parentElement === null || parentElement === document.body) return document.documentElement
  const { overflowY } = getComputedStyle(parentElement)
  return overflowY === 'auto' || overflowY === 'scroll' ? parentElement : scrollerOf(parentElement)
}
