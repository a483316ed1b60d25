import { type MapBounds, mapBounds } from '../parts/map/map-bounds.ts'
import { storedBoolean, storedRecord, storedText } from '../parts/stored-values.ts'

export const iconShapes = [
  'marker',
  'doughnut',
  'circle-dot',
  'circle',
  'rectangle-dot',
  'rectangle',
] as const
export type IconShape = (typeof iconShapes)[number]

/** Leaflet's JSON form of bounds, as Redash stores them. Choropleths store another form. */
export interface StoredMapBounds {
  _southWest: { lat: number; lng: number }
  _northEast: { lat: number; lng: number }
}

export interface TemplateOptions {
  enabled: boolean
  /** empty: the built-in template */
  template: string
}

/** Complete options (docs/reference/other-visualizations.md#marker-options). */
export interface MarkersOptions {
  latColName: string
  lonColName: string
  /** column to group by */
  classify: string | null
  /** group -> color; null: automatic */
  groups: Readonly<Record<string, { color?: string | null }>>
  mapTileUrl: string
  clusterMarkers: boolean
  customizeMarkers: boolean
  iconShape: IconShape
  /** a name of Font Awesome 4.7; empty: none */
  iconFont: string
  foregroundColor: string
  backgroundColor: string
  borderColor: string
  color_scheme?: unknown
  bounds: StoredMapBounds | null
  tooltip: TemplateOptions
  popup: TemplateOptions
}

export const defaultTileUrl = '//{s}.tile.openstreetmap.org/{z}/{x}/{y}.png'
export const defaultMarkerColors = {
  foregroundColor: '#ffffff',
  backgroundColor: '#356AFF',
  borderColor: '#356AFF',
} as const

/** Completes stored options of any shape; keeps unknown keys. */
export function normalizeMarkers(stored: Readonly<Record<string, unknown>>): MarkersOptions {
  const kept = storedRecord(stored)
  const classify = storedText(kept.classify, '')
  const bounds = boundsOfStored(kept.bounds)
  return {
    ...kept,
    latColName: storedText(kept.latColName, 'lat'),
    lonColName: storedText(kept.lonColName, 'lon'),
    // old Redash versions stored `none`
    classify: classify === '' || classify === 'none' ? null : classify,
    groups: groupsOf(kept.groups),
    mapTileUrl: storedText(kept.mapTileUrl, '').trim() || defaultTileUrl,
    clusterMarkers: storedBoolean(kept.clusterMarkers, true),
    customizeMarkers: storedBoolean(kept.customizeMarkers, false),
    iconShape: iconShapes.find((shape) => shape === kept.iconShape) ?? 'marker',
    iconFont: kept.iconFont === null ? '' : storedText(kept.iconFont, 'circle'),
    foregroundColor: storedText(kept.foregroundColor, defaultMarkerColors.foregroundColor),
    backgroundColor: storedText(kept.backgroundColor, defaultMarkerColors.backgroundColor),
    borderColor: storedText(kept.borderColor, defaultMarkerColors.borderColor),
    bounds: bounds ? storedBounds(bounds) : null,
    tooltip: templateOf(kept.tooltip, false),
    popup: templateOf(kept.popup, true),
  }
}

function groupsOf(value: unknown): MarkersOptions['groups'] {
  return Object.fromEntries(
    Object.entries(storedRecord(value)).map(([name, group]) => {
      const stored = storedRecord(group)
      return [name, { ...stored, color: typeof stored.color === 'string' ? stored.color : null }]
    }),
  )
}

function templateOf(value: unknown, enabled: boolean): TemplateOptions {
  const stored = storedRecord(value)
  return {
    ...stored,
    enabled: storedBoolean(stored.enabled, enabled),
    template: storedText(stored.template, ''),
  }
}

/** The stored bounds; `undefined` when missing or invalid. */
export function boundsOfStored(value: unknown): MapBounds | undefined {
  const bounds = storedRecord(value)
  const southWest = storedRecord(bounds._southWest)
  const northEast = storedRecord(bounds._northEast)
  return mapBounds(southWest.lat, southWest.lng, northEast.lat, northEast.lng)
}

export function storedBounds({ south, west, north, east }: MapBounds): StoredMapBounds {
  return { _southWest: { lat: south, lng: west }, _northEast: { lat: north, lng: east } }
}
