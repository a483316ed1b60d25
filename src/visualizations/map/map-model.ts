import { listed } from '#shared/format/listed.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { cellLabel, cellOf, columnType, hasColumn } from '../parts/cell-values.ts'
import { colorSchemeOf, colorsOfType, normalizeColor } from '../parts/colors.ts'
import { type AccessibleTable, maxTableRows } from '../parts/data-table.tsx'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import type { MarkersOptions } from './map-options.ts'

/** A marker: its coordinates and the index of its row in the result. */
export interface MarkerPoint {
  lat: number
  lon: number
  row: number
}

export interface MarkerGroup {
  /** key of its stored color */
  name: string
  /** the displayed text */
  label: string
  /** `#RRGGBB` */
  color: string
  points: readonly MarkerPoint[]
}

export interface MarkersModel {
  /** true when grouped by a column; otherwise one group holds everything */
  isGrouped: boolean
  groups: readonly MarkerGroup[]
  /** number of rows without valid coordinates */
  dropped: number
  /** what is missing, as a sentence; null when there are markers */
  missing: string | null
}

const redashColors = colorSchemeOf('D3 Category 10').colors
const allTogether = 'All'

export function markersModel(
  data: VisualizationData,
  options: MarkersOptions,
  settings: HostSettings,
): MarkersModel {
  const { latColName, lonColName } = options
  const classify = hasColumn(data, options.classify) ? options.classify : null
  const points = new Map<string, { label: string; points: MarkerPoint[] }>()
  const type = columnType(data, classify)
  let dropped = 0
  for (const [row, cells] of data.rows.entries()) {
    const lat = degrees(cellOf(cells, latColName), 90)
    const lon = degrees(cellOf(cells, lonColName), 360)
    if (lat === null || lon === null) {
      dropped++
      continue
    }
    const cell = classify === null ? allTogether : cellOf(cells, classify)
    const name = String(cell)
    const group = points.get(name)
    if (group) group.points.push({ lat, lon, row })
    else points.set(name, { label: cellLabel(cell, type, settings) || name, points: [{ lat, lon, row }] })
  }
  const groups = [...points].map(([name, group], index) => ({
    name,
    label: group.label,
    color: groupColor(options, name, index),
    points: group.points,
  }))
  return {
    isGrouped: classify !== null,
    groups,
    dropped,
    missing: groups.length > 0 ? null : missingOf(data, options),
  }
}

/** Parses a coordinate, also stored as text; null when it is out of range or not a number. */
function degrees(cell: unknown, max: number): number | null {
  const number = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell
  return typeof number === 'number' && Math.abs(number) <= max ? number : null
}

/** The stored color, otherwise the next one of the palette. */
function groupColor({ groups, color_scheme }: MarkersOptions, name: string, index: number): string {
  const stored = Object.hasOwn(groups, name) ? groups[name]?.color : null
  return normalizeColor(stored) ?? automaticColor(color_scheme, index)
}

export function automaticColor(scheme: unknown, index: number): string {
  const colors = colorsOfType(scheme, redashColors)
  return normalizeColor(colors[index % colors.length]) ?? '#356AFF'
}

function missingOf(data: VisualizationData, { latColName, lonColName }: MarkersOptions): string {
  if (data.rows.length === 0) return t('The result has no rows to place on the map.')
  const gone = [latColName, lonColName].filter((column) => !hasColumn(data, column))
  if (gone.length > 0)
    return t('The result has no column {gone}. Choose the columns of latitude and longitude.', {
      gone: listed(gone),
    })
  return t('No row has a latitude in {latColName} (-90 to 90) and a longitude in {lonColName}.', {
    latColName,
    lonColName,
  })
}

/** `3 of 40 rows have no usable coordinates.`; null when all have. Shown in the editor. */
export function droppedNote({ dropped, groups, missing }: MarkersModel): string | null {
  if (dropped === 0 || missing !== null) return null
  const all = groups.reduce((sum, { points }) => sum + points.length, dropped)
  return plural(
    dropped,
    {
      one: '{count} of {all} rows has no usable coordinates.',
      other: '{count} of {all} rows have no usable coordinates.',
    },
    { all },
  )
}

/** The built-in texts of a marker: plain text, never HTML. */
export interface MarkerText {
  /** `lat, lon` */
  title: string
  /** the other columns */
  lines: readonly { name: string; value: string }[]
}

export function markerText(
  data: VisualizationData,
  { latColName, lonColName }: Pick<MarkersOptions, 'latColName' | 'lonColName'>,
  row: Row,
  settings: HostSettings,
): MarkerText {
  const cell = (name: string, type: string | null) => {
    const value = cellOf(row, name)
    return value === null ? settings.nullValue : cellLabel(value, type, settings)
  }
  const others = data.columns.filter(({ name }) => name !== latColName && name !== lonColName)
  return {
    title: `${cell(latColName, null)}, ${cell(lonColName, null)}`,
    lines: others.map(({ name, type }) => ({ name, value: cell(name, type) })),
  }
}

/** Fills a custom tooltip or popup template. The HTML must still be sanitized. */
export function markerHtml(template: string, row: Row): string {
  return fillTemplate(template, row)
}

const maxTableColumns = 20

/** The rows of the markers as a table. */
export function markersTable(
  data: VisualizationData,
  model: MarkersModel,
  settings: HostSettings,
): AccessibleTable {
  const columns = data.columns.slice(0, maxTableColumns)
  const rows = model.groups.flatMap(({ points }) => points.slice(0, maxTableRows)).slice(0, maxTableRows)
  const all = model.groups.reduce((sum, { points }) => sum + points.length, 0)
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map(({ row }) =>
      columns.map(({ name, type }) => {
        const value = cellOf(data.rows[row] ?? {}, name)
        return value === null ? settings.nullValue : cellLabel(value, type, settings)
      }),
    ),
    more: all - rows.length,
  }
}
