import type { EChartsType } from '../parts/echarts.ts'
import type { CartesianModel } from './chart-model.ts'
import { steppedWindow, wheelFactor, wholeWindow } from './chart-zoom-window.ts'
import type { ZoomWindow } from './echarts-axes.ts'

interface WheelZoom {
  model: CartesianModel
  /** the part that is drawn now; null: everything */
  shown(): ZoomWindow | null
  onZoom(window: ZoomWindow | null): void
}

/** What ECharts reports of two fingers; its types do not have it. */
interface Pinch {
  pinchX: number
  pinchY: number
  /** since the last report */
  pinchScale: number
  event: Event
}

/**
 * Zooms by Ctrl or Cmd with the wheel (browsers report the pinch of a trackpad so) and by two fingers. The wheel alone
 * scrolls the page: the zoom of ECharts is off, because it takes the wheel even where it does not zoom.
 */
export function attachWheelZoom(
  chart: EChartsType,
  box: HTMLElement,
  { model, shown, onZoom }: WheelZoom,
): () => void {
  const whole = wholeWindow(model)
  const finder = model.swapped ? { yAxisIndex: 0 } : { xAxisIndex: 0 }
  const zoomAt = (x: number, y: number, factor: number): boolean => {
    if (!whole || chart.isDisposed() || !chart.containPixel('grid', [x, y])) return false
    const window = shown() ?? whole
    const [low, high] = window.map((value) => chart.convertToPixel(finder, value)).map(Number)
    if (low === undefined || high === undefined || !Number.isFinite(high - low)) return false
    const along = ((model.swapped ? y : x) - low) / (high - low || 1)
    const share = Math.min(1, Math.max(0, along))
    chart.dispatchAction({ type: 'hideTip' })
    onZoom(steppedWindow({ whole, shown: window, share, factor, scale: model.x.scale }))
    return true
  }
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    const { left, top } = box.getBoundingClientRect()
    // the browser would zoom the page
    if (zoomAt(event.clientX - left, event.clientY - top, wheelFactor(event))) event.preventDefault()
  }
  const onPinch = (event: unknown) => {
    const { pinchX, pinchY, pinchScale, event: touch } = event as Pinch
    if (zoomAt(pinchX, pinchY, pinchScale) && touch.cancelable) touch.preventDefault()
  }
  box.addEventListener('wheel', onWheel, { passive: false })
  chart.getZr().on('pinch', onPinch)
  return () => {
    box.removeEventListener('wheel', onWheel)
    if (!chart.isDisposed()) chart.getZr().off('pinch', onPinch)
  }
}
