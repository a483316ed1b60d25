import { type MapBounds, type MapCorner, mapBounds, mapCorners } from '../parts/map/map-bounds.ts'
import { storedBoolean, storedNumber, storedRecord, storedText } from '../parts/stored-values.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import { choroplethMap, choroplethMaps } from './choropleth-maps.ts'

/** The classification of values: quantile, equidistant, k-means. */
export type ClusteringMode = 'q' | 'e' | 'k'
export type LegendText = 'left' | 'center' | 'right'
/** South-west corner, then north-east; latitude before longitude. */
export type StoredBounds = [[number, number], [number, number]]

export interface TemplateOptions {
  enabled: boolean
  template: string
}

/** Complete options (docs/reference/other-visualizations.md#choropleth-options). */
export interface ChoroplethOptions {
  mapType: string
  keyColumn: string | null
  targetField: string | null
  valueColumn: string | null
  clusteringMode: ClusteringMode
  steps: number
  valueFormat: string
  noValuePlaceholder: string
  colors: Record<ChoroplethColor, string>
  legend: { visible: boolean; position: MapCorner; alignText: LegendText }
  tooltip: TemplateOptions
  popup: TemplateOptions
  bounds?: StoredBounds | undefined
}

export type ChoroplethColor = 'min' | 'max' | 'background' | 'borders' | 'noValue'

export const defaultColors: Readonly<Record<ChoroplethColor, string>> = {
  min: '#799CFF',
  max: '#002FB4',
  background: '#ffffff',
  borders: '#ffffff',
  noValue: '#dddddd',
}

export const stepsRange = { min: 3, max: 11 }
const defaultSteps = 5
const maxSteps = 100

export const defaultTooltip = '<b>{{ @@name }}</b>: {{ @@value }}'

/** Completes stored options of any shape; keeps unknown keys. */
export function normalizeChoropleth(stored: Readonly<Record<string, unknown>>): ChoroplethOptions {
  const { countryCodeColumn, countryCodeType, ...kept } = storedRecord(stored)
  const mapType = storedText(kept.mapType, choroplethMaps[0].key)
  const colors = storedRecord(kept.colors)
  const legend = storedRecord(kept.legend)
  const bounds = boundsOfStored(kept.bounds)
  return {
    ...kept,
    mapType,
    // option names of old Redash versions take precedence (docs/reference/other-visualizations.md#choropleth-options)
    keyColumn: columnOf(countryCodeColumn) ?? columnOf(kept.keyColumn),
    targetField: columnOf(countryCodeType) ?? columnOf(kept.targetField),
    valueColumn: columnOf(kept.valueColumn),
    clusteringMode: oneOf(['e', 'q', 'k'], kept.clusteringMode),
    steps: stepsOf(kept.steps),
    valueFormat: storedText(kept.valueFormat, '0,0.00'),
    noValuePlaceholder: storedText(kept.noValuePlaceholder, 'N/A'),
    colors: {
      ...colors,
      min: storedText(colors.min, defaultColors.min),
      max: storedText(colors.max, defaultColors.max),
      background: storedText(colors.background, defaultColors.background),
      borders: storedText(colors.borders, defaultColors.borders),
      noValue: storedText(colors.noValue, defaultColors.noValue),
    },
    legend: {
      ...legend,
      visible: storedBoolean(legend.visible, true),
      position: oneOf(['bottom-left', ...mapCorners], legend.position),
      alignText: oneOf(['right', 'left', 'center'], legend.alignText),
    },
    tooltip: templateOf(kept.tooltip, defaultTooltip),
    popup: popupOf(kept.popup, mapType),
    bounds: bounds && [
      [bounds.south, bounds.west],
      [bounds.north, bounds.east],
    ],
  }
}

/** Returns a known value, otherwise the first choice. */
function oneOf<V extends string>(choices: readonly [V, ...V[]], value: unknown): V {
  return choices.find((choice) => choice === value) ?? choices[0]
}

function columnOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function stepsOf(value: unknown): number {
  const steps = Math.trunc(storedNumber(value, defaultSteps))
  return steps >= 1 ? Math.min(steps, maxSteps) : defaultSteps
}

function templateOf(value: unknown, fallback: string): TemplateOptions {
  const stored = storedRecord(value)
  return {
    ...stored,
    enabled: storedBoolean(stored.enabled, true),
    template: storedText(stored.template, fallback),
  }
}

/**
 * The default popup uses properties of countries, which other maps lack: its placeholders would show there. So a default
 * popup is replaced by that of the map.
 */
function popupOf(value: unknown, mapType: string): TemplateOptions {
  const own = choroplethMap(mapType).popup
  const popup = templateOf(value, own)
  const isDefault = choroplethMaps.some((map) => map.popup === popup.template)
  return isDefault ? { ...popup, template: own } : popup
}

/** The stored bounds as map bounds; `undefined` when missing or invalid. */
export function boundsOfStored(value: unknown): MapBounds | undefined {
  if (!Array.isArray(value) || !Array.isArray(value[0]) || !Array.isArray(value[1])) return undefined
  const [[south, west], [north, east]] = value as [unknown[], unknown[]]
  return mapBounds(south, west, north, east)
}

/** Props of every tab of the editor. */
export interface ChoroplethTabProps {
  data: VisualizationData
  options: ChoroplethOptions
  settings: HostSettings
  /** deep merge of a partial object (docs/reference/visualizations.md#merge-rule) */
  change(partial: object): void
  /** replaces the options without merging, for bounds */
  replace(options: ChoroplethOptions): void
}
