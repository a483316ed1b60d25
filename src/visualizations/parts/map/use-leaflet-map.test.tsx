// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MapBounds } from './map-bounds.ts'
import {
  fitMap,
  type Leaflet,
  loadLeaflet,
  type OpenMap,
  useLeafletMap,
  useMapView,
} from './use-leaflet-map.ts'

const options = { zoomSnap: 0 }
const everything: MapBounds = { south: -10, west: -10, north: 10, east: 10 }
const fitAll = (open: OpenMap) => fitMap(open, everything)

interface ViewProps {
  L: Leaflet
  bounds: MapBounds | null
  onMoved?: ((bounds: MapBounds) => void) | undefined
}

let opened: OpenMap | null = null
let showAll: () => void = () => {}

function View({ L, bounds, onMoved }: ViewProps) {
  const box = useRef<HTMLDivElement>(null)
  opened = useLeafletMap(box, L, options)
  showAll = useMapView(opened, { bounds, fitAll, onMoved })
  return (
    <div data-map-frame>
      <div ref={box} />
      <button type="button">Zoom in</button>
    </div>
  )
}

beforeEach(() => {
  // happy-dom has no layout
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function openView(props: Omit<ViewProps, 'L'>) {
  const L = await loadLeaflet()
  const view = render(<View L={L} {...props} />)
  if (opened === null) throw new Error('the map did not open')
  const { map } = opened as OpenMap
  return {
    map,
    again: (next: Omit<ViewProps, 'L'>) => view.rerender(<View L={L} {...next} />),
    focus: () => view.getByRole('button', { name: 'Zoom in' }).focus(),
  }
}

const settle = () => act(() => vi.advanceTimersByTime(1000))

describe('the view of a map', () => {
  it('is the stored one, otherwise everything', async () => {
    const { map, again } = await openView({ bounds: null })
    const isWhole = (bounds: MapBounds, zoom: number) =>
      map.getZoom() === zoom &&
      map.getBounds().contains([
        [bounds.south, bounds.west],
        [bounds.north, bounds.east],
      ])
    expect(isWhole(everything, 4)).toBe(true)
    const stored = { south: 40, west: 0, north: 44, east: 4 }
    again({ bounds: stored })
    expect(isWhole(stored, 6)).toBe(true)
    expect(map.getCenter().lng).toBeCloseTo(2, 1)
  })

  it('is reported when a user moves the map, only while it has the focus', async () => {
    const moved: MapBounds[] = []
    const { map, focus } = await openView({ bounds: null, onMoved: (bounds) => moved.push(bounds) })
    map.setView([20, 20], 4, { animate: false })
    settle()
    expect(moved).toEqual([])
    focus()
    map.setView([30, 30], 5, { animate: false })
    map.setView([30, 31], 5, { animate: false })
    settle()
    expect(moved).toHaveLength(1)
    expect(((moved[0]?.west ?? 0) + (moved[0]?.east ?? 0)) / 2).toBeCloseTo(31, 1)
  })

  it('does not move when its own report returns as an option', async () => {
    let bounds: MapBounds | null = null
    const onMoved = (next: MapBounds) => {
      bounds = next
    }
    const { map, focus, again } = await openView({ bounds, onMoved })
    focus()
    map.setView([30, 30], 5, { animate: false })
    settle()
    const fit = vi.spyOn(map, 'fitBounds')
    again({ bounds, onMoved })
    expect(bounds).not.toBeNull()
    expect(fit).not.toHaveBeenCalled()
  })

  it('does not report its own moves', async () => {
    const moved: MapBounds[] = []
    const { map, focus } = await openView({ bounds: null, onMoved: (bounds) => moved.push(bounds) })
    focus()
    act(() => showAll())
    settle()
    expect(moved).toEqual([])
    expect(map.getCenter().lat).toBeCloseTo(0, 1)
  })
})
