import type { VisualizationData } from '../visualization.ts'
import { type ChartOptions, seriesTypeNames } from './chart-options.ts'

export type ColumnRole = 'x' | 'y' | 'series' | 'size' | 'zVal' | 'yError'

export interface Choice {
  value: string
  label: string
}

const offeredTypes = ['line', 'column', 'area', 'pie', 'scatter', 'bubble', 'heatmap', 'box']

/**
 * Chart types on offer; `custom` only where the installation runs people's code. One that is stored stays visible as
 * it is (docs/reference/charts.md#column-mapping).
 */
export function chartTypeChoices(current: string, allowsCustom: boolean): Choice[] {
  const offered = allowsCustom ? [...offeredTypes, 'custom'] : offeredTypes
  return named(offered, current)
}

/** Types of one series among others (docs/reference/charts.md#chart-editor). */
export function seriesTypeChoices(current: string, allowsCustom: boolean): Choice[] {
  const offered = ['line', 'column', 'area', 'scatter']
  return named(allowsCustom ? [...offered, 'custom'] : offered, current)
}

function named(types: readonly string[], current: string): Choice[] {
  const all = types.includes(current) ? types : [...types, current]
  return all.map((type) => ({ value: type, label: typeName(type) }))
}

function typeName(type: string): string {
  return (Object.hasOwn(seriesTypeNames, type) && seriesTypeNames[type]) || type
}

/** Roles as the editor shows them: in suffix mode those that the column names carry. */
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

/** Columns that have the role now. */
export function columnsWithRole(mapping: Readonly<Record<string, string>>, role: ColumnRole): string[] {
  return Object.keys(mapping).filter((column) => {
    const stored = mapping[column]
    return stored === role || (role === 'series' && (stored === 'multiFilter' || stored === 'multi-filter'))
  })
}

/**
 * Unused columns and those that have the role already, by name (docs/reference/charts.md#chart-editor). A role that has
 * no select of its own now (`shown`), left from another chart type, does not keep its column from the others.
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

/** Another chart type starts plain: labels only on pies, upright, no series of its own type. */
export function withChartType(options: ChartOptions, type: string): ChartOptions {
  return {
    ...options,
    globalSeriesType: type,
    showDataLabels: type === 'pie',
    swappedAxes: false,
    seriesOptions: mapSeries(options, (series) => ({ ...series, type })),
  }
}

/** A horizontal chart has one value axis, so every series moves to the left one. */
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

/** Writes the order of all series. */
export function withSeriesOrder(options: ChartOptions, names: readonly string[]): ChartOptions {
  const ordered = names.map((name, zIndex): [string, ChartOptions['seriesOptions'][string]] => [
    name,
    { ...(Object.hasOwn(options.seriesOptions, name) ? options.seriesOptions[name] : {}), zIndex },
  ])
  return { ...options, seriesOptions: { ...options.seriesOptions, ...Object.fromEntries(ordered) } }
}

const withStacking = new Set(['line', 'area', 'column'])

/** Which controls a chart type has. */
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

/** Roles that have a select of their own. */
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
