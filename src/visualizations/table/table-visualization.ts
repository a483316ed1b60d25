import { type CellContent, cellContent } from '../parts/columns/cell.ts'
import { visibleColumns } from '../parts/columns/column-options.ts'
import { type ShownColumn, shownColumn } from '../parts/columns/shown-column.ts'
import { part } from '../parts/part.tsx'
import type { HostSettings, Visualization, VisualizationData } from '../visualization.ts'
import { pageOf, searchedColumns, searchPlaceholder } from './table-model.ts'
import { normalizeTable, type TableOptions, tableToStored } from './table-options.ts'
import TableRenderer from './table-renderer.tsx'

/** A table as it stands before anybody searched, sorted or turned a page. */
interface TablePicture {
  columns: readonly ShownColumn[]
  /** in the search field; `null` when there is none */
  search: string | null
  pages: number
  /** cells of the first page */
  rows: readonly (readonly CellContent[])[]
}

/** `null` without rows: nothing is shown then, not even a head (reference-visualizations 3.3). */
function tablePicture(
  data: VisualizationData,
  options: TableOptions,
  settings: HostSettings,
): TablePicture | null {
  if (data.rows.length === 0) return null
  const columns = visibleColumns(options)
  const searched = searchedColumns(options)
  const { pages, rows } = pageOf(data.rows, 1, options.itemsPerPage)
  return {
    columns: columns.map((column) => shownColumn(column, column.title)),
    search: searched.length === 0 ? null : searchPlaceholder(searched),
    pages,
    rows: rows.map(({ row }) => columns.map((column) => cellContent(column, row, settings))),
  }
}

/** Rows as they are (reference-visualizations 3). */
export const table: Visualization<TableOptions, TablePicture | null> = {
  normalize: normalizeTable,
  toStored: tableToStored,
  prepare: tablePicture,
  Renderer: TableRenderer,
  Editor: part(() => import('./table-editor.tsx')),
}
