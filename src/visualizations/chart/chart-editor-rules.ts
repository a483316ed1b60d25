import { listed } from '#shared/format/listed.ts'
import { t } from '#shared/messages/translate.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import { type ChartOptions, seriesTypeNames } from './chart-options.ts'
import type { ChartSeries } from './chart-series.ts'

/** Props of every tab of the editor. */
export interface ChartTabProps {
  data: VisualizationData
  options: ChartOptions
  settings: HostSettings
  series: readonly ChartSeries[]
  /** merges a partial object deeply (docs/reference/visualizations.md#merge-rule) */
  change(partial: object): void
  /** replaces all options: for rules that remove keys */
  replace(options: ChartOptions): void
}

export type ColumnRole = 'x' | 'y' | 'series' | 'size' | 'zVal' | 'yError'

export interface Choice {
  value: string
  label: string
}

const offeredTypes = ['line', 'column', 'area', 'pie', 'scatter', 'bubble', 'heatmap', 'box']

/**
 * The chart types to offer; `custom` only if the installation allows custom code. The stored type is always included
 * (docs/reference/charts.md#column-mapping).
 */
export function chartTypeChoices(current: string, allowsCustom: boolean): Choice[] {
  const offered = allowsCustom ? [...offeredTypes, 'custom'] : offeredTypes
  return typeChoices(offered, current)
}

/** The types to offer for a single series (docs/reference/charts.md#chart-editor). */
export function seriesTypeChoices(current: string, allowsCustom: boolean): Choice[] {
  const offered = ['line', 'column', 'area', 'scatter']
  return typeChoices(allowsCustom ? [...offered, 'custom'] : offered, current)
}

function typeChoices(types: readonly string[], current: string): Choice[] {
  const all = types.includes(current) ? types : [...types, current]
  return all.map((type) => ({ value: type, label: typeName(type) }))
}

function typeName(type: string): string {
  return (Object.hasOwn(seriesTypeNames, type) && seriesTypeNames[type]) || type
}

/** The roles that the editor shows; without a mapping, those in the suffixes of the column names. */
export function effectiveMapping(
  columnMapping: ChartOptions['columnMapping'],
  columns: VisualizationData['columns'],
): Record<string, string> {
  if (columnMapping) return columnMapping
  const suffixed = columns.flatMap(({ name }): [string, string][] => {
    const role = name.split('::')[1]
    return role ? [[name, role === 'multiFilter' || role === 'multi-filter' ? 'series' : role]] : []
  })
  return Object.fromEntries(suffixed)
}

/** The columns that have the role. */
export function columnsWithRole(mapping: Readonly<Record<string, string>>, role: ColumnRole): string[] {
  return Object.keys(mapping).filter((column) => {
    const stored = mapping[column]
    return stored === role || (role === 'series' && (stored === 'multiFilter' || stored === 'multi-filter'))
  })
}

/**
 * The columns to offer for a role: unused ones and those that have it, by name (docs/reference/charts.md#chart-editor).
 * Roles that are left from another chart type, and not in `shown`, do not make their columns used.
 */
export function columnChoices(
  columns: VisualizationData['columns'],
  mapping: Readonly<Record<string, string>>,
  role: ColumnRole,
  shown: readonly ColumnRole[],
): string[] {
  const taken = new Set(shown.flatMap((other) => (other === role ? [] : columnsWithRole(mapping, other))))
  const free = columns.map(({ name }) => name).filter((name) => !taken.has(name))
  return [...new Set([...columnsWithRole(mapping, role), ...free])].sort((a, b) => a.localeCompare(b))
}

/** The mapping with exactly these columns in the role. */
export function withRole(
  mapping: Readonly<Record<string, string>>,
  role: ColumnRole,
  columns: readonly string[],
): Record<string, string> {
  const before = new Set(columnsWithRole(mapping, role))
  const kept = Object.entries(mapping).filter(([column]) => !before.has(column) && !columns.includes(column))
  return Object.fromEntries([...kept, ...columns.map((column): [string, string] => [column, role])])
}

/** Changes the chart type and resets what depends on it: labels only on pies, vertical, all series of the same type. */
export function withChartType(options: ChartOptions, type: string): ChartOptions {
  return {
    ...options,
    globalSeriesType: type,
    showDataLabels: type === 'pie',
    swappedAxes: false,
    seriesOptions: mapSeries(options, (series) => ({ ...series, type })),
  }
}

