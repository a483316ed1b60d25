import chroma from 'chroma-js'
import { listed } from '#shared/format/listed.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { cellOf, hasColumn } from '../parts/cell-values.ts'
import { type AccessibleTable, maxTableRows } from '../parts/data-table.tsx'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import { type ChoroplethMap, choroplethMap, type Region } from './choropleth-maps.ts'
import { type ChoroplethColor, type ChoroplethOptions, defaultColors } from './choropleth-options.ts'
import { type ColorClass, colorClasses, colorOf } from './choropleth-scale.ts'

/** A region with a matching row. */
export interface MatchedRegion {
  id: string
  /** the value of the row; null without a number */
  value: number | null
  /** formatted like in the legend, or the placeholder */
  text: string
  /** `#rrggbb`, before the theme */
  color: string
  /** index of its row in the result */
  row: number
}

/** The model of a choropleth, without outlines. Unlisted regions have no value. */
export interface ChoroplethModel {
  map: string
  regions: readonly MatchedRegion[]
  /** highest first */
  legend: readonly { color: string; text: string }[]
  /** normalized stored colors */
  colors: Readonly<Record<ChoroplethColor, string>>
  unmatched: Unmatched
  /** what is missing, as a sentence; null when regions have values */
  missing: string | null
}

/** Rows whose key matches no region. */
interface Unmatched {
  count: number
  /** number of rows with a key */
  of: number
  /** examples of the keys */
  names: readonly string[]
  more: boolean
}

const fewNames = 5

export function choroplethModel(
  data: VisualizationData,
  options: ChoroplethOptions,
  settings: HostSettings,
): ChoroplethModel {
  const map = choroplethMap(options.mapType)
  const rows = rowsByKey(data, options)
  const found = matchedRegions(map, options.targetField, rows)
  const values = found.flatMap(({ entry }) => (entry.value === null ? [] : [entry.value]))
  const colors = readableColors(options.colors)
  const { min, max } = colors
  const classes = colorClasses(values, { mode: options.clusteringMode, steps: options.steps, min, max })
  const text = (value: number | null) =>
    value === null ? options.noValuePlaceholder : formatNumber(value, options.valueFormat, settings)
  const unmatched = unmatchedOf(rows, new Set(found.map(({ entry }) => entry.key)))
  return {
    map: map.key,
    regions: found.map(({ id, entry: { value, row } }) => ({
      id,
      value,
      row,
      text: text(value),
      color: (value === null ? undefined : colorOf(value, classes)) ?? colors.noValue,
    })),
    legend: legendOf(classes, text),
    colors,
    unmatched,
    missing: missingOf(data, options, found.length === 0 ? unmatched : null),
  }
}

function legendOf(
  classes: readonly ColorClass[],
  text: (value: number) => string,
): ChoroplethModel['legend'] {
  return classes.map(({ limit, color }) => ({ color, text: text(limit) })).reverse()
}

interface Keyed {
  key: string
  value: number | null
  row: number
  /** number of rows with this key */
  count: number
}

/** The last row of each key. Falsy keys (null, empty, 0, false) are ignored. */
function rowsByKey(
  data: VisualizationData,
  { keyColumn, valueColumn }: ChoroplethOptions,
): Map<string, Keyed> {
  const rows = new Map<string, Keyed>()
  if (!hasColumn(data, keyColumn) || !hasColumn(data, valueColumn)) return rows
  for (const [row, cells] of data.rows.entries()) {
    const cell = cellOf(cells, keyColumn)
    if (!cell) continue
    const key = String(cell)
    const value = Number.parseFloat(String(cellOf(cells, valueColumn)))
    const count = (rows.get(key)?.count ?? 0) + 1
    rows.set(key, { key, value: Number.isFinite(value) ? value : null, row, count })
  }
  return rows
}

interface Found {
  id: string
  entry: Keyed
}

function matchedRegions(map: ChoroplethMap, field: string | null, rows: ReadonlyMap<string, Keyed>): Found[] {
  if (field === null) return []
  return map.regions.flatMap((region) => {
    const property = propertyOf(region, field)
    const entry = property === null ? undefined : rows.get(property)
    return entry ? [{ id: region.id, entry }] : []
  })
}

