import { type CellContent, cellContent } from '../parts/columns/cell.ts'
import { visibleColumns } from '../parts/columns/column-options.ts'
import { type ShownColumn, shownColumn } from '../parts/columns/shown-column.ts'
import { part } from '../parts/part.tsx'
import type { HostSettings, Visualization, VisualizationData } from '../visualization.ts'
import { pageOf, searchedColumns, searchPlaceholder } from './table-model.ts'
import { normalizeTable, type TableOptions, tableToStored } from './table-options.ts'
import TableRenderer from './table-renderer.tsx'

/** The initial state of a table, before search, sort and paging. */
interface PreparedTable {
  columns: readonly ShownColumn[]
  /** placeholder of the search field; `null` when there is none */
  search: string | null
  pages: number
  /** cells of the first page */
  rows: readonly (readonly CellContent[])[]
}

/** Returns `null` without rows: then not even a header is shown (docs/reference/visualizations.md#table-behavior). */
function prepareTable(
  data: VisualizationData,
  options: TableOptions,
  settings: HostSettings,
): PreparedTable | null {
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

/** Shows rows unchanged (docs/reference/visualizations.md#tables). */
export const table: Visualization<TableOptions, PreparedTable | null> = {
  normalize: normalizeTable,
  toStored: tableToStored,
  prepare: prepareTable,
  Renderer: TableRenderer,
  Editor: part(() => import('./table-editor.tsx')),
}
