import { lazy } from 'react'
import type { VisualizationType } from '../visualization.ts'
import { normalizeTable, type TableOptions, tableToStored } from './table-options.ts'

/** Rows as they are (reference-visualizations 3). */
export const table: VisualizationType<TableOptions> = {
  type: 'TABLE',
  name: 'Table',
  rowByRow: true,
  normalize: normalizeTable,
  toStored: tableToStored,
  Renderer: lazy(() => import('./table-renderer.tsx')),
  Editor: lazy(() => import('./table-editor.tsx')),
  layout: { autoHeight: true, defaultColumns: 3, defaultRows: 14, minColumns: 1 },
}