function propertyOf({ properties }: Region, field: string): string | null {
  return Object.hasOwn(properties, field) ? (properties[field] ?? null) : null
}

function unmatchedOf(rows: ReadonlyMap<string, Keyed>, matched: ReadonlySet<string>): Unmatched {
  const others = [...rows.values()].filter(({ key }) => !matched.has(key))
  const rowsOf = (keyed: Iterable<Keyed>) => [...keyed].reduce((sum, { count }) => sum + count, 0)
  return {
    count: rowsOf(others),
    of: rowsOf(rows.values()),
    names: others.slice(0, fewNames).map(({ key }) => key),
    more: others.length > fewNames,
  }
}

function readableColors(stored: ChoroplethOptions['colors']): Record<ChoroplethColor, string> {
  const readable = (name: ChoroplethColor) =>
    chroma.valid(stored[name]) ? chroma(stored[name]).hex('rgb') : defaultColors[name]
  return {
    min: readable('min'),
    max: readable('max'),
    background: readable('background'),
    borders: readable('borders'),
    noValue: readable('noValue'),
  }
}

/** `unmatched`: set when no row matches a region. */
function missingOf(
  data: VisualizationData,
  { keyColumn, targetField, valueColumn, mapType }: ChoroplethOptions,
  unmatched: Unmatched | null,
): string | null {
  const unset = [
    ...(keyColumn === null ? [t('a key column')] : []),
    ...(targetField === null ? [t('a target field')] : []),
    ...(valueColumn === null ? [t('a value column')] : []),
  ]
  if (unset.length > 0) return t('Choose {unset} to color the map.', { unset: listed(unset) })
  if (data.rows.length === 0) return t('The result has no rows to color the map with.')
  const gone = [keyColumn, valueColumn].filter((column) => column !== null && !hasColumn(data, column))
  if (gone.length > 0)
    return t('The result has no column {gone}. Choose another one.', { gone: listed(gone.map(String)) })
  if (unmatched === null) return null
  const { name } = choroplethMap(mapType)
  if (unmatched.of === 0) return t('No row has a key in the column {column}.', { column: keyColumn ?? '' })
  return t('No row matches a region of {name}. Another target field may fit: {unmatched}.', {
    name,
    unmatched: unmatchedNames(unmatched),
  })
}

/** `3 of 40 rows match no region: A, B, C`; null when all do. Shown in the editor. */
export function unmatchedNote(model: ChoroplethModel): string | null {
  const { count, of } = model.unmatched
  if (count === 0 || model.missing !== null) return null
  return plural(
    count,
    {
      one: '{count} of {of} rows matches no region: {unmatched}',
      other: '{count} of {of} rows match no region: {unmatched}',
    },
    { of, unmatched: unmatchedNames(model.unmatched) },
  )
}

const maxNameLength = 40

function unmatchedNames({ names, more }: Unmatched): string {
  const short = names.map((name) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name))
  return `${short.join(', ')}${more ? ', …' : ''}`
}

/**
 * Fills the template of a tooltip or popup. The HTML must still be sanitized. Placeholders: all properties of the region
 * as `@@property`, the value as `@@value`, and the columns of the region's row.
 */
export function regionHtml(
  template: string,
  region: Region,
  {
    matched,
    row,
    placeholder,
  }: { matched: MatchedRegion | undefined; row: Row | undefined; placeholder: string },
): string {
  const properties = Object.entries(region.properties).map(([name, value]) => [`@@${name}`, value] as const)
  const value = [['@@value', matched?.text ?? placeholder]] as const
  return fillTemplate(template, Object.fromEntries([...properties, ...value, ...Object.entries(row ?? {})]))
}

/** The data of the visualization as a table. */
export function choroplethTable(model: ChoroplethModel, valueColumn: string | null): AccessibleTable {
  const names = new Map(
    choroplethMap(model.map).regions.map(({ id, properties }) => [id, properties.name ?? id]),
  )
  const shown = model.regions.slice(0, maxTableRows)
  return {
    columns: [t('Region'), valueColumn ?? t('Value')],
    rows: shown.map(({ id, text }) => [names.get(id) ?? id, text]),
    more: model.regions.length - shown.length,
  }
}
