import type { RefObject } from 'react'
import type { HostSettings, VisualizationData, VisualizationPlace } from '../visualization.ts'
import type { ColumnLayout, LaidOutColumns } from './column-layout.ts'
import type { CopyFormat } from './copy-formats.ts'
import type { CellPlace, GridExtent, Selection } from './grid-selection.ts'
import type { TableOptions } from './table-options.ts'
import type { TableState } from './use-table.ts'

export interface GridTableProps {
  data: VisualizationData
  options: TableOptions
  settings: HostSettings
  place: VisualizationPlace
  label: string
  state: TableState
  laidOut: LaidOutColumns
  layout: ColumnLayout
  onLayout(layout: ColumnLayout): void
  isWrapped: boolean
  onWrap(isWrapped: boolean): void
  /** the numbers of the rows are shown */
  isNumbered: boolean
  /** rows are as high as their content, so all of the page are drawn */
  hasOwnHeights: boolean
  region: RefObject<HTMLDivElement | null>
}

/** An open menu: of a column, or of the selected cells at a place in the window. */
export type OpenMenu = { kind: 'column'; column: number } | { kind: 'cell'; x: number; y: number }

export interface GridMenuProps {
  menu: OpenMenu
  grid: GridTableProps
  table: RefObject<HTMLTableElement | null>
  selection: Selection | null
  onSelect(selection: Selection): void
  onCopy(format: CopyFormat, selection: Selection): void
  extent: GridExtent
  onInspect(place: CellPlace): void
  onClose(): void
}
