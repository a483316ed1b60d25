import {
  defaultDetailsColumn,
  mergeColumns,
  storedColumns,
  type TableColumn,
} from '../parts/columns/column-options.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'

export interface DetailsOptions {
  columns: readonly TableColumn[]
}

/** Matches stored columns with those of the result as tables do, but every value stands at the left by default. */
export function normalizeDetails(
  stored: Readonly<Record<string, unknown>>,
  { columns }: VisualizationData,
  settings: HostSettings,
): DetailsOptions {
  return { ...stored, columns: mergeColumns(columns, stored.columns, settings, defaultDetailsColumn) }
}

/** What is saved. There is no search in details, so columns say nothing of it. */
export function detailsToStored(options: DetailsOptions): Record<string, unknown> {
  const columns = storedColumns(options.columns).map(({ allowSearch, ...column }) => {
    return allowSearch ? { ...column, allowSearch } : column
  })
  return { ...options, columns }
}
