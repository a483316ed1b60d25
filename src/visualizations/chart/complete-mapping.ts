import type { VisualizationData } from '../visualization.ts'
import { type ColumnRole, columnsWithRole } from './chart-editor-rules.ts'
import { described, isKey } from './suggest-mapping.ts'

/**
 * The mapping with columns for the roles that have none, of those that nothing uses: numbers, for X anything. Nothing that
 * was chosen is changed, also what another chart type had use for.
 */
export function completedMapping(
  mapping: Readonly<Record<string, string>>,
  roles: readonly ColumnRole[],
  data: VisualizationData,
): Record<string, string> {
  const completed: Record<string, string> = { ...mapping }
  for (const role of roles) {
    if (columnsWithRole(completed, role).length > 0) continue
    const free = data.columns
      .filter(({ name }) => !Object.hasOwn(completed, name))
      .map(({ name, type }) => described(name, type, data))
    const numbers = free.filter(({ kind, name }) => kind === 'number' && !isKey(name))
    const found = role === 'x' ? free.find(({ kind }) => kind === 'date' || kind === 'text') : numbers[0]
    if (found !== undefined) completed[found.name] = role
  }
  return completed
}
