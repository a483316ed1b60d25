import type { VisualizationData } from '../visualization.ts'
import { type ChartOptions, drawnSeriesTypes, isDrawn, seriesTypeNames } from './chart-options.ts'

export type ColumnRole = 'x' | 'y' | 'series' | 'yError'

export interface Choice {
  value: string
  label: string
}

/** Chart types on offer; one that cannot be drawn yet stays visible where it is stored. */
export function chartTypeChoices(current: string): Choice[] {
  const types: string[] = isDrawn(current) ? [...drawnSeriesTypes] : [...drawnSeriesTypes, current]
  return types.map((type) => ({ value: type, label: seriesTypeNames[type] ?? type }))
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

/** Unused columns and those that have the role already, by name (reference-visualizations 4.11). */
export function columnChoices(
  columns: VisualizationData['columns'],
  mapping: Readonly<Record<string, string>>,
  role: ColumnRole,
): string[] {
  const own = columnsWithRole(mapping, role)
  const free = columns
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(mapping, name) || mapping[name] === 'unused')
  return [...new Set([...own, ...free])].sort((a, b) => a.localeCompare(b))
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
  const shaped = type !== 'custom' && type !== 'heatmap'
  return {
    horizontal: type === 'column' || type === 'line' || type === 'box',
    groupBy: shaped,
    errors: shaped && type !== 'bubble',
    pie,
    legend: shaped,
    stacking: shaped,
    stackingEnabled: withStacking.has(type),
    percent: withStacking.has(type),
    lineShape: type === 'line' || type === 'area',
    missing: shaped && type !== 'bubble',
    axes: type !== 'custom' && !pie,
    rightAxis: type !== 'heatmap' && options.swappedAxes !== true,
    seriesAxis: !pie && type !== 'heatmap' && options.swappedAxes !== true,
    seriesType: !pie && type !== 'heatmap',
    dataLabels: withStacking.has(type) || type === 'scatter' || pie || type === 'heatmap',
    series: type !== 'custom',
  }
}
