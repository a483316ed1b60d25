import { listed } from '#shared/format/listed.ts'
import { t } from '#shared/messages/translate.ts'
import type { VisualizationData } from '../visualization.ts'
import { type ColumnRole, columnsWithRole, editorParts, effectiveMapping } from './chart-editor-rules.ts'
import type { ChartOptions } from './chart-options.ts'

/** Without these the picture is empty, or not the one that was chosen. */
const needed: Readonly<Record<string, readonly ColumnRole[]>> = {
  pie: ['y'],
  box: ['y'],
  bubble: ['x', 'y', 'size'],
  heatmap: ['x', 'y', 'zVal'],
  custom: [],
}

/** The columns that a chart of this type cannot do without. */
export function neededRoles(type: string): readonly ColumnRole[] {
  return Object.hasOwn(needed, type) ? (needed[type] ?? []) : ['x', 'y']
}

/** What to choose in the editor before the chart can be what its type says; null when nothing is missing. */
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
