import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { normalizeTable, type TableOptions, tableToStored } from './table-options.ts'
import { type TablePicture, tablePicture } from './table-picture.ts'
import TableRenderer from './table-renderer.tsx'

/** Rows as they are (docs/reference/visualizations.md#tables). */
export const table: Visualization<TableOptions, TablePicture | null> = {
  normalize: normalizeTable,
  toStored: tableToStored,
  prepare: tablePicture,
  Renderer: TableRenderer,
  Editor: part(() => import('./table-editor.tsx')),
}
