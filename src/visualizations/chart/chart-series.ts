import type { Row, VisualizationData } from '../visualization.ts'
import { dateText } from './chart-instant.ts'
import { type ChartOptions, seriesOptionsOf } from './chart-options.ts'

/** One row as one series sees it. `row` is kept for templates. */
export interface ChartPoint {
  x: unknown
  y: unknown
  yError?: unknown
  size?: unknown
  zVal?: unknown
  row: Row
}

export interface ChartSeries {
  name: string
  points: ChartPoint[]
}

type Role = 'x' | 'y' | 'series' | 'yError' | 'size' | 'zVal'

interface MappedColumn {
  role: Role
  /** the part of the column name before the first `::` */
  shortName: string
}

/**
 * Rows -> series (reference-visualizations 4.2), ordered by zIndex, stable by first appearance. The order
 * is the order of drawing, stacking, legend and colours.
 */
export function chartSeries(
  data: VisualizationData,
  options: Pick<ChartOptions, 'columnMapping' | 'seriesOptions'>,
): ChartSeries[] {
  const mapped = new Map<string, MappedColumn | null>()
  const series = new Map<string, ChartSeries>()
  for (const row of data.rows) addRow(row, series, (column) => mappedColumn(column, mapped, options))
  const zIndex = (name: string) => {
    const stored = seriesOptionsOf(options, name).zIndex
    return typeof stored === 'number' ? stored : 0
  }
  return [...series.values()].sort((a, b) => zIndex(a.name) - zIndex(b.name))
}

function addRow(
  row: Row,
  series: Map<string, ChartSeries>,
  mappingOf: (column: string) => MappedColumn | null,
): void {
  const point: ChartPoint = { x: 0, y: undefined, row }
  let seriesName: string | undefined
  const ys = new Map<string, unknown>()
  for (const column of Object.keys(row)) {
    const mapping = mappingOf(column)
    if (!mapping) continue
    const value = row[column]
    if (mapping.role === 'series') seriesName = dateText(value) ?? String(value)
    else point[mapping.role] = value
    if (mapping.role === 'y' && value !== undefined) ys.set(mapping.shortName, value)
  }
  if (seriesName !== undefined) {
    addPoint(series, seriesName, point)
    return
  }
  for (const [name, y] of ys) addPoint(series, name, ys.size === 1 ? point : { ...point, y })
}

function addPoint(series: Map<string, ChartSeries>, name: string, point: ChartPoint): void {
  const known = series.get(name)
  if (known) known.points.push(point)
  else series.set(name, { name, points: [point] })
}

function mappedColumn(
  column: string,
  cache: Map<string, MappedColumn | null>,
  options: Pick<ChartOptions, 'columnMapping'>,
): MappedColumn | null {
  const cached = cache.get(column)
  if (cached !== undefined) return cached
  const [shortName = '', suffix] = column.split('::')
  const named = options.columnMapping
    ? Object.hasOwn(options.columnMapping, column)
      ? options.columnMapping[column]
      : undefined
    : suffix
  const role = roleOf(named)
  const mapping = role ? { role, shortName } : null
  cache.set(column, mapping)
  return mapping
}

function roleOf(name: string | undefined): Role | null {
  switch (name) {
    case 'multiFilter':
    case 'multi-filter':
      return 'series'
    case 'x':
    case 'y':
    case 'series':
    case 'yError':
    case 'size':
    case 'zVal':
      return name
    default:
      return null
  }
}
