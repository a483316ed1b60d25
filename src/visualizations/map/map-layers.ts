import type {
  FeatureGroup,
  Layer,
  LeafletEvent,
  LeafletKeyboardEvent,
  LeafletMouseEvent,
  Marker,
  PathOptions,
  Renderer,
} from 'leaflet'
import type { OpenMap } from '../parts/map/use-leaflet-map.ts'
import classes from './map.module.css'
import type { MarkerGroup, MarkerPoint } from './map-model.ts'
import { clusterShape, type MarkerShape, shapeDocument } from './marker-shapes.ts'

/** More unclustered markers are drawn as dots on a canvas, because so many elements would make the page slow. */
export const maxElements = 1500

export interface MarkerEvents {
  pointed(point: MarkerPoint, event: MouseEvent): void
  left(): void
  /** `withKeyboard`: chosen with the keyboard */
  chosen(point: MarkerPoint, at: { x: number; y: number }, withKeyboard: boolean): void
  /** the accessible name of a marker */
  name(point: MarkerPoint): string
}

export interface DrawnGroup {
  group: MarkerGroup
  color: string
  shape: MarkerShape
}

export interface MarkerLayers {
  /** hides the groups with these names and shows the others */
  show(hidden: ReadonlySet<string>): void
  remove(): void
}

/** Draws all groups on the map, one layer each. */
export function openMarkers(
  open: OpenMap,
  groups: readonly DrawnGroup[],
  isClustered: boolean,
  events: MarkerEvents,
): MarkerLayers {
  const { map } = open
  const points = new WeakMap<Layer, MarkerPoint>()
  const count = groups.reduce((sum, { group }) => sum + group.points.length, 0)
  const canvas = !isClustered && count > maxElements ? open.L.canvas({ padding: 0.2 }) : null
  const layers = groups.map((drawn) => {
    const markers = drawn.group.points.map((point) => {
      const marker = canvas ? dotOf(open, drawn, point, canvas) : markerOf(open, drawn, point)
      points.set(marker, point)
      return marker
    })
    const layer = isClustered
      ? clusterLayer(open, drawn.color).addLayers(markers)
      : open.L.featureGroup(markers)
    listen(layer, points, events)
    return { name: drawn.group.name, layer }
  })
  const nameMarker = ({ layer }: { layer: Layer }) => {
    const point = points.get(layer)
    if (point && layer instanceof open.L.Marker)
      layer.getElement()?.setAttribute('aria-label', events.name(point))
  }
  map.on('layeradd', nameMarker)
  return {
    show(hidden) {
      for (const { name, layer } of layers) {
        if (hidden.has(name)) layer.remove()
        else if (!map.hasLayer(layer)) layer.addTo(map)
      }
    },
    remove() {
      map.off('layeradd', nameMarker)
      for (const { layer } of layers) layer.remove()
    },
  }
}

function iconOf({ L }: OpenMap, shape: MarkerShape, className: string | undefined, words = '') {
  const { width, height, anchor } = shape
  return L.divIcon({
    className: className ?? '',
    html: shapeDocument(shape) + words,
    iconSize: [width, height],
    iconAnchor: [anchor[0], anchor[1]],
  })
}

const icons = new WeakMap<DrawnGroup, ReturnType<typeof iconOf>>()

function markerOf(open: OpenMap, drawn: DrawnGroup, { lat, lon }: MarkerPoint): Marker {
  const icon = icons.get(drawn) ?? iconOf(open, drawn.shape, classes.marker)
  icons.set(drawn, icon)
  return open.L.marker([lat, lon], { icon, riseOnHover: true })
}

function dotOf({ L }: OpenMap, { color }: DrawnGroup, { lat, lon }: MarkerPoint, renderer: Renderer) {
  const style: PathOptions = { stroke: false, fillColor: color, fillOpacity: 0.9 }
  return L.circleMarker([lat, lon], { ...style, radius: 6, renderer })
}

function clusterLayer(open: OpenMap, color: string) {
  return open.L.markerClusterGroup({
    showCoverageOnHover: false,
    animate: open.map.options.zoomAnimation !== false,
    iconCreateFunction: (cluster) => {
      const shape = clusterShape(color, cluster.getChildCount())
      const words = `<span class="${classes.words}">${cluster.getChildCount()} markers</span>`
      return iconOf(open, shape, classes.cluster, words)
    },
  })
}

function listen(layer: FeatureGroup, points: WeakMap<Layer, MarkerPoint>, events: MarkerEvents): void {
  const pointOf = (event: LeafletEvent) => points.get(event.propagatedFrom as Layer)
  layer.on('mouseover mousemove', (event) => {
    const point = pointOf(event)
    if (point) events.pointed(point, (event as LeafletMouseEvent).originalEvent)
  })
  layer.on('mouseout', events.left)
  layer.on('click', (event) => {
    const point = pointOf(event)
    const { clientX, clientY } = (event as LeafletMouseEvent).originalEvent
    if (point) events.chosen(point, { x: clientX, y: clientY }, false)
  })
  layer.on('keydown', (event) => {
    const point = pointOf(event)
    const { originalEvent } = event as unknown as LeafletKeyboardEvent
    if (!point || (originalEvent.key !== 'Enter' && originalEvent.key !== ' ')) return
    // the space bar would scroll the page
    originalEvent.preventDefault()
    const rect = (originalEvent.target as Element).getBoundingClientRect()
    events.chosen(point, { x: rect.left + rect.width / 2, y: rect.top }, true)
  })
}