/** Horizontal charts have one value axis, so all series move to the left axis. */
export function withHorizontal(options: ChartOptions, horizontal: boolean): ChartOptions {
  return {
    ...options,
    swappedAxes: horizontal,
    seriesOptions: mapSeries(options, (series) => ({ ...series, yAxis: 0 })),
  }
}

function mapSeries(
  { seriesOptions }: ChartOptions,
  change: (series: ChartOptions['seriesOptions'][string]) => ChartOptions['seriesOptions'][string],
): ChartOptions['seriesOptions'] {
  return Object.fromEntries(Object.entries(seriesOptions).map(([name, series]) => [name, change(series)]))
}

/** Stores the order of all series. */
export function withSeriesOrder(options: ChartOptions, names: readonly string[]): ChartOptions {
  const ordered = names.map((name, zIndex): [string, ChartOptions['seriesOptions'][string]] => [
    name,
    { ...(Object.hasOwn(options.seriesOptions, name) ? options.seriesOptions[name] : {}), zIndex },
  ])
  return { ...options, seriesOptions: { ...options.seriesOptions, ...Object.fromEntries(ordered) } }
}

const withStacking = new Set(['line', 'area', 'column'])

/** The controls that the editor of a chart type has. */
export function editorParts(options: ChartOptions) {
  const type = options.globalSeriesType
  const pie = type === 'pie'
  const heatmap = type === 'heatmap'
  const custom = type === 'custom'
  const shaped = !custom && !heatmap
  const bubble = type === 'bubble'
  return {
    roles: shownRoles(options),
    horizontal: type === 'column' || type === 'line' || type === 'box',
    pie,
    bubble,
    heatmap,
    custom,
    box: type === 'box',
    legend: shaped,
    stacking: shaped,
    stackingEnabled: withStacking.has(type),
    percent: withStacking.has(type),
    lineShape: type === 'line' || type === 'area',
    missing: shaped && !bubble,
    axes: !custom && !pie,
    rightAxis: !heatmap && options.swappedAxes !== true,
    seriesAxis: !pie && !heatmap && options.swappedAxes !== true,
    seriesType: !pie && !heatmap,
    dataLabels: withStacking.has(type) || type === 'scatter' || pie || heatmap,
    series: !custom,
  }
}

/** The roles that have a select in the editor. */
function shownRoles({ globalSeriesType: type, seriesOptions }: ChartOptions): ColumnRole[] {
  const shaped = type !== 'custom' && type !== 'heatmap'
  const bubbles =
    type === 'bubble' || (shaped && Object.values(seriesOptions).some((one) => one.type === 'bubble'))
  return [
    'x',
    'y',
    ...(shaped ? (['series'] as const) : []),
    ...(bubbles ? (['size'] as const) : []),
    ...(type === 'heatmap' ? (['zVal'] as const) : []),
    ...(shaped && type !== 'bubble' ? (['yError'] as const) : []),
  ]
}

/** Without these the chart is empty, or not of the chosen type. */
const needed: Readonly<Record<string, readonly ColumnRole[]>> = {
  pie: ['y'],
  box: ['y'],
  bubble: ['x', 'y', 'size'],
  heatmap: ['x', 'y', 'zVal'],
  custom: [],
}

/** The roles that a chart of this type needs. */
export function neededRoles(type: string): readonly ColumnRole[] {
  return Object.hasOwn(needed, type) ? (needed[type] ?? []) : ['x', 'y']
}

/** Which columns the user must choose before the chart can be drawn, in words; null when none is missing. */
export function missingColumns(data: VisualizationData, options: ChartOptions): string | null {
  const roles = neededRoles(options.globalSeriesType)
  const mapping = effectiveMapping(options.columnMapping, data.columns)
  const missing = roles.filter((role) => columnsWithRole(mapping, role).length === 0)
  if (missing.length === 0) return null
  const names = missing.map((role) => roleName(role, options))
  return t('Choose {columns}', { columns: listed(names) })
}

function roleName(role: ColumnRole, options: ChartOptions): string {
  const swapped = options.swappedAxes === true && editorParts(options).horizontal
  switch (role) {
    case 'x':
      return swapped ? t('a Y Column') : t('an X Column')
    case 'y':
      return swapped ? t('X Columns') : t('Y Columns')
    case 'size':
      return t('a Bubble Size Column')
    case 'zVal':
      return t('a Color Column')
    default:
      return t('a column')
  }
}
