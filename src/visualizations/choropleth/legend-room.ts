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

/** Pixels between a legend and the map. */
const gap = 8

/** True when the box covers land. Checks only the points of outlines, which are dense enough. */
export function isLandUnder({ x, y, width, height }: Spot & Extent, outlines: Iterable<Spot>): boolean {
  for (const point of outlines) {
    if (point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height) return true
  }
  return false
}

/** The space to reserve for a legend, in pixels: beside or above the map, whichever leaves the map larger. */
export function legendRoom(
  legend: Extent,
  corner: MapCorner,
  { box, map }: { box: Extent; map: Extent },
): NonNullable<FitOptions['room']> {
  const [vertical, horizontal] = corner.split('-')
  const needed = { width: legend.width + gap, height: legend.height + gap }
  const scaleIn = (width: number, height: number) => Math.min(width / map.width, height / map.height)
  const beside = scaleIn(box.width - needed.width, box.height)
  const above = scaleIn(box.width, box.height - needed.height)
  const none = { left: 0, right: 0, top: 0, bottom: 0 }
  if (beside >= above) return { ...none, [horizontal === 'left' ? 'left' : 'right']: needed.width }
  return { ...none, [vertical === 'top' ? 'top' : 'bottom']: needed.height }
}
