import { Anchor } from '@mantine/core'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DataTable } from '../parts/data-table.tsx'
import { useImageSource } from '../parts/image-source.ts'
import type { MapBounds } from '../parts/map/map-bounds.ts'
import { MapFrame } from '../parts/map/map-frame.tsx'
import { loadOutlines } from '../parts/map/outlines.ts'
import { fitMap, loadLeaflet, type OpenMap, useLeafletMap, useMapView } from '../parts/map/use-leaflet-map.ts'
import { useLoaded } from '../parts/map/use-loaded.ts'
import { Message } from '../parts/message.tsx'
import { useBoxSize } from '../parts/use-box-size.ts'
import { VisualizationFrame, VisualizationNote } from '../parts/visualization-frame.tsx'
import type { RendererProps } from '../visualization.ts'
import classes from './map.module.css'
import { maxZoomLevel } from './map-base.ts'
import { MapGroups } from './map-groups.tsx'
import { mapImage } from './map-image.ts'
import type { DrawnGroup } from './map-layers.ts'
import { droppedNote, type MarkersModel, markersModel, markersTable } from './map-model.ts'
import { boundsOfStored, type MarkersOptions, storedBounds } from './map-options.ts'
import { tileSource } from './map-tiles.ts'
import { markerIcon } from './marker-icons.ts'
import { dotShape, rowColor, rowShape } from './marker-shapes.ts'
import { useBase, useMarkers } from './use-markers.ts'

const pageHeight = 500
/** Fractional zoom lets stored bounds fit the box; scaled tiles still look fine. */
const mapOptions = { maxZoom: maxZoomLevel, minZoom: 0, zoomSnap: 0.25 }
const nothingHidden: ReadonlySet<string> = new Set()
/** On smaller maps the list of groups starts collapsed. */
const roomForGroups = { width: 480, height: 320, groups: 10 }

const loadMap = async () => {
  const [leaflet] = await Promise.all([loadLeaflet(), import('../parts/map/leaflet-clusters.ts')])
  return leaflet
}
const loadLand = () => loadOutlines('countries')

export default function MapRenderer(props: RendererProps<MarkersOptions>) {
  const { data, options, name, place, settings } = props
  const model = useMemo(() => markersModel(data, options, settings), [data, options, settings])
  const [icon, setIcon] = useState<string | null>(null)
  const groups = useMemo(() => drawnGroups(model, options, icon), [model, options, icon])
  const [hidden, setHidden] = useState(nothingHidden)
  const box = useRef<HTMLDivElement>(null)
  const size = useBoxSize(box)
  const leaflet = useLoaded(loadMap)
  const land = useLoaded(loadLand)
  const outlines = land.state === 'ready' ? land.value : null
  const open = useLeafletMap(box, leaflet.state === 'ready' ? leaflet.value : null, mapOptions)
  const tiles = useMemo(() => tileSource(options.mapTileUrl, location.protocol), [options.mapTileUrl])
  useBase(open, outlines, tiles)
  useMarkers({ open, groups, hidden, props })
  const onShowAll = useMarkersView(open, model, props)
  useImageSource(box, () =>
    open && outlines ? { svg: async () => mapImage(open, outlines, baseColors(box.current)) } : null,
  )

  const note = model.missing ?? (place === 'editor' ? droppedNote(model) : null)
  const isRoomy =
    size !== null &&
    size.width >= roomForGroups.width &&
    size.height >= roomForGroups.height &&
    groups.length <= roomForGroups.groups
  return (
    <VisualizationFrame place={place} pageHeight={pageHeight}>
      <MapFrame
        label={t('{name}: map, as a table after it', { name })}
        className={classes.sea}
        tiles={tiles?.isKnown ? 'known' : 'other'}
        box={box}
        open={open}
        onShowAll={onShowAll}
        failed={leaflet.state === 'failed'}
        attribution={<Attribution />}
        corners={
          groups.length > 1
            ? {
                'top-right': (
                  <MapGroups
                    groups={groups}
                    hidden={hidden}
                    onHiddenChange={setHidden}
                    startsOpen={isRoomy}
                  />
                ),
              }
            : {}
        }
      />
      {options.customizeMarkers ? <MarkerIconSource name={options.iconFont} onDrawn={setIcon} /> : null}
      {note ? <VisualizationNote>{note}</VisualizationNote> : null}
      <DataTable
        table={useMemo(() => markersTable(data, model, settings), [data, model, settings])}
        name={name}
      />
    </VisualizationFrame>
  )
}

