import type { MapBounds } from '../parts/map/map-bounds.ts'
import type { Outline } from '../parts/map/outlines.ts'

/** The part of the map that all of the outlines take. */
export function extentOf(shapes: readonly Outline[]): MapBounds {
  const extent = { south: 90, west: 180, north: -90, east: -180 }
  for (const { polygons } of shapes) {
    for (const [outer = []] of polygons) {
      for (const [lng, lat] of outer) {
        extent.south = Math.min(extent.south, lat)
        extent.north = Math.max(extent.north, lat)
        extent.west = Math.min(extent.west, lng)
        extent.east = Math.max(extent.east, lng)
      }
    }
  }
  return extent
}
