import { useDirection } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'
import { kindOf, searchText } from '../parts/columns/cell.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { HostSettings, Row } from '../visualization.ts'
import { estimateWidth } from './table-model.ts'

/** The rendered columns. Few columns are all rendered, and the browser decides their widths. */
export interface ColumnWindow {
  /** widths of all columns in pixels; `undefined` when the browser decides */
  widths: readonly number[] | undefined
  /** the minimum width of each column then, so that texts do not wrap too narrowly and pages do not jump */
  least: readonly number[]
  first: number
  /** exclusive */
  last: number
  /** total width of the omitted columns on each side, in pixels */
  before: number
  after: number
}

const columnsDrawnAtOnce = 50
const columnsWhenHidden = 12
const sampledRows = 200
/** Maximum width with many columns; longer texts end in an ellipsis. */
const manyWidthLimit = 320

/** With more than 50 columns, renders only those in view and a few next to them. */
export function useColumnWindow(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  scrollRef: RefObject<HTMLElement | null>,
  settings: HostSettings,
): ColumnWindow {
  const many = columns.length > columnsDrawnAtOnce
  const estimates = useMemo(() => {
    // sampled evenly, so that later pages fit as well as the first
    const step = Math.max(1, Math.floor(rows.length / sampledRows))
    const sample = rows.filter((_, index) => index % step === 0)
    return columns.map((column) => {
      const texts = sample.map((row) => searchText(column, row, settings))
      return estimateWidth(column.title, texts)
    })
  }, [columns, rows, settings])
  const widths = useMemo(
    () => (many ? estimates.map((width) => Math.min(width, manyWidthLimit)) : undefined),
    [many, estimates],
  )
  const { dir } = useDirection()
  const virtualizer = useVirtualizer({
    horizontal: true,
    isRtl: dir === 'rtl',
    enabled: many,
    count: columns.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => widths?.[index] ?? 0,
    overscan: 6,
    initialRect: { width: 1440, height: 600 },
  })
  if (widths === undefined) {
    const least = estimates.map((width, index) => minWidth(columns[index], width))
    return { widths, least, first: 0, last: columns.length, before: 0, after: 0 }
  }
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  // no column is in view while the table is hidden: render the first ones
  const last = items.at(-1) ? (items.at(-1)?.index ?? 0) + 1 : columnsWhenHidden
  const sum = (from: number, to?: number) => widths.slice(from, to).reduce((total, width) => total + width, 0)
  return { widths, least: [], first, last, before: sum(0, first), after: sum(last) }
}

/** Only texts wrap, so other cells need no minimum. */
function minWidth(column: TableColumn | undefined, estimate: number): number {
  return column && kindOf(column) === 'string' ? estimate : 0
}
