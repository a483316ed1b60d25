import { svgElement } from '../svg-text.ts'
import type { Outline } from './outlines.ts'
import type { OpenMap } from './use-leaflet-map.ts'

/** The outline as an SVG path in pixels of the map's box. Points that fall on the same pixel as the last are left out. */
export function outlinePath({ map }: OpenMap, { polygons }: Outline): string {
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

export interface PathStyle {
  fill: string
  stroke: string
  'stroke-width': number
}

/** Nothing for an outline that lies outside of the box. */
export function outlineElement(open: OpenMap, outline: Outline, style: PathStyle): string {
  const d = outlinePath(open, outline)
  return d === '' ? '' : svgElement('path', { d, ...style, 'stroke-linejoin': 'round' })
}
