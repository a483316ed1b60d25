import type { LatLngBounds, Map as LeafletMap, MapOptions } from 'leaflet'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type MapBounds, roundedDegrees, sameBounds } from './map-bounds.ts'

export type Leaflet = typeof import('leaflet')

/** Its own chunk of script and styles. */
export async function loadLeaflet(): Promise<Leaflet> {
  return (await import('./leaflet.ts')).default
}

export interface OpenMap {
  L: Leaflet
  map: LeafletMap
}

const shared: MapOptions = {
  // the page scrolls past a map; the buttons, a double click, fingers and the keyboard zoom
  scrollWheelZoom: false,
  // both are drawn by us (map-frame.tsx)
  zoomControl: false,
  attributionControl: false,
  // a map without a view draws nothing
  center: [0, 0],
  zoom: 1,
}

/** A Leaflet map in the box as long as it stands in the page; null before. `options` stay the same object. */
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
  /** shows exactly this part; null: everything there is to see */
  bounds: MapBounds | null
  /** shows everything there is to see */
  fitAll(map: OpenMap): void
  /** only in the editor's preview: somebody moved the map */
  onMoved?: ((bounds: MapBounds) => void) | undefined
}

/**
 * Keeps the view of a map: what is stored, else everything. Resizing keeps it as well, until somebody moves the map.
 * Moves count as somebody's while the map has the focus (docs/reference/other-visualizations.md#map-editor).
 */
export function useMapView(open: OpenMap | null, { bounds, fitAll, onMoved }: MapView): () => void {
  const told = useRef<MapBounds | null>(null)
  const isMoved = useRef(false)
  /** what we do to the view ourselves, all of it at once, is nobody's move */
  const isOurs = useRef(false)
  const show = useCallback(() => {
    if (!open) return
    isOurs.current = true
    if (bounds) fitMap(open, bounds)
    else fitAll(open)
    isOurs.current = false
  }, [open, bounds, fitAll])

  useEffect(() => {
    // the options that our own report led to change nothing on the map
    if (bounds && sameBounds(bounds, told.current)) return
    isMoved.current = false
    show()
  }, [show, bounds])

  useEffect(() => {
    if (!open) return
    const observer = new ResizeObserver(() => {
      isOurs.current = true
      open.map.invalidateSize({ animate: false, pan: false })
      isOurs.current = false
      if (!isMoved.current) show()
    })
    observer.observe(open.map.getContainer())
    return () => observer.disconnect()
  }, [open, show])

  useEffect(() => {
    if (!open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      if (isOurs.current || !hasFocus(open.map)) return
      isMoved.current = true
      if (!onMoved) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        told.current = boundsOf(open.map.getBounds())
        onMoved(told.current)
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
    told.current = null
    if (!open) return
    isOurs.current = true
    fitAll(open)
    isOurs.current = false
  }, [open, fitAll])
}

/** As free text in editors: a drag of many moves is one change. */
const reportDelay = 200

function hasFocus(map: LeafletMap): boolean {
  const container = map.getContainer()
  return frameOf(container).contains(document.activeElement)
}

/** The frame around Leaflet's box, with the buttons. */
export function frameOf(container: HTMLElement): HTMLElement {
  return container.closest<HTMLElement>('[data-map-frame]') ?? container
}

export interface FitOptions {
  /** pixels between the bounds and the edge of the box; less in a small box */
  edge?: number
  maxZoom?: number
  /** pixels that something else takes at the sides of the box */
  room?: { left: number; right: number; top: number; bottom: number }
}

const noRoom = { left: 0, right: 0, top: 0, bottom: 0 }

/** Shows these bounds, as large as the box allows. A box without a size (hidden, folded) shows nothing. */
export function fitMap(
  { L, map }: OpenMap,
  bounds: MapBounds,
  { edge = 0, maxZoom, room = noRoom }: FitOptions = {},
): void {
  const { x, y } = map.getSize()
  if (x < 1 || y < 1) return
  const padding = Math.min(edge, x / 8, y / 8)
  // a move that is under way would go on, to stay within the limits
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
  // else they would move the bounds back into the room
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
