import { type CellContent, cellContent } from '../parts/columns/cell.ts'
import {
  defaultDetailsColumn,
  mergeColumns,
  storedColumns,
  type TableColumn,
  visibleColumns,
} from '../parts/columns/column-options.ts'
import { labelOf, type ShownColumn, shownColumn } from '../parts/columns/shown-column.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'

export interface DetailsOptions {
  columns: readonly TableColumn[]
}

/** Matches stored columns with those of the result as tables do, but aligns all values left by default. */
export function normalizeDetails(
  stored: Readonly<Record<string, unknown>>,
  { columns }: VisualizationData,
  settings: HostSettings,
): DetailsOptions {
  return { ...stored, columns: mergeColumns(columns, stored.columns, settings, defaultDetailsColumn) }
}

/** Details have no search, so `allowSearch` is saved only when it is set. */
export function detailsToStored(options: DetailsOptions): Record<string, unknown> {
  const columns = storedColumns(options.columns).map(({ allowSearch, ...column }) => {
    return allowSearch ? { ...column, allowSearch } : column
  })
  return { ...options, columns }
}

export interface DetailsField extends ShownColumn {
  content: CellContent
}

/** One row as a list of labels and values. */
export interface DetailsModel {
  /** index of the row, from 0; always one that exists */
  row: number
  /** number of rows */
  rows: number
  fields: readonly DetailsField[]
}

/** The row at an index, clamped to the rows there are; null without rows. */
export function detailsModel(
  { rows }: VisualizationData,
  options: DetailsOptions,
  settings: HostSettings,
  wanted = 0,
): DetailsModel | null {
  const place = Math.min(Math.max(0, Math.trunc(wanted) || 0), rows.length - 1)
  const row = rows[place]
  if (row === undefined) return null
  const fields = visibleColumns(options).map((column) => ({
    ...shownColumn(column, labelOf(column)),
    content: cellContent(column, row, settings),
  }))
  return { row: place, rows: rows.length, fields }
}
