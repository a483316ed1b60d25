import { mergeColumns, storedColumns, type TableColumn } from '../parts/columns/column-options.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'

export interface TableOptions {
  itemsPerPage: number
  /** never stored */
  paginationSize: 'default' | 'small'
  columns: readonly TableColumn[]
  /** long texts break into lines; an addition that Redash ignores */
  wrapText?: boolean
}

export const pageSizes = [5, 10, 15, 20, 25, 50, 100, 150, 200, 250, 500] as const
const defaultPageSize = 25

/** Completes the options and matches stored columns with those of the result. */
export function normalizeTable(
  stored: Readonly<Record<string, unknown>>,
  { columns }: VisualizationData,
  settings: HostSettings,
): TableOptions {
  const { itemsPerPage, paginationSize } = stored
  return {
    ...stored,
    itemsPerPage: pageSize(itemsPerPage),
    paginationSize: paginationSize === 'small' ? 'small' : 'default',
    columns: mergeColumns(columns, stored.columns, settings),
  }
}

/** More rows would block the page; the editor offers at most 500. */
const maxPageSize = 1000

function pageSize(value: unknown): number {
  const size = typeof value === 'string' ? Number(value) : value
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1) return defaultPageSize
  return Math.min(size, maxPageSize)
}

/** The options to save: without the size of the pager, which depends on the place. */
export function tableToStored({ paginationSize: _, ...stored }: TableOptions): Record<string, unknown> {
  return { ...stored, columns: storedColumns(stored.columns) }
}
