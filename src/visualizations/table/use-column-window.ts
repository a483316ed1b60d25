import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'
import type { HostSettings, Row } from '../visualization.ts'
import { searchText } from './table-cell.ts'
import { estimateWidth } from './table-model.ts'
import type { TableColumn } from './table-options.ts'

/** The columns that are drawn; with few columns these are all, and the browser finds their widths. */
export interface ColumnWindow {
  /** of every column, in pixels; `undefined` when the browser decides */
  widths: readonly number[] | undefined
  first: number
  /** exclusive */
  last: number
  /** pixels of the columns left out on either side */
  before: number
  after: number
}

const columnsDrawnAtOnce = 50
const sampledRows = 40

/** Draws only columns in view (and a few around) when there are more than 50. */
export function useColumnWindow(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  scrollRef: RefObject<HTMLElement | null>,
  settings: HostSettings,
): ColumnWindow {
  const many = columns.length > columnsDrawnAtOnce
  const widths = useMemo(() => {
    if (!many) return undefined
    const sample = rows.slice(0, sampledRows)
    return columns.map((column) =>
      estimateWidth(
        column.title,
        sample.map((row) => searchText(column, row, settings)),
      ),
    )
  }, [many, columns, rows, settings])
  const virtualizer = useVirtualizer({
    horizontal: true,
    enabled: many,
    count: columns.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => widths?.[index] ?? 0,
    overscan: 6,
    initialRect: { width: 1440, height: 600 },
  })
  if (widths === undefined) return { widths, first: 0, last: columns.length, before: 0, after: 0 }
  const items = virtualizer.getVirtualItems()
  const total = widths.reduce((sum, width) => sum + width, 0)
  const last = items.at(-1)
  return {
    widths,
    first: items[0]?.index ?? 0,
    last: (last?.index ?? -1) + 1,
    before: items[0]?.start ?? 0,
    after: Math.max(0, total - (last?.end ?? 0)),
  }
}
