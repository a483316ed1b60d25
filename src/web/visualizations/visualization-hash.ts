import { t } from '#shared/messages/translate.ts'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { isUnsaved } from './unsaved-visualization.ts'

/** A tab of the results: a stored visualization, or the virtual table of a query without any. */
export type ShownVisualization = Pick<Visualization, 'type' | 'name' | 'options' | 'description'> & {
  id: number | null
}

export const virtualTable: ShownVisualization = {
  id: null,
  type: 'TABLE',
  name: t('Table'),
  description: '',
  options: {},
}

/**
 * Ordered by id, unsaved ones last; never empty (docs/reference/visualizations.md#editor-dialog). A query that is not
 * stored begins with the table that it will have.
 */
export function orderedVisualizations(all: readonly Visualization[]): ShownVisualization[] {
  const stored = all.filter((one) => !isUnsaved(one)).sort((a, b) => a.id - b.id)
  const unsaved = all.filter(isUnsaved).sort((a, b) => b.id - a.id)
  return [...(stored.length === 0 ? [virtualTable] : stored), ...unsaved]
}

/** The tab in the address; an unknown name, such as `table`, selects the first. */
export function visualizationOfHash(
  hash: string,
  ordered: readonly ShownVisualization[],
): ShownVisualization {
  const text = hash.replace(/^#/, '')
  const id = /^-?[1-9]\d*$/.test(text) ? Number(text) : null
  return ordered.find((one) => id !== null && one.id === id) ?? ordered[0] ?? virtualTable
}

/** The hash of a tab; none for the first. */
export function hashOfVisualization(id: number | null, ordered: readonly ShownVisualization[]): string {
  return id === null || ordered[0]?.id === id ? '' : String(id)
}
