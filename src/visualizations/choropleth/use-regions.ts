import type { LeafletMouseEvent, Polygon } from 'leaflet'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { boundsOverlap, type MapBounds, type MapCorner } from '../parts/map/map-bounds.ts'
import { type MapBubbles, openBubbles } from '../parts/map/map-bubbles.ts'
import { extentOf, type Outline } from '../parts/map/outlines.ts'
import { type FitOptions, fitMap, frameOf, type OpenMap, useMapView } from '../parts/map/use-leaflet-map.ts'
import { sanitizedFragment } from '../parts/safe-html.tsx'
import type { RendererProps } from '../visualization.ts'
import { choroplethMap } from './choropleth-maps.ts'
import { type ChoroplethModel, regionHtml } from './choropleth-model.ts'
import { boundsOfStored, type ChoroplethOptions } from './choropleth-options.ts'
import { type DrawnColors, darker } from './choropleth-theme.ts'
import { isLandUnder, legendRoom } from './legend-room.ts'

/** How far users may drag beyond the regions, as a share of their extent. */
const margin = 0.1
/** Pixels between the regions and the edge of the box. */
const edge = 8

/** Controls the view: the stored bounds if they overlap this map, otherwise everything. */
export function useRegionView(
  open: OpenMap | null,
  shapes: readonly Outline[] | null,
  options: ChoroplethOptions,
  onMoved: ((bounds: MapBounds) => void) | undefined,
): () => void {
  const extent = useMemo(() => shapes && extentOf(shapes), [shapes])
  const bounds = useMemo(() => {
    const stored = boundsOfStored(options.bounds)
    return stored && extent && boundsOverlap(stored, extent) ? stored : null
  }, [options.bounds, extent])
  const { legend } = options
  const corner = legend.visible ? legend.position : null
  const fitAll = useCallback(
    (opened: OpenMap) => {
      if (!extent || !shapes) return
      fitMap(opened, extent, { edge })
      const room = corner && roomForLegend(opened, { shapes, extent, corner })
      if (room) fitMap(opened, extent, { edge, room })
    },
    [extent, shapes, corner],
  )
  useEffect(() => {
    if (!open || !extent) return
    const { south, west, north, east } = extent
    const [high, wide] = [(north - south) * margin, (east - west) * margin]
    open.map.setMaxBounds([
      [Math.max(-89, south - high), west - wide],
      [Math.min(89, north + high), east + wide],
    ])
  }, [open, extent])
  return useMapView(extent ? open : null, { bounds, fitAll, onMoved })
}

interface Drawn {
  shapes: readonly Outline[]
  extent: MapBounds
  corner: MapCorner
}

/** Returns null when there is no legend or it covers no land. */
function roomForLegend({ map }: OpenMap, { shapes, extent, corner }: Drawn): FitOptions['room'] | null {
  const container = map.getContainer()
  const legend = frameOf(container).querySelector(`[data-corner="${corner}"] ul`)
  if (legend === null) return null
  const [own, around] = [legend.getBoundingClientRect(), container.getBoundingClientRect()]
  const spot = { x: own.x - around.x, y: own.y - around.y, width: own.width, height: own.height }
  const points = function* () {
    for (const { polygons } of shapes) {
      for (const [outer = []] of polygons) {
        for (const [lng, lat] of outer) yield map.latLngToContainerPoint([lat, lng])
      }
    }
  }
  if (!isLandUnder(spot, points())) return null
  const size = map.getSize()
  const northWest = map.latLngToContainerPoint([extent.north, extent.west])
  const southEast = map.latLngToContainerPoint([extent.south, extent.east])
  return legendRoom(spot, corner, {
    box: { width: size.x, height: size.y },
    map: { width: southEast.x - northWest.x, height: southEast.y - northWest.y },
  })
}

interface Regions {
  open: OpenMap | null
  shapes: readonly Outline[] | null
  model: ChoroplethModel
  colors: DrawnColors | null
  props: RendererProps<ChoroplethOptions>
}

/** Draws the regions once per map, and paints them on each change of data, options or theme. */
export function useRegions({ open, shapes, model, colors, props }: Regions): void {
  const [layer, setLayer] = useState<RegionLayer | null>(null)
  const latest = useRef({ model, props })
  useEffect(() => {
    latest.current = { model, props }
  }, [model, props])
  useEffect(() => {
    if (!open || !shapes) return
    const bubbles = openBubbles(frameOf(open.map.getContainer()))
    const opened = openRegions(
      open,
      shapes,
      regionEvents(bubbles, () => latest.current),
    )
    open.map.on('movestart zoomstart', bubbles.closePopup)
    setLayer(opened)
    return () => {
      setLayer(null)
      open.map.off('movestart zoomstart', bubbles.closePopup)
      opened.remove()
      bubbles.remove()
    }
  }, [open, shapes])
  useEffect(() => {
    if (!layer || !colors) return
    layer.paint(new Map(model.regions.map(({ id, color }) => [id, colors.ofValue(color)])), colors)
  }, [layer, model, colors])
}

interface Shown {
  model: ChoroplethModel
  props: RendererProps<ChoroplethOptions>
}

function regionEvents(bubbles: MapBubbles, latest: () => Shown): RegionEvents {
  return {
    pointed(id, { clientX, clientY }) {
      const { tooltip } = latest().props.options
      if (tooltip.enabled)
        bubbles.showTooltip(contentOf(tooltip.template, id, latest()), { x: clientX, y: clientY })
    },
    left: bubbles.hideTooltip,
    clicked(id, { clientX, clientY }) {
      const { popup } = latest().props.options
      if (popup.enabled)
        bubbles.openPopup(contentOf(popup.template, id, latest()), { x: clientX, y: clientY }, false)
    },
  }
}

function contentOf(
  template: string,
  id: string,
  { model, props: { data, options } }: Shown,
): DocumentFragment {
  const region = choroplethMap(model.map).regions.find((one) => one.id === id) ?? { id, properties: {} }
  const matched = model.regions.find((one) => one.id === id)
  const row = matched && data.rows[matched.row]
  return sanitizedFragment(
    regionHtml(template, region, { matched, row, placeholder: options.noValuePlaceholder }),
  )
}

interface RegionEvents {
  pointed(id: string, event: MouseEvent): void
  left(): void
  clicked(id: string, event: MouseEvent): void
}

interface RegionLayer {
  paint(fills: ReadonlyMap<string, string>, colors: DrawnColors): void
  remove(): void
}

/** Draws the regions without fills. */
function openRegions({ L, map }: OpenMap, outlines: readonly Outline[], events: RegionEvents): RegionLayer {
  const polygons = new Map<string, Polygon>()
  const group = L.featureGroup().addTo(map)
  // render half a box around the view, so that shapes are visible while the map is dragged
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
