import type { EChartsType } from '../parts/echarts.ts'
import type { ZoomWindow } from './echarts-axes.ts'

/** Shorter movements are clicks, in pixels. */
const minDrag = 8

interface Drag {
  from: number
  to: number
}

export interface DragZoom {
  /** whether the pointer has moved far enough since it went down: its release is then a zoom, not a click */
  isDragging(): boolean
  detach(): void
}

/** Dragging over the plot zooms into that part of the X axis; a double click resets the zoom. */
export function attachDragZoom(
  chart: EChartsType,
  box: HTMLElement,
  { upright, onZoom }: { upright: boolean; onZoom(window: ZoomWindow | null): void },
): DragZoom {
  const shade = box.ownerDocument.createElement('div')
  shade.style.cssText =
    'position: absolute; pointer-events: none; display: none; background: var(--mantine-primary-color-filled); opacity: .15;'
  box.append(shade)
  const events = new AbortController()
  let drag: Drag | null = null
  let dragged = false

  const along = (event: PointerEvent) => {
    const { left, top } = box.getBoundingClientRect()
    return upright ? event.clientY - top : event.clientX - left
  }
  const paint = () => {
    const shown = drag !== null && Math.abs(drag.to - drag.from) >= minDrag
    shade.style.display = shown ? 'block' : 'none'
    if (!drag || !shown) return
    const start = `${Math.min(drag.from, drag.to)}px`
    const length = `${Math.abs(drag.to - drag.from)}px`
    const [edge, extent, across, full] = upright
      ? (['top', 'height', 'left', 'width'] as const)
      : (['left', 'width', 'top', 'height'] as const)
    shade.style[edge] = start
    shade.style[extent] = length
    shade.style[across] = '0'
    shade.style[full] = '100%'
  }
  const zoomTo = (from: number, to: number) => {
    const finder = upright ? { yAxisIndex: 0 } : { xAxisIndex: 0 }
    const values = [from, to].map((pixel) => chart.convertFromPixel(finder, pixel)).map(Number)
    const [low, high] = values.sort((a, b) => a - b)
    if (low === undefined || high === undefined || !Number.isFinite(low) || !Number.isFinite(high)) return
    chart.dispatchAction({ type: 'hideTip' })
    onZoom([low, high])
  }
  const { signal } = events
  const page = box.ownerDocument
  box.addEventListener(
    'pointerdown',
    (event) => {
      dragged = false
      if (event.button !== 0 || event.pointerType === 'touch') return
      drag = { from: along(event), to: along(event) }
    },
    { signal },
  )
  page.addEventListener(
    'pointermove',
    (event) => {
      if (!drag) return
      drag.to = along(event)
      if (Math.abs(drag.to - drag.from) >= minDrag) dragged = true
      paint()
    },
    { signal },
  )
  page.addEventListener(
    'pointerup',
    () => {
      const done = drag
      drag = null
      paint()
      if (done && Math.abs(done.to - done.from) >= minDrag) zoomTo(done.from, done.to)
    },
    { signal },
  )
  box.addEventListener('dblclick', () => onZoom(null), { signal })
  return {
    isDragging: () => dragged,
    detach: () => {
      events.abort()
      shade.remove()
    },
  }
}
