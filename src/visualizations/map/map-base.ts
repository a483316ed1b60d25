import type { Outline } from '../parts/map/outlines.ts'
import type { OpenMap } from '../parts/map/use-leaflet-map.ts'
import classes from './map.module.css'
import type { TileSource } from './map-tiles.ts'

/** The world repeats on both sides, like tiles do. */
const turns = [-360, 0, 360]

/** Draws land outlines below the tiles, so that the map is useful even when the tile server is unreachable. */
export function openLand({ L, map }: OpenMap, outlines: readonly Outline[]): () => void {
  const pane = 'land'
  if (!map.getPane(pane)) map.createPane(pane).style.zIndex = '150'
  const lines = worldOf(outlines).flatMap(({ polygons }) =>
    polygons.map((rings) => rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lat, lng]))),
  )
  const land = L.polygon(lines, {
    pane,
    renderer: L.svg({ pane, padding: 0.5 }),
    interactive: false,
    className: classes.land ?? '',
    weight: 0.75,
    fillOpacity: 1,
  })
  land.addTo(map)
  return () => void land.remove()
}

/** Returns the outlines three times, side by side. */
export function worldOf(outlines: readonly Outline[]): Outline[] {
  return turns.flatMap((turn) =>
    outlines.map(({ id, polygons }) => ({
      id,
      polygons: polygons.map((rings) =>
        rings.map((ring) => ring.map(([lng, lat]) => [lng + turn, lat] as const)),
      ),
    })),
  )
}

export const maxZoomLevel = 19

/** Adds the tiles. Missing tiles are not reported: the land below them shows. */
export function openTiles({ L, map }: OpenMap, { url }: TileSource): () => void {
  const tiles = L.tileLayer(url, {
    maxZoom: maxZoomLevel,
    // OpenStreetMap refuses requests without a referrer, and page addresses contain keys: send only the origin
    referrerPolicy: 'strict-origin',
  })
  tiles.addTo(map)
  return () => void tiles.remove()
}
