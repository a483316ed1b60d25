import type { CircleMarker, Layer, Marker } from 'leaflet'
import { type Outline, outlineElement } from '../parts/map/outlines.ts'
import type { OpenMap } from '../parts/map/use-leaflet-map.ts'
import { svgDocument, svgElement } from '../parts/svg-text.ts'
import { worldOf } from './map-base.ts'

interface ImageColors {
  sea: string
  land: string
  borders: string
}

/** Exports the map as an SVG document, without tiles: they come from other origins, so the page cannot read them. */
export function mapImage(open: OpenMap, outlines: readonly Outline[], colors: ImageColors): string {
  const { x: width, y: height } = open.map.getSize()
  const style = { fill: colors.land, stroke: colors.borders, 'stroke-width': 0.75 }
  const land = worldOf(outlines).map((outline) => outlineElement(open, outline, style))
  const markers: { order: number; markup: string }[] = []
  open.map.eachLayer((layer) => {
    const markup = markerElement(open, layer)
    if (markup) markers.push(markup)
  })
  markers.sort((one, other) => one.order - other.order)
  const ground = svgElement('rect', { width, height, fill: colors.sea })
  return svgDocument(width, height, ground + land.join('') + markers.map(({ markup }) => markup).join(''))
}

/** Stacked like in Leaflet: markers further south are in front. */
function markerElement(open: OpenMap, layer: Layer): { order: number; markup: string } | null {
  if (layer instanceof open.L.CircleMarker) return { order: -1, markup: dotElement(open, layer) }
  return layer instanceof open.L.Marker ? markerIcon(open, layer) : null
}

function dotElement({ map }: OpenMap, dot: CircleMarker): string {
  const { x, y } = map.latLngToContainerPoint(dot.getLatLng())
  const { fillColor, fillOpacity } = dot.options
  return svgElement('circle', {
    cx: x,
    cy: y,
    r: dot.getRadius(),
    fill: fillColor,
    'fill-opacity': fillOpacity,
  })
}

function markerIcon({ map }: OpenMap, marker: Marker): { order: number; markup: string } | null {
  const element = marker.getElement()
  const drawn = element?.querySelector('svg')
  if (!element || !drawn) return null
  const at = map.latLngToContainerPoint(marker.getLatLng())
  const copy = drawn.cloneNode(true) as SVGSVGElement
  // read the anchor from Leaflet's margins, because clusters have no icon object
  copy.setAttribute('x', String(at.x + (Number.parseFloat(element.style.marginLeft) || 0)))
  copy.setAttribute('y', String(at.y + (Number.parseFloat(element.style.marginTop) || 0)))
  return { order: at.y, markup: new XMLSerializer().serializeToString(copy) }
}
