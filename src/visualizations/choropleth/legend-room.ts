import type { MapCorner } from '../parts/map/map-bounds.ts'
import type { FitOptions } from '../parts/map/use-leaflet-map.ts'

interface Extent {
  width: number
  height: number
}

interface Spot {
  x: number
  y: number
}

/** Pixels between a legend and what is drawn beside it. */
const gap = 8

/** Is there land under a part of the box? Outlines have many points: one of them is there when a region is. */
export function isLandUnder({ x, y, width, height }: Spot & Extent, outlines: Iterable<Spot>): boolean {
  for (const point of outlines) {
    if (point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height) return true
  }
  return false
}

/** What a map leaves free for its legend: beside it or above it, whichever leaves the map larger. Pixels. */
export function legendRoom(
  legend: Extent,
  corner: MapCorner,
  { box, map }: { box: Extent; map: Extent },
): NonNullable<FitOptions['room']> {
  const [vertical, horizontal] = corner.split('-')
  const wanted = { width: legend.width + gap, height: legend.height + gap }
  const scaleIn = (width: number, height: number) => Math.min(width / map.width, height / map.height)
  const beside = scaleIn(box.width - wanted.width, box.height)
  const above = scaleIn(box.width, box.height - wanted.height)
  const none = { left: 0, right: 0, top: 0, bottom: 0 }
  if (beside >= above) return { ...none, [horizontal === 'left' ? 'left' : 'right']: wanted.width }
  return { ...none, [vertical === 'top' ? 'top' : 'bottom']: wanted.height }
}
