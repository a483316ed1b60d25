import type { LeafletMouseEvent, Polygon } from 'leaflet'
import type { Outline } from '../parts/map/outlines.ts'
import type { OpenMap } from '../parts/map/use-leaflet-map.ts'
import { type DrawnColors, darker } from './choropleth-theme.ts'

/** What a region shows when it is pointed at or clicked; null: nothing. */
export interface RegionContents {
  tooltip(id: string): Node | null
  popup(id: string): Node | null
}

export interface RegionEvents {
  pointed(id: string, event: MouseEvent): void
  left(): void
  clicked(id: string, event: MouseEvent): void
}

export interface RegionLayer {
  paint(fills: ReadonlyMap<string, string>, colors: DrawnColors): void
  remove(): void
}

/** Draws the regions into the map, unpainted. */
export function openRegions(
  { L, map }: OpenMap,
  outlines: readonly Outline[],
  events: RegionEvents,
): RegionLayer {
  const polygons = new Map<string, Polygon>()
  const group = L.featureGroup().addTo(map)
  // half a box around what is seen: shapes are there while the map is dragged
  const renderer = L.svg({ padding: 0.5 })
  const fills = new Map<string, string>()
  for (const outline of outlines) {
    const polygon = L.polygon(latLngs(outline), {
      renderer,
      weight: 1,
      fillOpacity: 1,
      opacity: 1,
      smoothFactor: 0.5,
    })
    polygon.addTo(group)
    polygon.getElement()?.setAttribute('data-region', outline.id)
    listen(polygon, outline.id, events, fills)
    polygons.set(outline.id, polygon)
  }
  return {
    paint(next, colors) {
      for (const [id, polygon] of polygons) {
        const fillColor = next.get(id) ?? colors.noValue
        fills.set(id, fillColor)
        polygon.setStyle({ fillColor, color: colors.borders })
      }
    },
    remove: () => void group.remove(),
  }
}

function listen(
  polygon: Polygon,
  id: string,
  events: RegionEvents,
  fills: ReadonlyMap<string, string>,
): void {
  polygon.on('mouseover', () => {
    polygon.setStyle({ weight: 2, fillColor: darker(fills.get(id) ?? '') })
    polygon.bringToFront()
  })
  polygon.on('mouseout', () => {
    polygon.setStyle({ weight: 1, fillColor: fills.get(id) ?? '' })
    events.left()
  })
  const pointed = ({ originalEvent }: LeafletMouseEvent) => events.pointed(id, originalEvent)
  polygon.on('mouseover', pointed)
  polygon.on('mousemove', pointed)
  polygon.on('click', ({ originalEvent }: LeafletMouseEvent) => events.clicked(id, originalEvent))
}

function latLngs({ polygons }: Outline): [number, number][][][] {
  return polygons.map((rings) => rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lat, lng])))
}
