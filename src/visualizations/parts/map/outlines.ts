import { feature } from 'topojson-client'
import { svgElement } from '../svg-text.ts'
import type { MapBounds } from './map-bounds.ts'
import type { OpenMap } from './use-leaflet-map.ts'

/** Longitude and latitude in degrees. */
export type Place = readonly [lng: number, lat: number]
/** An outer line and the holes in it. */
export type PolygonLines = readonly (readonly Place[])[]

/** The land of one region. Its id is a key into the properties of regions (`choropleth/maps`). */
export interface Outline {
  id: string
  polygons: readonly PolygonLines[]
}

/** The bundled outlines; `outlines/README.md` lists their sources. */
export type OutlinesName = 'countries' | 'usa' | 'japan'

const files: Readonly<Record<OutlinesName, () => Promise<{ default: unknown }>>> = {
  countries: () => import('./outlines/countries.json', { with: { type: 'json' } }),
  usa: () => import('./outlines/usa.json', { with: { type: 'json' } }),
  japan: () => import('./outlines/japan.json', { with: { type: 'json' } }),
}

const loaded = new Map<OutlinesName, Promise<readonly Outline[]>>()

/** Caches the promise; after a failure (no network) the next call tries again. */
export function loadOutlines(name: OutlinesName): Promise<readonly Outline[]> {
  const known = loaded.get(name)
  if (known) return known
  const loading = files[name]().then(
    (file) => outlinesOf(file.default as Topology),
    (failure: unknown) => {
      loaded.delete(name)
      throw failure
    },
  )
  loaded.set(name, loading)
  return loading
}

type Topology = Parameters<typeof feature>[0]

function outlinesOf(topology: Topology): Outline[] {
  const found = topology.objects.outlines
  if (!found) return []
  const decoded = feature(topology, found)
  const features = 'features' in decoded ? decoded.features : [decoded]
  return features.map(({ id, geometry }) => ({
    id: String(id),
    polygons: polygonsOf(geometry),
  }))
}

function polygonsOf(geometry: { type: string }): readonly PolygonLines[] {
  const { type, coordinates } = geometry as { type: string; coordinates: unknown }
  const polygons = type === 'Polygon' ? [coordinates as PolygonLines] : (coordinates as PolygonLines[])
  return polygons.map((rings) => rings.map(unbroken))
}

/**
 * A line that crosses the date line jumps from 180° to -180° and would be drawn across the whole map. Continues it beyond
 * 180° instead, so that eastern Russia stays in one piece.
 */
function unbroken(ring: readonly Place[]): readonly Place[] {
  let turn = 0
  let last: number | undefined
  const places = ring.map(([lng, lat]): Place => {
    if (last !== undefined && lng - last > 180) turn -= 360
    if (last !== undefined && last - lng > 180) turn += 360
    last = lng
    return [lng + turn, lat]
  })
  const isWest = places.some(([lng]) => lng < -180)
  return isWest ? places.map(([lng, lat]): Place => [lng + 360, lat]) : places
}

/** The outline as an SVG path in pixels of the map's box, without consecutive points on the same pixel. */
function outlinePath({ map }: OpenMap, { polygons }: Outline): string {
  const size = map.getSize()
  let path = ''
  for (const rings of polygons) {
    const drawn = rings.map((ring) => ring.map(([lng, lat]) => map.latLngToContainerPoint([lat, lng])))
    const outer = drawn[0] ?? []
    const isOutside =
      outer.every(({ x }) => x < 0) ||
      outer.every(({ x }) => x > size.x) ||
      outer.every(({ y }) => y < 0) ||
      outer.every(({ y }) => y > size.y)
    if (isOutside) continue
    for (const ring of drawn) path += ringPath(ring)
  }
  return path
}

function ringPath(ring: readonly { x: number; y: number }[]): string {
  let last = ''
  let text = ''
  for (const { x, y } of ring) {
    const place = `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
    if (place === last) continue
    text += `${text === '' ? 'M' : 'L'}${place}`
    last = place
  }
  return text === '' ? '' : `${text}Z`
}

interface PathStyle {
  fill: string
  stroke: string
  'stroke-width': number
}

/** An SVG path element; empty for an outline outside the box. */
export function outlineElement(open: OpenMap, outline: Outline, style: PathStyle): string {
  const d = outlinePath(open, outline)
  return d === '' ? '' : svgElement('path', { d, ...style, 'stroke-linejoin': 'round' })
}

/** The bounds of all outlines. */
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
