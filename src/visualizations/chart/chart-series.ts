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
  column: string
  role: Role
  /** the part of the column name before the first `::` */
  shortName: string
}

type Mapping = Pick<ChartOptions, 'columnMapping'>

/**
 * Rows -> series (docs/reference/charts.md#series), ordered by zIndex, stable by first appearance. The order
 * is the order of drawing, stacking, legend and colours. Rows that name their series give one point for each Y
 * column: with one Y column the series is called by the name in the row, with several `name: column`.
 */
export function chartSeries(
  data: VisualizationData,
  options: Pick<ChartOptions, 'columnMapping' | 'seriesOptions'>,
): ChartSeries[] {
  const mapped = mappedColumns(data, options)
  // of columns with the same short name the last one counts
  const ys = [...new Map(mapped.filter(isY).map((column) => [column.shortName, column])).values()]
  const others = mapped.filter((column) => !isY(column))
  const series = new Map<string, ChartSeries>()
  for (const row of data.rows) addRow(row, series, others, ys)
  const zIndex = (name: string) => {
    const stored = seriesOptionsOf(options, name).zIndex
    return typeof stored === 'number' ? stored : 0
  }
  return [...series.values()].sort((a, b) => zIndex(a.name) - zIndex(b.name))
}

/** Rows that have no place on the X axis, and are not drawn: each counts once, whatever it gives to how many series. */
export function rowsWithoutX(series: readonly ChartSeries[]): number {
  const rows = new Set<Row>()
  for (const { points } of series) for (const { x, row } of points) if (x === null) rows.add(row)
  return rows.size
}

/** The columns that have a role, in the order of the result. */
function mappedColumns(data: VisualizationData, options: Mapping): MappedColumn[] {
  return data.columns.flatMap(({ name: column }): MappedColumn[] => {
    const [shortName = '', suffix] = column.split('::')
    const role = roleOf(
      options.columnMapping === null
        ? suffix
        : Object.hasOwn(options.columnMapping, column)
          ? options.columnMapping[column]
          : undefined,
    )
    return role ? [{ column, role, shortName }] : []
  })
}

function isY({ role }: MappedColumn): boolean {
  return role === 'y'
}

/** Is there a column for the role? */
export function hasRole(data: VisualizationData, options: Mapping, wanted: Role): boolean {
  return mappedColumns(data, options).some(({ role }) => role === wanted)
}

/** A result may have a column named `__proto__`: only a row's own cells count. */
function cell(row: Row, column: string): unknown {
  return Object.hasOwn(row, column) ? row[column] : undefined
}

function addRow(
  row: Row,
  series: Map<string, ChartSeries>,
  others: readonly MappedColumn[],
  ys: readonly MappedColumn[],
): void {
  const point: ChartPoint = { x: 0, y: undefined, row }
  let group: string | undefined
  for (const { column, role } of others) {
    const value = cell(row, column)
    if (value === undefined) continue
    if (role === 'series') group = dateText(value) ?? String(value)
    else point[role] = value
  }
  const [only] = ys
  if (ys.length === 1 && only) {
    point.y = cell(row, only.column)
    if (point.y !== undefined || group !== undefined) addPoint(series, group ?? only.shortName, point)
    return
  }
  if (ys.length === 0 && group !== undefined) addPoint(series, group, point)
  for (const { column, shortName } of ys) {
    const y = cell(row, column)
    if (y !== undefined) {
      addPoint(series, group === undefined ? shortName : `${group}: ${shortName}`, { ...point, y })
    }
  }
}

function addPoint(series: Map<string, ChartSeries>, name: string, point: ChartPoint): void {
  const known = series.get(name)
  if (known) known.points.push(point)
  else series.set(name, { name, points: [point] })
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
