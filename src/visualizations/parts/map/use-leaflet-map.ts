import type { LatLngBounds, Map as LeafletMap, MapOptions } from 'leaflet'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type MapBounds, roundedDegrees, sameBounds } from './map-bounds.ts'

export type Leaflet = typeof import('leaflet')

/** Loads Leaflet, a separate chunk of script and styles. */
export async function loadLeaflet(): Promise<Leaflet> {
  return (await import('./leaflet.ts')).default
}

export interface OpenMap {
  L: Leaflet
  map: LeafletMap
}

const shared: MapOptions = {
  // the wheel scrolls the page; buttons, double click, touch and keyboard zoom
  scrollWheelZoom: false,
  // map-frame.tsx draws both
  zoomControl: false,
  attributionControl: false,
  // a map draws nothing before it has a view
  center: [0, 0],
  zoom: 1,
}

/** Opens a Leaflet map in the mounted box; null before. Pass the same `options` object each time. */
export function useLeafletMap(
  box: RefObject<HTMLElement | null>,
  L: Leaflet | null,
  options: MapOptions,
): OpenMap | null {
  const [open, setOpen] = useState<OpenMap | null>(null)
  useLayoutEffect(() => {
    if (!L || !box.current) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const motion = isCalm ? { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false } : {}
    const map = L.map(box.current, { ...shared, ...motion, ...options })
    setOpen({ L, map })
    return () => {
      setOpen(null)
      map.remove()
    }
  }, [box, L, options])
  return open
}

export interface MapView {
  /** shows exactly this part; null: everything */
  bounds: MapBounds | null
  /** shows everything */
  fitAll(map: OpenMap): void
  /** only in the editor's preview: called when a user moved the map */
  onMoved?: ((bounds: MapBounds) => void) | undefined
}

/**
 * Controls the view of a map: the stored bounds, otherwise everything, also after resizing, until a user moves the map.
 * A move counts as the user's while the map has the focus (docs/reference/other-visualizations.md#map-editor). Returns
 * a function that shows everything.
 */
export function useMapView(open: OpenMap | null, { bounds, fitAll, onMoved }: MapView): () => void {
  const reported = useRef<MapBounds | null>(null)
  const isMoved = useRef(false)
  /** true while this hook changes the view, so that its own moves do not count as the user's */
  const isOwnMove = useRef(false)
  const show = useCallback(() => {
    if (!open) return
    isOwnMove.current = true
    if (bounds) fitMap(open, bounds)
    else fitAll(open)
    isOwnMove.current = false
  }, [open, bounds, fitAll])

  useEffect(() => {
    // options that result from our own report must not move the map
    if (bounds && sameBounds(bounds, reported.current)) return
    isMoved.current = false
    show()
  }, [show, bounds])

  useEffect(() => {
    if (!open) return
    const observer = new ResizeObserver(() => {
      isOwnMove.current = true
      open.map.invalidateSize({ animate: false, pan: false })
      isOwnMove.current = false
      if (!isMoved.current) show()
    })
    observer.observe(open.map.getContainer())
    return () => observer.disconnect()
  }, [open, show])

  useEffect(() => {
    if (!open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      if (isOwnMove.current || !hasFocus(open.map)) return
      isMoved.current = true
      if (!onMoved) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        reported.current = boundsOf(open.map.getBounds())
        onMoved(reported.current)
      }, reportDelay)
    }
    open.map.on('moveend', moved)
    return () => {
      clearTimeout(timer)
      open.map.off('moveend', moved)
    }
  }, [open, onMoved])

  return useCallback(() => {
    isMoved.current = false
    reported.current = null
    if (!open) return
    isOwnMove.current = true
    fitAll(open)
    isOwnMove.current = false
  }, [open, fitAll])
}

/** Milliseconds, like typed text in editors: the many moves of a drag become one change. */
const reportDelay = 200

function hasFocus(map: LeafletMap): boolean {
  const container = map.getContainer()
  return frameOf(container).contains(document.activeElement)
}

/** The frame around Leaflet's box, which contains the buttons. */
export function frameOf(container: HTMLElement): HTMLElement {
  return container.closest<HTMLElement>('[data-map-frame]') ?? container
}

export interface FitOptions {
  /** pixels between the bounds and the edge of the box; less in a small box */
  edge?: number
  maxZoom?: number
  /** pixels reserved at the sides of the box, for example for a legend */
  room?: { left: number; right: number; top: number; bottom: number }
}

const noRoom = { left: 0, right: 0, top: 0, bottom: 0 }

/** Fits these bounds into the box. Does nothing while the box has no size (hidden or collapsed). */
export function fitMap(
  { L, map }: OpenMap,
  bounds: MapBounds,
  { edge = 0, maxZoom, room = noRoom }: FitOptions = {},
): void {
  const { x, y } = map.getSize()
  if (x < 1 || y < 1) return
  const padding = Math.min(edge, x / 8, y / 8)
  // the limits would start another move to stay within them
  const limits = map.options.maxBounds
  map.setMaxBounds(undefined)
  map.fitBounds(
    [
      [bounds.south, bounds.west],
      [bounds.north, bounds.east],
    ],
    {
      animate: false,
      paddingTopLeft: [padding + room.left, padding + room.top],
      paddingBottomRight: [padding + room.right, padding + room.bottom],
      ...(maxZoom === undefined ? {} : { maxZoom }),
    },
  )
  // extended, or the limits would move the bounds back into the reserved space
  const isWider = room !== noRoom && limits instanceof L.LatLngBounds
  map.setMaxBounds(isWider ? map.getBounds().extend(limits) : limits)
}

function boundsOf(bounds: LatLngBounds): MapBounds {
  return {
    south: roundedDegrees(bounds.getSouth()),
    west: roundedDegrees(bounds.getWest()),
    north: roundedDegrees(bounds.getNorth()),
    east: roundedDegrees(bounds.getEast()),
  }
}
