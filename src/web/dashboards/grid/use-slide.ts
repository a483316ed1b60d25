import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type GridItem, rowHeight } from '#shared/dashboards/grid.ts'
import { columnStep } from './cells.ts'

interface Offset {
  x: number
  y: number
}

/** The offset of a dragged box from its place. */
const offsets = new WeakMap<HTMLElement, Offset>()

export function dragTo(box: HTMLElement, x: number, y: number): void {
  offsets.set(box, { x, y })
  box.style.transform = `translate(${x}px, ${y}px)`
}

/** Milliseconds after the first layout during which boxes jump to their places, and the duration of later slides. */
const stillFor = 50
const slideFor = 150

/** Animates a box from where it is, dragged or not, to its new place. Respects the preference for reduced motion. */
export function useSlide(
  element: RefObject<HTMLElement | null>,
  place: Pick<GridItem, 'col' | 'row'>,
  { isDragged, isOff }: { isDragged: boolean; isOff: boolean },
): void {
  const { col, row } = place
  const last = useRef<{ col: number; row: number; since: number } | null>(null)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null || isDragged) return
    const before = last.current ?? { col, row, since: performance.now() }
    last.current = { col, row, since: before.since }
    const dragged = offsets.get(box) ?? { x: 0, y: 0 }
    if (offsets.delete(box)) box.style.transform = ''
    if (isOff || performance.now() - before.since < stillFor) return
    const step = columnStep(box.parentElement?.clientWidth ?? 0)
    slide(box, {
      x: (before.col - col) * step + dragged.x,
      y: (before.row - row) * rowHeight + dragged.y,
    })
  }, [element, col, row, isDragged, isOff])
}

function slide(box: HTMLElement, { x, y }: Offset): void {
  if (x === 0 && y === 0) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // added to a running slide, so that the box continues from where it is
  box.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'translate(0, 0)' }], {
    duration: slideFor,
    easing: 'ease-out',
    composite: 'add',
  })
}
