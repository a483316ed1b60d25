export interface PointerSteps {
  /** the pointer has moved far enough to start a drag */
  onStart(): void
  /** once per frame: the distance, including scrolling */
  onMove(dx: number, dy: number): void
  onEnd(isDropped: boolean): void
}

/** Pixels: drag threshold, width of the scrolling edge, largest scroll step. */
const threshold = 4
const edge = 60
const fastest = 18

/**
 * Follows a pressed pointer until it is released, or until Escape. Returns a function that cancels. The page scrolls
 * near its upper and lower edge.
 */
export function followPointer(down: PointerEvent, root: HTMLElement, steps: PointerSteps): () => void {
  const scroller = scrollerOf(root)
  const from = { x: down.clientX, y: down.clientY, scroll: scroller.scrollTop }
  let at = { x: from.x, y: from.y }
  let isStarted = false
  let frame = 0
  const tick = () => {
    scroller.scrollTop += scrollStep(at.y, visibleEdges(scroller))
    steps.onMove(at.x - from.x, at.y - from.y + scroller.scrollTop - from.scroll)
    frame = requestAnimationFrame(tick)
  }
  const end = (isDropped: boolean) => {
    cancelAnimationFrame(frame)
    listeners.abort()
    if (isStarted) steps.onEnd(isDropped)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    if (isStarted || Math.hypot(at.x - from.x, at.y - from.y) < threshold) return
    isStarted = true
    root.setPointerCapture(down.pointerId)
    steps.onStart()
    frame = requestAnimationFrame(tick)
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    if (isStarted && event.type === 'pointerup') {
      steps.onMove(at.x - from.x, at.y - from.y + scroller.scrollTop - from.scroll)
    }
    end(event.type === 'pointerup')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isStarted) return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }
  const listeners = new AbortController()
  const { signal } = listeners
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', onUp, { signal })
  window.addEventListener('keydown', onKeyDown, { signal, capture: true })
  return () => end(false)
}

function scrollerOf(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    const canScroll = overflowY === 'auto' || overflowY === 'scroll'
    if (canScroll && parent.scrollHeight > parent.clientHeight && parent !== document.body) return parent
  }
  return document.scrollingElement ?? document.documentElement
}

function visibleEdges(scroller: Element): { top: number; bottom: number } {
  if (scroller === document.scrollingElement) return { top: 0, bottom: window.innerHeight }
  const { top, bottom } = scroller.getBoundingClientRect()
  return { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) }
}

function scrollStep(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const above = Math.min(Math.max(top + edge - y, 0), edge)
  const below = Math.min(Math.max(y - (bottom - edge), 0), edge)
  return Math.round(((below - above) / edge) * fastest)
}
