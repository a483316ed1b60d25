import { type CellContent, cellContent } from '../parts/columns/cell.ts'
import { visibleColumns } from '../parts/columns/column-options.ts'
import { labelOf, type ShownColumn, shownColumn } from '../parts/columns/shown-column.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import type { DetailsOptions } from './details-options.ts'

export interface DetailsField extends ShownColumn {
  content: CellContent
}

/** One row as a list of labels and values. */
export interface DetailsModel {
  /** place of the row, from 0; inside of what exists */
  row: number
  rows: number
  fields: readonly DetailsField[]
}

/** The row at a place, or the nearest there is. `null` without rows: nothing is shown then. */
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