/** Custom markers apply only without groups, because groups need their colors. */
function drawnGroups(model: MarkersModel, options: MarkersOptions, icon: string | null): DrawnGroup[] {
  if (model.isGrouped) {
    return model.groups.map((group) => ({ group, color: group.color, shape: dotShape(group.color) }))
  }
  const [color, shape] = [rowColor(options), rowShape(options, icon)]
  return model.groups.map((group) => ({ group, color, shape }))
}

function Attribution() {
  return (
    <>
      <Message
        text={t('© {anchor} contributors')}
        values={{
          anchor: (
            <Anchor
              href="https://www.openstreetmap.org/copyright"
              target="_blank"
              rel="noopener noreferrer"
              underline="always"
              inherit
            >
              {t('OpenStreetMap')}
            </Anchor>
          ),
        }}
      />
    </>
  )
}

/** Maximum zoom, so that a single marker shows its surroundings. */
const closest = 12
/** Pixels between the outermost markers and the edge of the box. */
const edge = 24

function useMarkersView(
  open: OpenMap | null,
  model: MarkersModel,
  { options, onOptionsChange }: RendererProps<MarkersOptions>,
): () => void {
  const extent = useMemo(() => extentOf(model), [model])
  const bounds = useMemo(() => boundsOfStored(options.bounds) ?? null, [options.bounds])
  const fitAll = useCallback(
    (opened: OpenMap) => {
      if (extent) fitMap(opened, extent, { edge, maxZoom: closest })
      else opened.map.setView([0, 0], 1, { animate: false })
    },
    [extent],
  )
  const onMoved = useMemo(() => {
    if (!onOptionsChange) return undefined
    return (moved: MapBounds) => onOptionsChange({ ...options, bounds: storedBounds(moved) })
  }, [options, onOptionsChange])
  const showAll = useMapView(open, { bounds, fitAll, onMoved })
  return () => {
    showAll()
    if (options.bounds) onOptionsChange?.({ ...options, bounds: null })
  }
}

function extentOf({ groups }: MarkersModel): MapBounds | null {
  const extent = { south: 90, west: 360, north: -90, east: -360 }
  for (const { points } of groups) {
    for (const { lat, lon } of points) {
      extent.south = Math.min(extent.south, lat)
      extent.north = Math.max(extent.north, lat)
      extent.west = Math.min(extent.west, lon)
      extent.east = Math.max(extent.east, lon)
    }
  }
  return extent.south <= extent.north ? extent : null
}

/** Reads the colors of land and sea in the current theme from the style sheet. */
function baseColors(box: HTMLElement | null) {
  const land = box?.querySelector(`.${classes.land}`)
  const { fill, stroke } = land ? getComputedStyle(land) : { fill: '#dddddd', stroke: '#ffffff' }
  const sea = box?.parentElement ? getComputedStyle(box.parentElement).backgroundColor : '#ffffff'
  return { sea, land: fill, borders: stroke }
}

interface MarkerIconSourceProps {
  name: string
  /** receives 16 x 16 SVG markup in the current color; null for an unknown icon */
  onDrawn(markup: string | null): void
}

/** Renders a hidden icon and reports its markup, because Leaflet's markers are not React elements. */
function MarkerIconSource({ name, onDrawn }: MarkerIconSourceProps) {
  const place = useRef<HTMLSpanElement>(null)
  const Icon = markerIcon(name)
  useLayoutEffect(() => {
    const drawn = Icon ? place.current?.querySelector('svg') : null
    drawn?.removeAttribute('class')
    onDrawn(drawn ? drawn.outerHTML : null)
  }, [Icon, onDrawn])
  return (
    <span ref={place} hidden data-image="none">
      {Icon ? <Icon size={16} stroke={2.25} /> : null}
    </span>
  )
}
