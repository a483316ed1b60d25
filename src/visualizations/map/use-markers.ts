import { useEffect, useRef, useState } from 'react'
import { type MapBubbles, openBubbles } from '../parts/map/map-bubbles.ts'
import type { Outline } from '../parts/map/outlines.ts'
import { frameOf, type OpenMap } from '../parts/map/use-leaflet-map.ts'
import { sanitizedFragment } from '../parts/safe-html.tsx'
import type { HostSettings, RendererProps, VisualizationData } from '../visualization.ts'
import classes from './map.module.css'
import { openLand, openTiles } from './map-base.ts'
import { type DrawnGroup, type MarkerEvents, type MarkerLayers, openMarkers } from './map-layers.ts'
import { markerHtml, markerText } from './map-model.ts'
import type { MarkersOptions } from './map-options.ts'
import type { TileSource } from './map-tiles.ts'

/** Draws the land and the tiles above it. */
export function useBase(
  open: OpenMap | null,
  outlines: readonly Outline[] | null,
  tiles: TileSource | null,
): void {
  useEffect(() => (open && outlines ? openLand(open, outlines) : undefined), [open, outlines])
  useEffect(() => (open && tiles ? openTiles(open, tiles) : undefined), [open, tiles])
}

interface Markers {
  open: OpenMap | null
  groups: readonly DrawnGroup[]
  hidden: ReadonlySet<string>
  props: RendererProps<MarkersOptions>
}

/** Redraws the markers when rows or their appearance change; texts are created on demand. */
export function useMarkers({ open, groups, hidden, props }: Markers): void {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  }, [props])
  const bubbles = useBubbles(open)
  const [layers, setLayers] = useState<MarkerLayers | null>(null)
  const { clusterMarkers } = props.options
  useEffect(() => {
    if (!open || !bubbles) return
    const opened = openMarkers(
      open,
      groups,
      clusterMarkers,
      markerEvents(bubbles, () => latest.current),
    )
    setLayers(opened)
    return () => {
      setLayers(null)
      opened.remove()
    }
  }, [open, bubbles, groups, clusterMarkers])
  useEffect(() => layers?.show(hidden), [layers, hidden])
}

function useBubbles(open: OpenMap | null): MapBubbles | null {
  const [bubbles, setBubbles] = useState<MapBubbles | null>(null)
  useEffect(() => {
    if (!open) return
    const opened = openBubbles(frameOf(open.map.getContainer()))
    open.map.on('movestart zoomstart', opened.closePopup)
    setBubbles(opened)
    return () => {
      setBubbles(null)
      open.map.off('movestart zoomstart', opened.closePopup)
      opened.remove()
    }
  }, [open])
  return bubbles
}

function markerEvents(bubbles: MapBubbles, latest: () => RendererProps<MarkersOptions>): MarkerEvents {
  return {
    pointed({ row }, { clientX, clientY }) {
      const props = latest()
      if (!props.options.tooltip.enabled) return
      bubbles.showTooltip(markerContent('tooltip', row, props), { x: clientX, y: clientY })
    },
    left: bubbles.hideTooltip,
    chosen({ row }, at, withKeyboard) {
      const props = latest()
      if (props.options.popup.enabled) bubbles.openPopup(markerContent('popup', row, props), at, withKeyboard)
    },
    name({ row }) {
      const { data, options, settings } = latest()
      const { title, lines } = markerText(data, options, data.rows[row] ?? {}, settings)
      const first = lines.find(({ value }) => value !== '')
      return first ? `${first.value}, ${title}` : title
    },
  }
}

interface ContentSource {
  data: VisualizationData
  options: MarkersOptions
  settings: HostSettings
}

/** The custom template, sanitized, or the built-in content: the row's values as text nodes. */
function markerContent(which: 'tooltip' | 'popup', row: number, source: ContentSource): Node {
  const { data, options, settings } = source
  const cells = data.rows[row] ?? {}
  const { template } = options[which]
  if (template !== '') return sanitizedFragment(markerHtml(template, cells))
  const { title, lines } = markerText(data, options, cells, settings)
  const content = document.createDocumentFragment()
  content.append(element('strong', title))
  if (which === 'tooltip' || lines.length === 0) return content
  const list = document.createElement('dl')
  list.className = classes.lines ?? ''
  for (const { name, value } of lines) {
    const line = document.createElement('div')
    line.append(element('dt', `${name}:`), element('dd', value))
    list.append(line)
  }
  content.append(list)
  return content
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name)
  created.textContent = text
  return created
}
