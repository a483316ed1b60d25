import type { VisualizationData } from '../visualization.ts'
import { neededRoles } from './chart-editor-rules.ts'
import { cleanNumber } from './chart-values.ts'
import {
  type Column,
  completedMapping,
  describedColumns,
  makesSeries,
  measuredOf,
  suggestMapping,
} from './suggest-mapping.ts'

/** Options of a new chart of this type, with columns for its roles. */
export function suggestChartOfType(type: string, data: VisualizationData): Record<string, unknown> {
  const columns = describedColumns(data)
  const mapping = mappingFor(type, columns, data)
  const columnMapping = completedMapping(mapping, neededRoles(type), data)
  return {
    globalSeriesType: type,
    columnMapping,
    ...(type === 'pie' ? { showDataLabels: true } : {}),
    ...(isRanked(columnMapping, columns) ? { sortX: false } : {}),
  }
}

function mappingFor(
  type: string,
  columns: readonly Column[],
  data: VisualizationData,
): Record<string, string> {
  const numbers = measuredOf(columns)
  const names = columns.filter(({ kind }) => kind === 'text')
  const dates = columns.filter(({ kind }) => kind === 'date')
  switch (type) {
    case 'pie':
      return rolesOf([names[0] ?? dates[0], 'x'], [numbers[0], 'y'])
    case 'box':
      return rolesOf([names.find(makesSeries), 'x'], [numbers[0], 'y'])
    case 'scatter':
    case 'bubble':
      return pointMapping(type, columns) ?? suggestMapping(data)
    case 'heatmap': {
      // names side by side need more room than names one below the other
      const [x, y] = [...dates, ...names.filter(makesSeries), ...names.filter((name) => !makesSeries(name))]
      return rolesOf([x, 'x'], [y, 'y'], [numbers[0], 'zVal'])
    }
    default:
      return suggestMapping(data)
  }
}

/** Numbers against numbers; null without two of them. */
function pointMapping(type: string, columns: readonly Column[]): Record<string, string> | null {
  const [x, y, size] = measuredOf(columns)
  if (!x || !y || (type === 'bubble' && !size)) return null
  const series = columns.find(makesSeries)
  return rolesOf([x, 'x'], [y, 'y'], [type === 'bubble' ? size : undefined, 'size'], [series, 'series'])
}

function rolesOf(...roles: readonly (readonly [Column | undefined, string])[]): Record<string, string> {
  return Object.fromEntries(roles.flatMap(([column, role]) => (column ? [[column.name, role]] : [])))
}

/** Whether the query has sorted names by the only value: their order says more than the alphabet. */
function isRanked(mapping: Readonly<Record<string, string>>, columns: readonly Column[]): boolean {
  const of = (role: string) => columns.filter(({ name }) => mapping[name] === role)
  const [x] = of('x')
  const [y, ...more] = of('y')
  if (x?.kind !== 'text' || y?.kind !== 'number' || more.length > 0 || of('series').length > 0) return false
  const values = y.values.map((value) => cleanNumber(value) ?? Number.NaN)
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  return steps.length > 1 && (steps.every((step) => step <= 0) || steps.every((step) => step >= 0))
}
